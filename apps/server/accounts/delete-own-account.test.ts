import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bookListing, call, confirmCard, makeCar, makeUser, password, type TestUser } from '../testing/builders.ts';
import { dumpRows } from '../testing/row-dump.ts';
import { proveByApp } from '../testing/second-step.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const deleteOwnAccountAs = (caller: TestUser | null, body: object = { password }) =>
  call(server, caller, 'DELETE', '/api/v1/me', body);
const queryRows = async (sql: string, ...values: unknown[]) => (await server.context.pool.query(sql, values)).rows;

async function payBooking(buyer: TestUser, bookingId: string): Promise<void> {
  const paymentStartAnswer = await call(server, buyer, 'POST', '/api/create-payment-intent', { paymentId: bookingId });
  const secret = String(paymentStartAnswer.body.clientSecret);
  await confirmCard(server, secret);
  const transactionId = secret.split('_secret_')[0];
  await call(server, buyer, 'POST', '/api/payment', { paymentId: bookingId, transactionId });
}

describe('deleting the own account', () => {
  it('ends the sessions, cancels what is open, keeps what is paid, and frees the address', async () => {
    const [seller, buyer] = [await makeUser(server, 'Seller'), await makeUser(server, 'Buyer')];
    const bookingIdToPay = await bookListing(server, buyer, await makeCar(server, seller));
    await payBooking(buyer, bookingIdToPay);
    const openBookingId = await bookListing(server, buyer, await makeCar(server, seller));
    expect(await deleteOwnAccountAs(buyer)).toMatchObject({ status: 200, body: { deletedCount: 1 } });
    expect((await deleteOwnAccountAs(buyer)).status).toBe(401);
    const bookingRows = await queryRows('SELECT id, status FROM booking WHERE buyer_id = $1', buyer.id);
    expect(Object.fromEntries(bookingRows.map((row) => [row.id, row.status]))).toEqual({
      [bookingIdToPay]: 'paid',
      [openBookingId]: 'cancelled',
    });
    expect(await queryRows('SELECT id FROM payment WHERE booking_id = $1', bookingIdToPay)).toHaveLength(1);
    const auditRows = await queryRows(
      "SELECT actor_id, after FROM audit_entry WHERE noun_id = $1 AND action = 'delete'",
      buyer.id,
    );
    expect(auditRows).toEqual([{ actor_id: buyer.id, after: { role: 'Buyer', status: 'deleted' } }]);
    const signUpBody = { name: 'Back again', email: buyer.email, password, image: '' };
    expect((await call(server, null, 'POST', '/api/auth/sign-up/email', signUpBody)).status).toBe(200);
  });

  it('leaves no address, number or meeting of the person anywhere, and their name in paid bookings alone', async () => {
    const [seller, buyer] = [await makeUser(server, 'Seller'), await makeUser(server, 'Buyer')];
    await payBooking(buyer, await bookListing(server, buyer, await makeCar(server, seller)));
    await bookListing(server, buyer, await makeCar(server, seller));
    await call(server, buyer, 'POST', '/api/wishLists', { productId: await makeCar(server, seller) });
    for (const [person, reason] of [
      [buyer, 'Ring me\nat 6555 0101'],
      [seller, 'Ring me\nat 6555 0102'],
    ] as const) {
      const bookingIdToCancel = await bookListing(server, buyer, await makeCar(server, seller));
      const url = `/api/v1/bookings/${bookingIdToCancel}/cancellation`;
      expect((await call(server, person, 'POST', url, { reason })).status).toBe(200);
    }
    for (const person of [buyer, seller]) expect((await deleteOwnAccountAs(person)).status).toBe(200);
    const rowsBefore = await dumpRows(server);
    for (const person of [buyer, seller]) {
      expect(rowsBefore.filter((row) => row.includes(person.email))).toEqual([]);
      const rowsWithName = rowsBefore.filter((row) => row.includes(person.name));
      expect(rowsWithName).toHaveLength(1);
      expect(rowsWithName[0]).toMatch(/^booking .*,paid,/);
    }
    const bookingRowsOfBuyer = rowsBefore.filter((row) => row.startsWith('booking ') && row.includes(buyer.id));
    expect(bookingRowsOfBuyer).toHaveLength(4);
    for (const row of bookingRowsOfBuyer) expect(row).not.toMatch(/9123 4567|after 3 pm|6555 010/);
    for (const partyRole of ['buyer', 'seller'])
      expect(bookingRowsOfBuyer.filter((row) => row.includes(`Cancelled by the ${partyRole}.`))).toHaveLength(1);
  });

  it('releases the hold of a payment that was open', async () => {
    const [seller, buyer] = [await makeUser(server, 'Seller'), await makeUser(server, 'Buyer')];
    const bookingId = await bookListing(server, buyer, await makeCar(server, seller));
    const paymentStartAnswer = await call(server, buyer, 'POST', '/api/create-payment-intent', {
      paymentId: bookingId,
    });
    await deleteOwnAccountAs(buyer);
    const cardConfirmationAnswer = await confirmCard(server, String(paymentStartAnswer.body.clientSecret));
    expect(cardConfirmationAnswer.body.error).toMatchObject({ code: 'payment_intent_unexpected_state' });
  });

  it('asks for the password', async () => {
    const buyer = await makeUser(server, 'Buyer');
    for (const body of [{}, { password: '' }, { password: 'Wrong!Password1' }])
      expect(await deleteOwnAccountAs(buyer, body)).toMatchObject({
        status: 422,
        body: { code: 'OLD_PASSWORD_WRONG' },
      });
    expect((await deleteOwnAccountAs(buyer, { password: [password] })).status).toBe(422);
    expect((await deleteOwnAccountAs(null)).status).toBe(401);
    expect((await call(server, buyer, 'GET', '/api/myorders')).status).toBe(200);
  });

  it('does not let the password be guessed', async () => {
    const buyer = await makeUser(server, 'Buyer');
    const answers: number[] = [];
    for (let round = 0; round < 11; round += 1)
      answers.push((await deleteOwnAccountAs(buyer, { password: `Wrong!${round}` })).status);
    expect(answers).toEqual([...Array.from({ length: 10 }, () => 422), 429]);
    expect((await deleteOwnAccountAs(buyer)).status).toBe(429);
  });

  it('asks for a recent sign-in where there is no password', async () => {
    const buyer = await makeUser(server, 'Buyer');
    await server.context.pool.query(
      "UPDATE credential SET password = NULL, provider_id = 'google' WHERE account_id = $1",
      [buyer.id],
    );
    const changeSessionStartSql = 'UPDATE session SET created_at = $2 WHERE account_id = $1';
    await server.context.pool.query(changeSessionStartSql, [buyer.id, new Date(Date.now() - 16 * 60_000)]);
    expect(await deleteOwnAccountAs(buyer, {})).toMatchObject({
      status: 403,
      body: { code: 'RECENT_SIGN_IN_REQUIRED' },
    });
    await server.context.pool.query(changeSessionStartSql, [buyer.id, new Date()]);
    expect((await deleteOwnAccountAs(buyer, {})).status).toBe(200);
  });

  it('is open to a person who has chosen no role yet', async () => {
    const email = `halfway-${Date.now()}@people.example`;
    const answer = await server.app.inject({
      method: 'POST',
      url: '/api/auth/sign-up/email',
      payload: { name: 'Halfway', email, password, image: '' },
    });
    const token = String(answer.headers['set-auth-token']);
    const body = { authorization: token };
    const deletionAnswer = await server.app.inject({
      method: 'DELETE',
      url: '/api/v1/me',
      headers: body,
      payload: { password },
    });
    expect(deletionAnswer.statusCode).toBe(200);
    expect(await queryRows('SELECT id FROM account WHERE email = $1', email)).toEqual([]);
  });

  it('leaves one admin, also when two leave at the same moment', async () => {
    const createdUsers = [await makeUser(server, 'admin'), await makeUser(server, 'admin')];
    const admins = await Promise.all(
      createdUsers.map(async (admin) => ({ ...admin, token: await proveByApp(server, admin.email, admin.token) })),
    );
    const answers = await Promise.all(admins.map((admin) => deleteOwnAccountAs(admin)));
    expect(answers.map((answer) => answer.status).sort((low, high) => low - high)).toEqual([200, 409]);
    expect(answers.find((answer) => answer.status === 409)?.body).toMatchObject({ code: 'LAST_ADMIN' });
    expect(await queryRows("SELECT id FROM account WHERE role = 'admin' AND status = 'active'")).toHaveLength(1);
  });
});
