import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Answer, bookListing, call, makeCar, makeUser, password, type TestUser } from '../testing/builders.ts';
import { deliverMails, readMailsTo } from '../testing/mailbox.ts';
import { startTestServerWithOpenid, type TestServerWithOpenid } from '../testing/openid-server.ts';
import { enrolAuthenticatorApp } from '../testing/second-step.ts';

/** The password that the real owner of the e-mail address chooses. */
const ownersPassword = 'Brand!New2Password';

let server: TestServerWithOpenid;
let createdUserCount = 0;
let usedAddressCount = 0;

beforeAll(async () => {
  server = await startTestServerWithOpenid({ NAME_CHANGES_A_DAY: '2' });
});
beforeEach(async () => {
  // Delivers the mails that earlier tests requested, because the queue delivers the oldest first.
  await postFromNewAddress('/api/v1/password-resets', { email: 'nobody.yet@people.example' });
  await deliverMails(server);
});
afterAll(() => server.close());

async function postFromNewAddress(url: string, payload: object, authorization?: string): Promise<Answer> {
  const answer = await server.app.inject({
    method: 'POST',
    url,
    payload,
    remoteAddress: `192.0.2.${++usedAddressCount % 250}`,
    ...(authorization === undefined ? {} : { headers: { authorization } }),
  });
  return { status: answer.statusCode, body: answer.json(), headers: answer.headers };
}

type StrangersAccount = { readonly email: string; readonly token: string; readonly session: string };

/** A stranger signs up with the e-mail address of another person. That person receives the confirmation mail. */
async function signUpAsStranger(): Promise<StrangersAccount> {
  const email = `owner${++createdUserCount}.${Date.now()}@people.example`;
  const signUpAnswer = await postFromNewAddress('/api/auth/sign-up/email', {
    name: 'Squatter',
    email,
    password,
    image: '',
  });
  expect(signUpAnswer.status).toBe(200);
  await deliverMails(server);
  const token = (await readMailsTo(server, email)).at(-1)?.token ?? '';
  expect(token).not.toBe('');
  return { email, token, session: String(signUpAnswer.headers['set-auth-token']) };
}

const confirmEmail = (confirmationBody: object, session?: string) =>
  postFromNewAddress('/api/v1/email-confirmations', confirmationBody, session);
const refuseAccount = (token: string) => postFromNewAddress('/api/v1/email-confirmations/refusal', { token });
const isSignedIn = async ({ session }: StrangersAccount): Promise<boolean> =>
  (await server.app.inject({ url: '/api/v1/me/sessions', headers: { authorization: session } })).statusCode === 200;
const canSignIn = async ({ email }: StrangersAccount, typedPassword: string): Promise<boolean> =>
  (await postFromNewAddress('/api/auth/sign-in/email', { email, password: typedPassword })).status === 200;
const readEmailVerified = async ({ email }: StrangersAccount): Promise<unknown> =>
  (await server.context.pool.query('SELECT email_verified FROM account WHERE email = $1', [email])).rows[0]
    ?.email_verified;

/** Expects that neither the session nor the password of the stranger works any more. */
async function expectStrangerLockedOut(strangersAccount: StrangersAccount): Promise<void> {
  expect(await isSignedIn(strangersAccount)).toBe(false);
  expect(await canSignIn(strangersAccount, password)).toBe(false);
}

describe('the link that confirms an address', () => {
  it('does not confirm without a proof that the reader of the mail made the account, and stays valid', async () => {
    const strangersAccount = await signUpAsStranger();
    for (const session of [undefined, (await makeUser(server, 'Buyer')).token]) {
      expect(await confirmEmail({ token: strangersAccount.token }, session)).toMatchObject({
        status: 403,
        body: { code: 'OWNER_UNPROVED' },
      });
    }
    expect((await confirmEmail({ token: strangersAccount.token, password: ownersPassword })).body.code).toBe(
      'OLD_PASSWORD_WRONG',
    );
    expect((await confirmEmail({ token: strangersAccount.token, newPassword: 'short' })).body.code).toBe(
      'PASSWORD_RULE',
    );
    expect(await readEmailVerified(strangersAccount)).toBe(false);
    expect((await confirmEmail({ token: strangersAccount.token, password })).body).toEqual({ confirmed: true });
  });

  it('confirms by the session of the account, or by its password in another browser', async () => {
    const [firstAccount, secondAccount] = [await signUpAsStranger(), await signUpAsStranger()];
    expect((await confirmEmail({ token: firstAccount.token }, firstAccount.session)).body).toEqual({ confirmed: true });
    expect((await confirmEmail({ token: secondAccount.token, password })).body).toEqual({ confirmed: true });
    expect([await readEmailVerified(firstAccount), await readEmailVerified(secondAccount)]).toEqual([true, true]);
    expect([await isSignedIn(firstAccount), await isSignedIn(secondAccount)]).toEqual([true, true]);
    expect((await confirmEmail({ token: firstAccount.token }, firstAccount.session)).body.code).toBe('LINK_NOT_VALID');
  });

  it('with a new password gives the account to its owner, and ends the password and the sessions of the stranger', async () => {
    const strangersAccount = await signUpAsStranger();
    expect((await confirmEmail({ token: strangersAccount.token, newPassword: ownersPassword })).body).toEqual({
      confirmed: true,
    });
    await expectStrangerLockedOut(strangersAccount);
    expect(await canSignIn(strangersAccount, ownersPassword)).toBe(true);
    expect(await readEmailVerified(strangersAccount)).toBe(true);
  });

  it('cannot be used to guess the password', async () => {
    const strangersAccount = await signUpAsStranger();
    const errorCodes: unknown[] = [];
    for (let tryCount = 0; tryCount < 12; tryCount += 1) {
      errorCodes.push(
        (await confirmEmail({ token: strangersAccount.token, password: `Wrong!Password${tryCount}` })).body.code,
      );
    }
    expect(errorCodes.slice(-2)).toEqual(['RATE_LIMITED', 'RATE_LIMITED']);
  });
});

describe('"No, I did not make this account"', () => {
  it('removes the account with all that it has booked, and leaves the address to its owner', async () => {
    const strangersAccount = await signUpAsStranger();
    await postFromNewAddress('/api/users', { role: 'Buyer' }, strangersAccount.session);
    const [row] = (
      await server.context.pool.query('SELECT id, role FROM account WHERE email = $1', [strangersAccount.email])
    ).rows;
    if (row.role === null) await server.context.pool.query("UPDATE account SET role = 'Buyer' WHERE id = $1", [row.id]);
    const seller = await makeUser(server, 'Seller');
    const strangerUser: TestUser = {
      id: row.id,
      name: 'Squatter',
      email: strangersAccount.email,
      role: 'Buyer',
      token: strangersAccount.session,
    };
    await server.context.pool.query('UPDATE account SET email_verified = true WHERE id = $1', [row.id]);
    const bookingId = await bookListing(server, strangerUser, await makeCar(server, seller));
    await server.context.pool.query('UPDATE account SET email_verified = false WHERE id = $1', [row.id]);
    expect((await refuseAccount(strangersAccount.token)).body).toEqual({ removed: true });
    await expectStrangerLockedOut(strangersAccount);
    const { rows } = await server.context.pool.query('SELECT status FROM booking WHERE id = $1', [bookingId]);
    expect(rows).toEqual([{ status: 'cancelled' }]);
    expect((await refuseAccount(strangersAccount.token)).body.code).toBe('LINK_NOT_VALID');
    expect((await confirmEmail({ token: strangersAccount.token, newPassword: ownersPassword })).body.code).toBe(
      'LINK_NOT_VALID',
    );
    const ownersSignUpBody = { name: 'Owner', email: strangersAccount.email, password: ownersPassword, image: '' };
    expect((await postFromNewAddress('/api/auth/sign-up/email', ownersSignUpBody)).status).toBe(200);
  });

  it('removes no account whose address is confirmed, nor anything by another link', async () => {
    const strangersAccount = await signUpAsStranger();
    await server.context.pool.query('UPDATE account SET email_verified = true WHERE email = $1', [
      strangersAccount.email,
    ]);
    expect((await refuseAccount(strangersAccount.token)).body.code).toBe('LINK_NOT_VALID');
    expect((await refuseAccount('unknown')).body.code).toBe('LINK_NOT_VALID');
    expect(await isSignedIn(strangersAccount)).toBe(true);
  });

  it('and "yes" at the same time: only one of the two takes effect', async () => {
    for (let round = 0; round < 6; round += 1) {
      const strangersAccount = await signUpAsStranger();
      const answers = await Promise.all([
        refuseAccount(strangersAccount.token),
        confirmEmail({ token: strangersAccount.token, newPassword: ownersPassword }),
        confirmEmail({ token: strangersAccount.token }, strangersAccount.session),
      ]);
      const successfulAnswers = answers.filter(({ status }) => status === 200);
      expect(successfulAnswers).toHaveLength(1);
      expect(await readEmailVerified(strangersAccount)).toBe(successfulAnswers[0]?.body.confirmed);
    }
  });
});

describe('the owner of an address that a stranger has signed up with', () => {
  it('gets access by a mailed link for a new password, and the stranger loses it', async () => {
    const strangersAccount = await signUpAsStranger();
    await postFromNewAddress('/api/v1/password-resets', { email: strangersAccount.email });
    await deliverMails(server);
    const token = (await readMailsTo(server, strangersAccount.email)).at(-1)?.token;
    expect(
      (await postFromNewAddress('/api/v1/password-resets/completion', { token, password: ownersPassword })).status,
    ).toBe(200);
    await expectStrangerLockedOut(strangersAccount);
    expect((await refuseAccount(strangersAccount.token)).body.code).toBe('LINK_NOT_VALID');
    expect(await canSignIn(strangersAccount, ownersPassword)).toBe(true);
  });

  it('gets access by Google, and the stranger loses password, sessions and links', async () => {
    const strangersAccount = await signUpAsStranger();
    server.companyProvider.addPerson({
      login: strangersAccount.email,
      email: strangersAccount.email,
      verified: true,
      name: 'The Owner',
    });
    const browser = server.browser();
    // The authorisation code of the first answer is already used, so the browser is sent to the provider again without a
    // dialog.
    const secondSignInUrl = await browser.signIn(strangersAccount.email, '/ferrari');
    expect(secondSignInUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+\//);
    expect(await browser.returnFromProvider(await browser.visitCompany(secondSignInUrl, strangersAccount.email))).toBe(
      '/login?with=google&from=%2Fferrari',
    );
    await expectStrangerLockedOut(strangersAccount);
    expect((await confirmEmail({ token: strangersAccount.token, password })).body.code).toBe('LINK_NOT_VALID');
    const { rows } = await server.context.pool.query(
      `SELECT name, email_verified, (SELECT array_agg(provider_id) FROM credential WHERE account_id = account.id) AS ways
       FROM account WHERE email = $1`,
      [strangersAccount.email],
    );
    expect(rows).toEqual([{ name: 'The Owner', email_verified: true, ways: ['google'] }]);
  });

  const takeoverMethods = ['the link', 'a new password by mail', 'Google'] as const;
  type TakeoverMethod = (typeof takeoverMethods)[number];

  async function takeOverAccount(strangersAccount: StrangersAccount, takeoverMethod: TakeoverMethod): Promise<void> {
    if (takeoverMethod === 'the link')
      await confirmEmail({ token: strangersAccount.token, newPassword: ownersPassword });
    if (takeoverMethod === 'a new password by mail') {
      await postFromNewAddress('/api/v1/password-resets', { email: strangersAccount.email });
      await deliverMails(server);
      const token = (await readMailsTo(server, strangersAccount.email)).at(-1)?.token;
      await postFromNewAddress('/api/v1/password-resets/completion', { token, password: ownersPassword });
    }
    if (takeoverMethod === 'Google') {
      server.companyProvider.addPerson({
        login: strangersAccount.email,
        email: strangersAccount.email,
        verified: true,
      });
      await server.browser().signIn(strangersAccount.email);
    }
  }

  it.each(takeoverMethods)(
    'comes in by %s, and a second factor of the stranger keeps nobody out',
    async (takeoverMethod) => {
      const strangersAccount = await signUpAsStranger();
      await enrolAuthenticatorApp(server, strangersAccount.email, strangersAccount.session);
      await takeOverAccount(strangersAccount, takeoverMethod);
      if (takeoverMethod !== 'Google') expect(await canSignIn(strangersAccount, ownersPassword)).toBe(true);
      await expectStrangerLockedOut(strangersAccount);
      const remainingResult = await server.context.pool.query(
        'SELECT 1 FROM app_factor JOIN account ON account.id = account_id WHERE email = $1',
        [strangersAccount.email],
      );
      expect(remainingResult.rowCount).toBe(0);
    },
  );

  const queryRows = async (text: string, ...values: unknown[]): Promise<Record<string, unknown>[]> =>
    (await server.context.pool.query(text, values)).rows;

  /**
   * Makes a stranger's account a verified seller with a telephone number, a photo, three cars, a wish and a booking
   * with a hold.
   */
  async function addDataOfEveryKind(strangersAccount: StrangersAccount) {
    const [row] = await queryRows(
      `UPDATE account SET role = 'Seller', number = '9123 4567', photo_url = 'https://photos.example/a.jpg',
         verified_at = now(), email_verified = true WHERE email = $1 RETURNING id`,
      strangersAccount.email,
    );
    const id = row?.id as TestUser['id'];
    const stranger: TestUser = {
      id,
      name: 'Squatter',
      email: strangersAccount.email,
      role: 'Seller',
      token: strangersAccount.session,
    };
    const [seller, buyer] = [await makeUser(server, 'Seller'), await makeUser(server, 'Buyer')];
    const car = await makeCar(server, stranger);
    await makeCar(server, stranger, { status: 'draft' });
    const carIdToHide = await makeCar(server, stranger, { facts: { mileageKm: 4_321 } });
    const hidingRequest = { reason: 'The photos are of another car.' };
    const admin = await makeUser(server, 'admin');
    expect((await call(server, admin, 'POST', `/api/v1/listings/${carIdToHide}/hiding`, hidingRequest)).status).toBe(
      200,
    );
    const bookingId = await bookListing(server, buyer, car);
    const chargeBody = { paymentId: bookingId };
    expect((await call(server, buyer, 'POST', '/api/create-payment-intent', chargeBody)).status).toBe(200);
    const wishBody = { productId: await makeCar(server, seller) };
    expect((await call(server, stranger, 'POST', '/api/wishLists', wishBody)).status).toBe(200);
    await queryRows('UPDATE account SET email_verified = false WHERE id = $1', id);
    return { id, booking: bookingId };
  }

  const readAccountState = async (id: string) => ({
    account: await queryRows('SELECT role, number, photo_url, verified_at FROM account WHERE id = $1', id),
    cars: await queryRows('SELECT status, hidden_from FROM listing WHERE seller_id = $1 ORDER BY status', id),
    bookings: await queryRows('SELECT status, close_reason FROM booking WHERE seller_id = $1', id),
    open: await queryRows(
      "SELECT 1 FROM payment_attempt a JOIN listing l ON l.id = a.listing_id WHERE l.seller_id = $1 AND a.state = 'open'",
      id,
    ),
    wishes: await queryRows('SELECT 1 FROM wish WHERE wisher_id = $1', id),
  });

  it.each(takeoverMethods)('comes in by %s, and what the stranger has set and done ends', async (takeoverMethod) => {
    const strangersAccount = await signUpAsStranger();
    const { id } = await addDataOfEveryKind(strangersAccount);
    await takeOverAccount(strangersAccount, takeoverMethod);
    expect(await readAccountState(id)).toEqual({
      account: [{ role: 'Seller', number: null, photo_url: null, verified_at: null }],
      cars: [
        { status: 'draft', hidden_from: null },
        { status: 'hidden', hidden_from: 'withdrawn' },
        { status: 'withdrawn', hidden_from: null },
      ],
      bookings: [{ status: 'cancelled', close_reason: 'The account has another owner.' }],
      open: [],
      wishes: [],
    });
    expect(
      await queryRows(
        "SELECT 1 FROM audit_entry WHERE noun_id = ANY (SELECT id::text FROM listing WHERE seller_id = $1) AND action = 'withdraw'",
        id,
      ),
    ).toHaveLength(1);
  });

  it.each(['the link', 'a new password by mail'] as const)(
    'comes in by %s, and may change their name after a stranger has used up the name changes of a day',
    async (takeoverMethod) => {
      const strangersAccount = await signUpAsStranger();
      const renameAccount = async (name: string, authorization: string): Promise<number> =>
        (await server.app.inject({ method: 'PUT', url: '/api/v1/me', payload: { name }, headers: { authorization } }))
          .statusCode;
      for (const nameNumber of [1, 2])
        expect(await renameAccount(`Squatter ${nameNumber}`, strangersAccount.session)).toBe(200);
      expect(await renameAccount('Squatter again', strangersAccount.session)).toBe(429);
      await takeOverAccount(strangersAccount, takeoverMethod);
      const signInAnswer = await postFromNewAddress('/api/auth/sign-in/email', {
        email: strangersAccount.email,
        password: ownersPassword,
      });
      expect(await renameAccount('The Owner', String(signInAnswer.headers['set-auth-token']))).toBe(200);
    },
  );

  it('keeps everything when they prove that they made the account, by its session or its password', async () => {
    for (const ownershipProof of ['session', 'password'] as const) {
      const strangersAccount = await signUpAsStranger();
      const { id } = await addDataOfEveryKind(strangersAccount);
      const stateBefore = await readAccountState(id);
      const body = ownershipProof === 'session' ? {} : { password };
      expect(
        (
          await confirmEmail(
            { token: strangersAccount.token, ...body },
            ownershipProof === 'session' ? strangersAccount.session : undefined,
          )
        ).status,
      ).toBe(200);
      expect(await readAccountState(id)).toEqual(stateBefore);
    }
  });

  it.each(['a new password by mail', 'Google'] as const)(
    'comes in by %s to an account that an admin made, and number, verification, cars and wishes stay',
    async (takeoverMethod) => {
      const strangersAccount = await signUpAsStranger();
      const { id } = await addDataOfEveryKind(strangersAccount);
      await queryRows('UPDATE account SET must_change_password = true WHERE id = $1', id);
      const stateBefore = await readAccountState(id);
      await takeOverAccount(strangersAccount, takeoverMethod);
      const [account] = stateBefore.account;
      expect(await readAccountState(id)).toEqual({
        ...stateBefore,
        account: [{ ...account, photo_url: takeoverMethod === 'Google' ? null : account?.photo_url }],
      });
      expect(await readEmailVerified(strangersAccount)).toBe(true);
    },
  );

  it('is not a Google user whose address Google has not verified', async () => {
    const strangersAccount = await signUpAsStranger();
    server.companyProvider.addPerson({ login: strangersAccount.email, email: strangersAccount.email, verified: false });
    expect(await server.browser().signIn(strangersAccount.email)).toBe('/login?fault=email-not-verified');
    expect(await isSignedIn(strangersAccount)).toBe(true);
    expect(await readEmailVerified(strangersAccount)).toBe(false);
  });
});
