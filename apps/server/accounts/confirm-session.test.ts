import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Answer, call, makeUser, password, type TestUser } from '../testing/builders.ts';
import { payOrder } from '../testing/paid-order.ts';
import { dumpRows } from '../testing/row-dump.ts';
import { findAuthenticatorApp } from '../testing/second-step.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});
afterEach(() => server.setClock(() => new Date()));
afterAll(() => server.close());

/** Makes a user whose session began sixteen minutes ago. */
async function makeUserWithOldSession(role: TestUser['role']): Promise<TestUser> {
  const person = await makeUser(server, role);
  await backdateSession(person, 16);
  return person;
}

async function backdateSession(person: TestUser, minutes: number): Promise<void> {
  const sql = "UPDATE session SET created_at = now() - $2 * interval '1 minute' WHERE account_id = $1";
  await server.context.pool.query(sql, [person.id, minutes]);
}

let usedAddressCount = 0;
/** Returns an IP address that no other test of this file uses, because wrong passwords are counted per address. */
const makeClientAddress = (): string => `198.18.7.${++usedAddressCount}`;

async function confirmPassword(
  caller: TestUser | null,
  typedPassword = password,
  remoteAddress = makeClientAddress(),
): Promise<Answer> {
  const answer = await server.app.inject({
    method: 'PUT',
    url: '/api/v1/me/confirmation',
    payload: { password: typedPassword },
    remoteAddress,
    ...(caller === null ? {} : { headers: { authorization: caller.token } }),
  });
  return { status: answer.statusCode, body: answer.json(), headers: answer.headers };
}

const recentSignInRefusal = { status: 403, body: { code: 'RECENT_SIGN_IN_REQUIRED' } };

describe('an irreversible action of an admin', () => {
  const newUser = {
    name: 'New',
    email: 'new.user@people.example',
    password,
    role: 'Buyer',
    photoURL: 'https://photos.example/new.jpg',
  };
  const reasonBody = { reason: 'any' };
  type WriteCall = [method: 'POST' | 'DELETE', url: string, body?: object];
  type MakeWriteCall = (ids: { buyer: string; seller: string; order: string }) => WriteCall;
  const writeCases: readonly (readonly [string, number, MakeWriteCall])[] = [
    ['making an account', 201, () => ['POST', '/api/v1/accounts', newUser]],
    ['suspending one', 200, ({ buyer }) => ['POST', `/api/v1/accounts/${buyer}/suspension`, reasonBody]],
    ['ending a suspension', 200, ({ buyer }) => ['POST', `/api/v1/accounts/${buyer}/reinstatement`, reasonBody]],
    ['deleting a buyer', 200, ({ buyer }) => ['DELETE', `/api/Buyer/${buyer}`]],
    ['deleting a seller', 200, ({ seller }) => ['DELETE', `/api/seller/${seller}`]],
    ['giving money back', 200, ({ order }) => ['POST', `/api/v1/payments/${order}/refund`, reasonBody]],
    ['repairing', 404, () => ['POST', '/api/v1/reconciliation/findings/none/repair', {}]],
  ];

  it.each(writeCases)('asks for a sign-in of the last 15 minutes: %s', async (_caseName, status, makeWriteCall) => {
    const admin = await makeUserWithOldSession('admin');
    const seller = await makeUser(server, 'Seller');
    const { buyer, bookingId } = await payOrder(server, await makeUser(server, 'Seller'));
    const request = makeWriteCall({ buyer: buyer.id, seller: seller.id, order: bookingId });
    const rowsBefore = await dumpRows(server);
    expect(await call(server, admin, ...request)).toMatchObject(recentSignInRefusal);
    expect(await dumpRows(server)).toEqual(rowsBefore);
    await backdateSession(admin, 14);
    expect((await call(server, admin, ...request)).status).toBe(status);
  });

  it('is refused to other roles because of the role, and not because of the sign-in', async () => {
    const buyer = await makeUserWithOldSession('Buyer');
    const answer = await call(server, buyer, 'DELETE', `/api/Buyer/${buyer.id}`);
    expect(answer).toMatchObject({ status: 403, body: { code: 'ROLE_REQUIRED' } });
  });

  it('does not restrict reading and verifying, which need no recent sign-in', async () => {
    const [admin, seller] = [await makeUserWithOldSession('admin'), await makeUser(server, 'Seller')];
    expect((await call(server, admin, 'GET', '/api/usersrole')).status).toBe(200);
    expect((await call(server, admin, 'PUT', `/api/users/verify/${seller.id}`)).status).toBe(200);
  });
});

describe('confirming the password', () => {
  it("by itself moves no end of an admin's sign-in: after eight hours it is over, however often it was confirmed", async () => {
    const admin = await makeUser(server, 'admin');
    // A demo admin is the only kind of admin without a second factor.
    await server.context.pool.query('DELETE FROM app_factor WHERE account_id = $1', [admin.id]);
    await server.context.pool.query('UPDATE account SET is_demo = true WHERE id = $1', [admin.id]);
    const backdateSignInSql =
      "UPDATE session SET created_at = now() - $2 * interval '1 minute', signed_in_at = NULL WHERE account_id = $1";
    await server.context.pool.query(backdateSignInSql, [admin.id, 7 * 60 + 50]);
    const answer = await confirmPassword(admin);
    expect(answer.status).toBe(200);
    const seconds = Number(/Max-Age=(\d+)/.exec(String(answer.headers['set-cookie']))?.[1]);
    expect(seconds).toBeLessThanOrEqual(600);
    const userWithNewSession = { ...admin, token: String(answer.headers['set-auth-token']) };
    expect((await call(server, userWithNewSession, 'GET', '/api/v1/me/sessions')).status).toBe(200);
    // The user confirms their identity once more just before the second session ends. The third session ends at the
    // time at which the first session would have ended.
    const userWithLastSession = {
      ...userWithNewSession,
      token: String((await confirmPassword(userWithNewSession)).headers['set-auth-token']),
    };
    const timeAfterSecondSession = new Date(Date.now() + 11 * 60_000);
    server.setClock(() => timeAfterSecondSession);
    expect((await call(server, userWithLastSession, 'GET', '/api/v1/me/sessions')).status).toBe(401);
  });

  it('replaces the session after the second step, and calls that were refused before succeed', async () => {
    const [admin, buyer] = [await makeUserWithOldSession('admin'), await makeUser(server, 'Buyer')];
    // The absolute end of the session is eight hours after this sign-in.
    await server.context.pool.query('UPDATE session SET signed_in_at = $2 WHERE account_id = $1', [
      admin.id,
      new Date(server.context.now().getTime() - 3_600_000),
    ]);
    const confirmationAnswer = await confirmPassword(admin);
    expect(confirmationAnswer.status).toBe(202);
    expect(confirmationAnswer.headers['set-auth-token']).toBeUndefined();
    expect((await call(server, admin, 'DELETE', `/api/Buyer/${buyer.id}`)).body.code).toBe('RECENT_SIGN_IN_REQUIRED');
    const { token: waitingToken } = confirmationAnswer.body.secondStep as { token: string };
    const authenticatorApp = findAuthenticatorApp(server, admin.email);
    const answer = await server.app.inject({
      method: 'POST',
      url: '/api/auth/sign-in/second-step',
      payload: { token: waitingToken, recoveryCode: authenticatorApp?.recoveryCodes.pop() },
    });
    const token = String(answer.headers['set-auth-token']);
    expect(token).not.toBe(admin.token);
    const seconds = /session_token=.+; Max-Age=(\d+); .*HttpOnly/.exec(String(answer.headers['set-cookie']))?.[1];
    expect(Number(seconds)).toBeGreaterThan(6 * 3_600);
    expect(Number(seconds)).toBeLessThanOrEqual(7 * 3_600);
    expect((await call(server, admin, 'GET', '/api/v1/me/sessions')).status).toBe(401);
    const userWithNewSession = { ...admin, token };
    const { body } = await call(server, userWithNewSession, 'GET', '/api/v1/me/sessions');
    expect(body.sessions).toMatchObject([{ current: true }]);
    expect((await call(server, userWithNewSession, 'DELETE', `/api/Buyer/${buyer.id}`)).body).toMatchObject({
      deletedCount: 1,
    });
  });

  it('works with only the cookie, and the response sets no other session cookie', async () => {
    const buyer = await makeUser(server, 'Buyer');
    // The old session is also due for an extension, which would send the cookie of the old session again.
    const expireSessionSql = "UPDATE session SET expires_at = now() + interval '2 days' WHERE account_id = $1";
    await server.context.pool.query(expireSessionSql, [buyer.id]);
    const sendWithCookie = (cookie: string, method: 'GET' | 'PUT', url: string, payload?: object) =>
      server.app.inject({
        method,
        url,
        remoteAddress: makeClientAddress(),
        headers: { cookie, origin: server.context.config.publicUrl },
        ...(payload === undefined ? {} : { payload }),
      });
    const cookie = `carhouse.session_token=${encodeURIComponent(buyer.token)}`;
    const answer = await sendWithCookie(cookie, 'PUT', '/api/v1/me/confirmation', { password });
    expect(answer.statusCode).toBe(200);
    const setCookieHeaders = [answer.headers['set-cookie']].flat();
    expect(setCookieHeaders).toHaveLength(1);
    const newCookie = String(setCookieHeaders[0]).split(';')[0] ?? '';
    expect((await sendWithCookie(newCookie, 'GET', '/api/v1/me')).json().user.email).toBe(buyer.email);
    expect((await sendWithCookie(cookie, 'GET', '/api/v1/me')).json().user).toBeNull();
  });

  it('with a wrong password changes nothing, and is counted with the sign-ins of account and address', async () => {
    // The test's clock does not advance, so that the waiting time after a refused attempt does not end while the test runs.
    const now = new Date();
    server.setClock(() => now);
    const admin = await makeUserWithOldSession('admin');
    expect(await confirmPassword(admin, 'Wrong!Password1')).toMatchObject({
      status: 422,
      body: { code: 'OLD_PASSWORD_WRONG' },
    });
    expect((await call(server, admin, 'GET', '/api/v1/me/sessions')).status).toBe(200);
    const errorCodes: unknown[] = [];
    // Each attempt comes from another IP address, because an attacker with a stolen session can use many addresses.
    for (let tryCount = 0; tryCount < 11; tryCount += 1)
      errorCodes.push((await confirmPassword(admin, 'Wrong!Password1')).body.code);
    expect(errorCodes).toEqual([...Array(9).fill('OLD_PASSWORD_WRONG'), ...Array(2).fill('RATE_LIMITED')]);
    expect((await confirmPassword(admin)).status).toBe(429);
    const sharedIpAddress = makeClientAddress();
    const otherBuyers = await Promise.all(Array.from({ length: 7 }, () => makeUser(server, 'Buyer')));
    const errorCodesAtSharedAddress: unknown[] = [];
    for (const otherBuyer of otherBuyers)
      errorCodesAtSharedAddress.push((await confirmPassword(otherBuyer, 'Wrong!Password1', sharedIpAddress)).body.code);
    expect(errorCodesAtSharedAddress.filter((code) => code === 'RATE_LIMITED')).toHaveLength(2);
    expect(await call(server, admin, 'DELETE', `/api/Buyer/${admin.id}`)).toMatchObject(recentSignInRefusal);
  });

  it('is not for visitors, nor for people without a password', async () => {
    expect((await confirmPassword(null)).status).toBe(401);
    const buyer = await makeUser(server, 'Buyer');
    const removePasswordSql = "UPDATE credential SET password = NULL, provider_id = 'google' WHERE account_id = $1";
    await server.context.pool.query(removePasswordSql, [buyer.id]);
    expect(await confirmPassword(buyer)).toMatchObject(recentSignInRefusal);
    expect((await call(server, buyer, 'GET', '/api/v1/me/sessions')).status).toBe(200);
  });
});
