import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  type Answer,
  bookListing,
  call,
  confirmCard,
  findActor,
  makeCar,
  makeUser,
  password,
  type TestUser,
} from '../testing/builders.ts';
import { makeImage } from '../testing/images.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { suspendAccount } from './suspend-account.ts';

let server: TestServer;
let admin: TestUser;

beforeAll(async () => {
  server = await startTestServer();
});
// Each test gets a new admin, because some tests leave only one admin active.
beforeEach(async () => {
  admin = await makeUser(server, 'admin');
});
afterAll(() => server.close());

const suspendAs = (caller: TestUser | null, id: string, reason = 'Complaints of buyers'): Promise<Answer> =>
  call(server, caller, 'POST', `/api/v1/accounts/${id}/suspension`, { reason });
const reinstateAs = (caller: TestUser | null, id: string): Promise<Answer> =>
  call(server, caller, 'POST', `/api/v1/accounts/${id}/reinstatement`, { reason: 'Settled' });
const unverifyAs = (caller: TestUser | null, id: string): Promise<Answer> =>
  call(server, caller, 'POST', `/api/v1/accounts/${id}/unverification`, { reason: 'No licence' });
const signInAs = (person: TestUser): Promise<Answer> =>
  call(server, null, 'POST', '/api/auth/sign-in/email', { email: person.email, password });
const openChargeAs = async (buyer: TestUser, paymentId: string): Promise<string> =>
  String((await call(server, buyer, 'POST', '/api/create-payment-intent', { paymentId })).body.clientSecret);

describe('suspending a person', () => {
  it('ends their sessions and keeps them out until they are reinstated', async () => {
    const person = await makeUser(server, 'Buyer');
    expect(await suspendAs(admin, person.id)).toMatchObject({ status: 200, body: { modifiedCount: 1 } });
    expect((await suspendAs(admin, person.id)).body.modifiedCount).toBe(0);
    expect((await call(server, person, 'GET', '/api/myorders')).status).toBe(401);
    expect(await signInAs(person)).toMatchObject({ status: 401, body: { detail: 'This account is suspended.' } });
    const sessions = await server.context.pool.query('SELECT id FROM session WHERE account_id = $1', [person.id]);
    expect(sessions.rows).toEqual([]);
    const buyerList = (await call(server, admin, 'GET', '/api/v1/accounts?role=Buyer')).body;
    expect(buyerList).toContainEqual(
      expect.objectContaining({ _id: person.id, status: 'suspended', standingReason: 'Complaints of buyers' }),
    );

    expect((await reinstateAs(admin, person.id)).body.modifiedCount).toBe(1);
    expect((await reinstateAs(admin, person.id)).body.modifiedCount).toBe(0);
    // Reinstating the account does not restore its old session.
    expect((await call(server, person, 'GET', '/api/myorders')).status).toBe(401);
    expect((await signInAs(person)).status).toBe(200);
  });

  it('is not taken back by its person, however many reinstatements they send around it', async () => {
    for (let round = 0; round < 3; round += 1) {
      const person = await makeUser(server, 'admin');
      const createAccount = (): Promise<Answer> =>
        call(server, person, 'POST', '/api/v1/accounts', {
          name: 'New Person',
          email: `${server.context.newId()}@people.example`,
          password,
          role: 'Buyer',
          photoURL: 'https://photos.example/a.jpg',
        });
      const competingAnswerPromises = Array.from({ length: 12 }, (_, index) =>
        index % 3 === 0 ? createAccount() : reinstateAs(person, person.id),
      );
      void competingAnswerPromises.splice(6, 0, suspendAs(admin, person.id));
      const answers = await Promise.all(competingAnswerPromises);
      expect(answers[6]?.status).toBe(200);
      for (const [answerIndex, { status, body }] of answers.entries())
        if (answerIndex !== 6 && status !== 201) expect(['OWN_ACCOUNT', 'UNAUTHENTICATED']).toContain(body.code);
      const row = 'SELECT status, (SELECT count(*)::int FROM session WHERE account_id = $1) FROM account WHERE id = $1';
      expect((await server.context.pool.query(row, [person.id])).rows).toEqual([{ status: 'suspended', count: 0 }]);
      expect((await signInAs(person)).status).toBe(401);
    }
  });

  it('and every other change of the account status are refused for the own account', async () => {
    for (const changeStatus of [suspendAs, reinstateAs, unverifyAs])
      expect(await changeStatus(admin, admin.id)).toMatchObject({ status: 409, body: { code: 'OWN_ACCOUNT' } });
    for (const [method, url] of [
      ['PUT', '/api/users/verify/'],
      ['DELETE', '/api/Buyer/'],
      ['DELETE', '/api/seller/'],
    ] as const)
      expect(await call(server, admin, method, `${url}${admin.id}`)).toMatchObject({ body: { code: 'OWN_ACCOUNT' } });
    expect((await call(server, admin, 'GET', '/api/v1/me')).body.user).toMatchObject({ role: 'admin' });
  });

  it('cancels their open bookings, and their open charge at the provider', async () => {
    const buyer = await makeUser(server, 'Buyer');
    const bookingId = await bookListing(server, buyer, await makeCar(server, await makeUser(server, 'Seller')));
    const secret = await openChargeAs(buyer, bookingId);
    await suspendAs(admin, buyer.id);
    expect((await confirmCard(server, secret)).body.error).toMatchObject({ code: 'payment_intent_unexpected_state' });
    const row = await server.context.pool.query('SELECT status, close_reason FROM booking WHERE id = $1', [bookingId]);
    expect(row.rows).toEqual([{ status: 'cancelled', close_reason: 'The buyer is suspended.' }]);
  });

  it('leaves no open booking behind when a person books a car of theirs at the same moment', async () => {
    const buyer = await makeUser(server, 'Buyer');
    for (let round = 0; round < 8; round += 1) {
      const seller = await makeUser(server, 'Seller');
      const productId = await makeCar(server, seller);
      await Promise.all([
        call(server, buyer, 'POST', '/api/bookingData', { productId, meetingDate: 'any', buyerNumber: '9123 4567' }),
        suspendAs(admin, seller.id),
      ]);
      const unpaidBookingsQuery = "SELECT id FROM booking WHERE seller_id = $1 AND status = 'unpaid'";
      expect((await server.context.pool.query(unpaidBookingsQuery, [seller.id])).rows).toEqual([]);
    }
  });

  it('is possible only for admins, with a reason, and neither of the own account nor of an unknown one', async () => {
    const [seller, buyer] = [await makeUser(server, 'Seller'), await makeUser(server, 'Buyer')];
    for (const [caller, status] of [
      [null, 401],
      [seller, 403],
      [buyer, 403],
    ] as const)
      for (const changeStatus of [suspendAs, reinstateAs, unverifyAs])
        expect((await changeStatus(caller, seller.id)).status).toBe(status);
    expect((await suspendAs(admin, seller.id, ' ')).status).toBe(422);
    expect(await suspendAs(admin, admin.id)).toMatchObject({ status: 409, body: { code: 'OWN_ACCOUNT' } });
    await call(server, admin, 'DELETE', `/api/Buyer/${buyer.id}`);
    for (const id of ['x', '0190f3a1-0000-7000-8000-00000000abcd', buyer.id])
      for (const changeStatus of [suspendAs, reinstateAs, unverifyAs])
        expect((await changeStatus(admin, id)).status).toBe(404);
  });
});

/**
 * Makes every request whose response shows other users' cars, and returns for each request whether it shows the car.
 */
async function checkWhichRequestsShowCar(
  car: string,
  seller: TestUser,
  buyer: TestUser,
  knownUser: TestUser,
): Promise<Record<string, boolean>> {
  const pathsByListName = {
    brand: '/api/teslaDatas',
    preview: '/api/teslas',
    strip: '/api/advertisement/categories/animation',
    grid: '/api/advertisement/categories',
  };
  const isShownByRequestName: Record<string, boolean> = {};
  for (const [name, path] of Object.entries(pathsByListName)) {
    const { body } = await call(server, null, 'GET', path);
    isShownByRequestName[name] = (body as unknown as { _id: string }[]).some(({ _id }) => _id === car);
  }
  const wishes = (await call(server, buyer, 'GET', '/api/mywish')).body as unknown as { productId: string }[];
  isShownByRequestName.wishes = wishes.some(({ productId }) => productId === car);
  for (const [name, caller] of Object.entries({ visitor: null, buyer, admin })) {
    isShownByRequestName[`productById as ${name}`] =
      (await call(server, caller, 'GET', `/api/productById/${car}`)).status === 200;
  }
  const brands = (await call(server, null, 'GET', '/api/v1/brands')).body as unknown as {
    name: string;
    cars: number;
  }[];
  isShownByRequestName.brands = (brands.find(({ name }) => name === 'Tesla')?.cars ?? 0) > 0;
  const bookingFields = { meetingDate: 'any', buyerNumber: '9123 4567' };
  const listingDetails = { productModel: 'Model S', sellerEmail: seller.email, productImg: '' };
  const listingReference = { ...listingDetails, productTitle: 'Model S', authorEmail: seller.email, productImage: '' };
  for (const [name, body] of Object.entries({ copy: listingDetails, id: { productId: car } })) {
    const bookingAnswer = await call(server, knownUser, 'POST', '/api/bookingData', { ...body, ...bookingFields });
    isShownByRequestName[`booking by its ${name}`] = bookingAnswer.status === 200;
    if (bookingAnswer.status !== 200) continue;
    await call(
      server,
      knownUser,
      'POST',
      `/api/v1/bookings/${bookingAnswer.body.insertedId as string}/cancellation`,
      {},
    );
  }
  const otherBuyer = await makeUser(server, 'Buyer');
  isShownByRequestName['wishing by its copy'] =
    (await call(server, knownUser, 'POST', '/api/wishLists', listingReference)).status === 200;
  isShownByRequestName['wishing by its id'] =
    (await call(server, otherBuyer, 'POST', '/api/wishLists', { productId: car })).status === 200;
  return isShownByRequestName;
}

describe('the cars of a seller', () => {
  it.each(['suspended', 'deleted'])('vanish from every read when they are %s', async (newStatus) => {
    const seller = await makeUser(server, 'Seller', { verified: true });
    const buyer = await makeUser(server, 'Buyer');
    const car = await makeCar(server, seller, { brand: 'Tesla', title: 'Model S' });
    // A buyer who has booked a car of this seller may report the seller by the seller's e-mail address.
    const knownUser = await makeUser(server, 'Buyer');
    const earlierBookingId = await bookListing(server, knownUser, car);
    await call(server, knownUser, 'POST', `/api/v1/bookings/${earlierBookingId}/cancellation`, {});
    await call(server, seller, 'POST', '/api/advertisement', { _id: car });
    await call(server, buyer, 'POST', '/api/wishLists', { productId: car });
    const isShownByNameBefore = await checkWhichRequestsShowCar(car, seller, buyer, knownUser);
    expect(Object.values(isShownByNameBefore)).not.toContain(false);
    const bookingId = await bookListing(server, buyer, car);

    const endingAnswerPromise =
      newStatus === 'suspended'
        ? suspendAs(admin, seller.id)
        : call(server, admin, 'DELETE', `/api/seller/${seller.id}`);
    expect((await endingAnswerPromise).status).toBe(200);
    expect(
      Object.entries(await checkWhichRequestsShowCar(car, seller, buyer, knownUser)).filter(([, isShown]) => isShown),
    ).toEqual([]);
    expect((await call(server, buyer, 'POST', '/api/create-payment-intent', { paymentId: bookingId })).status).toBe(
      409,
    );
    expect((await call(server, buyer, 'GET', `/api/payment/${bookingId}`)).body.status).toBe('cancelled');

    if (newStatus === 'deleted') return;
    await reinstateAs(admin, seller.id);
    expect(
      Object.entries(await checkWhichRequestsShowCar(car, seller, buyer, knownUser)).filter(([, isShown]) => !isShown),
    ).toEqual([]);
    await suspendAs(admin, seller.id);
  });

  it('lose the verified badge immediately when the verification is removed, and the audit log names the admin', async () => {
    const seller = await makeUser(server, 'Seller', { verified: true });
    const car = await makeCar(server, seller);
    expect((await call(server, null, 'GET', `/api/productById/${car}`)).body.verification).toBe('Verified');
    expect((await unverifyAs(admin, seller.id)).body.modifiedCount).toBe(1);
    expect((await unverifyAs(admin, seller.id)).body.modifiedCount).toBe(0);
    expect((await call(server, null, 'GET', `/api/productById/${car}`)).body.verification).toBe('');
    const auditAnswer = await call(server, admin, 'GET', `/api/v1/audit?noun=account&nounId=${seller.id}`);
    expect(auditAnswer.body.entries).toMatchObject([
      {
        action: 'unverify',
        actorId: admin.id,
        before: { verified: true },
        after: { verified: false },
      },
    ]);
    expect((await unverifyAs(admin, (await makeUser(server, 'Buyer')).id)).status).toBe(404);
  });
});

describe('one admin', () => {
  it('remains when two suspend each other at the same moment', async () => {
    for (let round = 0; round < 4; round += 1) {
      const [firstAdmin, secondAdmin] = await makeTwoActiveAdmins();
      const answers = await Promise.all([suspendAs(firstAdmin, secondAdmin.id), suspendAs(secondAdmin, firstAdmin.id)]);
      const [success, refusal] = answers.toSorted((a, b) => a.status - b.status);
      expect(success?.status).toBe(200);
      // A call whose session ended before the call was checked gets status 401.
      expect([401, 409]).toContain(refusal?.status);
      expect(await listActiveAdmins()).toHaveLength(1);
    }
  });

  it('remains when both have passed the first check of their role: the second one is then refused', async () => {
    for (let round = 0; round < 4; round += 1) {
      const [firstAdmin, secondAdmin] = await makeTwoActiveAdmins();
      const [firstActor, secondActor] = [await findActor(server, firstAdmin), await findActor(server, secondAdmin)];
      const outcomes = await Promise.allSettled([
        suspendAccount(server.context, firstActor, secondAdmin.id, 'any'),
        suspendAccount(server.context, secondActor, firstAdmin.id, 'any'),
      ]);
      expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({
        reason: { code: 'UNAUTHENTICATED' },
      });
      expect(await listActiveAdmins()).toHaveLength(1);
    }
  });

  it('remains whatever is written into the table', async () => {
    const [firstAdmin, secondAdmin] = await makeTwoActiveAdmins();
    const { pool } = server.context;
    await suspendAs(firstAdmin, secondAdmin.id);
    for (const updateSql of [
      "UPDATE account SET status = 'deleted' WHERE id = $1",
      "UPDATE account SET role = 'Buyer' WHERE id = $1",
      'DELETE FROM account WHERE id = $1',
    ])
      await expect(pool.query(updateSql, [firstAdmin.id])).rejects.toThrow();
  });

  async function listActiveAdmins(): Promise<unknown[]> {
    const activeAdminsSql = "SELECT id FROM account WHERE role = 'admin' AND status = 'active'";
    return (await server.context.pool.query(activeAdminsSql)).rows;
  }

  /** Makes two admins and suspends all other active admins. */
  async function makeTwoActiveAdmins(): Promise<[TestUser, TestUser]> {
    const adminPair: [TestUser, TestUser] = [await makeUser(server, 'admin'), await makeUser(server, 'admin')];
    const suspendOtherAdminsSql =
      "UPDATE account SET status = 'suspended' WHERE role = 'admin' AND status = 'active' AND id <> ALL ($1)";
    await server.context.pool.query(suspendOtherAdminsSql, [adminPair.map(({ id }) => id)]);
    return adminPair;
  }
});

describe('the lifecycle of an account', () => {
  it('holds in the database too: who is deleted stays deleted', async () => {
    const person = await makeUser(server, 'Buyer');
    const { pool } = server.context;
    const setAccountStatus = (status: string) =>
      pool.query('UPDATE account SET status = $2 WHERE id = $1', [person.id, status]);
    await pool.query('DELETE FROM session WHERE account_id = $1', [person.id]);
    await setAccountStatus('suspended');
    await setAccountStatus('active');
    await setAccountStatus('deleted');
    for (const status of ['active', 'suspended'])
      await expect(setAccountStatus(status)).rejects.toMatchObject({ code: '23514' });
  });
});

describe('the own profile', () => {
  const changeProfile = (caller: TestUser | null, profile: object): Promise<Answer> =>
    call(server, caller, 'PUT', '/api/v1/me', profile);

  it('takes another name, number and photo, and screens with current data show them', async () => {
    const [seller, buyer] = [await makeUser(server, 'Seller'), await makeUser(server, 'Buyer')];
    const car = await makeCar(server, seller);
    const bookingId = await bookListing(server, buyer, car);
    await call(server, buyer, 'POST', '/api/wishLists', { productId: car });
    const photoURL = await makeImage(server, seller);
    const answer = await changeProfile(seller, { name: ' New Name ', number: '9123 4567', photoURL });
    expect(answer).toMatchObject({ status: 200, body: { user: { name: 'New Name', number: '9123 4567', photoURL } } });
    expect((await call(server, null, 'GET', `/api/productById/${car}`)).body.author).toBe('New Name');
    expect((await call(server, buyer, 'GET', `/api/payment/${bookingId}`)).body.sellerName).toBe('New Name');
    expect((await call(server, buyer, 'GET', '/api/mywish')).body[0]).toMatchObject({ author: 'New Name' });
    await changeProfile(buyer, { name: 'New Buyer' });
    expect((await call(server, buyer, 'GET', `/api/payment/${bookingId}`)).body.buyerName).toBe('New Buyer');

    const userAfterClearing = (await changeProfile(seller, { number: '', photoURL: '' })).body.user as {
      number?: string;
    };
    expect(userAfterClearing).toMatchObject({ photoURL: '', name: 'New Name' });
    expect(userAfterClearing.number).toBeUndefined();
    const auditResult = await server.context.pool.query(
      'SELECT after FROM audit_entry WHERE noun_id = $1 ORDER BY at, id',
      [seller.id],
    );
    expect(auditResult.rows.map(({ after }) => after)).toEqual([
      { fields: ['name', 'number', 'photoUrl'] },
      { fields: ['number', 'photoUrl'] },
    ]);
  });

  it('refuses images of other users, fields that only the server sets, and texts that are too long', async () => {
    const person = await makeUser(server, 'Buyer');
    const foreignImageUrl = await makeImage(server, await makeUser(server, 'Seller'));
    expect(await changeProfile(person, { photoURL: foreignImageUrl })).toMatchObject({
      status: 422,
      body: { code: 'IMAGE_NOT_YOURS' },
    });
    for (const wrongInput of [
      { role: 'admin' },
      { email: 'other@people.example' },
      { permission: 'Verified' },
      { status: 'active' },
      { name: '' },
      { name: 'A\r\nSet-Cookie: x=1' },
      { name: 'x'.repeat(201) },
      { number: '1'.repeat(31) },
      { photoURL: 'javascript:alert(1)' },
      { photoURL: 'http://photos.example/me.jpg' },
    ])
      expect((await changeProfile(person, wrongInput)).status, JSON.stringify(wrongInput)).toBe(422);
    expect((await changeProfile(null, { name: 'x' })).status).toBe(401);
    const { body } = await call(server, person, 'GET', '/api/v1/me');
    expect(body.user).toMatchObject({ name: person.name, role: 'Buyer', permission: '' });
  });
});
