import { randomInt } from 'node:crypto';
import { generateLinkToken } from '@carhouse/auth/link-tokens';
import { computeAppCode, computeTimeStepAt } from '@carhouse/auth/testing/app-code';
import { saveLink } from '@carhouse/database/accounts/account-links';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sendNotice } from '../accounts/send-notice.ts';
import type { JobData } from '../jobs/queues.ts';
import { call, makeUser, password, signIn, type TestUser } from '../testing/builders.ts';
import { readMailsTo } from '../testing/mailbox.ts';
import {
  enrolAuthenticatorApp,
  makeNextAppCode,
  proveByApp,
  type TestAuthenticatorApp,
} from '../testing/second-step.ts';
import { createSoftPasskey, type SoftPasskey } from '../testing/soft-passkey.ts';
import { unlimitedProtection } from '../testing/test-node.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

const origin = 'http://localhost:3000';
const factorPath = '/api/v1/me/second-factor';
const otherPassword = 'Other!Harbour9';

let server: TestServer;
let seller: TestUser;
let app: TestAuthenticatorApp;

beforeAll(async () => {
  server = await startTestServer(unlimitedProtection, undefined, { PUBLIC_URL: origin });
});
afterAll(() => server.close());
beforeEach(async () => {
  server.setClock(() => new Date());
  seller = await makeUser(server, 'Seller');
  await server.context.pool.query('UPDATE account SET email_verified = true WHERE id = $1', [seller.id]);
  app = await enrolAuthenticatorApp(server, seller.email, seller.token);
  seller = { ...seller, token: app.token };
  await takeNotices(seller);
});

type PasskeyOptions = { readonly challenge: string };

const post = (url: string, payload: object) =>
  server.app.inject({
    method: 'POST',
    url: `/api/auth${url}`,
    payload,
    remoteAddress: `198.18.${randomInt(1, 255)}.${randomInt(1, 255)}`,
  });
const sendProof = (caller: TestUser, answer: object) => call(server, caller, 'PUT', `${factorPath}/proof`, answer);
const proveFactorAs = async (caller: TestUser): Promise<TestUser> => ({
  ...caller,
  token: await proveByApp(server, caller.email, caller.token),
});

/** Takes the notices to this user out of the job queue and returns them. */
async function takeNotices(caller: TestUser): Promise<JobData['account-notice'][]> {
  const { rows } = await server.context.pool.query<{ data: JobData['account-notice'] }>(
    "DELETE FROM pgboss.job WHERE name = 'account-notice' AND data->>'accountId' = $1 RETURNING data",
    [caller.id],
  );
  return rows.map(({ data }) => data);
}

async function addPasskey(caller: TestUser): Promise<SoftPasskey> {
  const passkey = createSoftPasskey(origin);
  const { body } = await call(server, caller, 'PUT', `${factorPath}/passkey-options`);
  const passkeyFields = { name: 'Phone', passkey: passkey.create(body.options as PasskeyOptions) };
  expect((await call(server, caller, 'PUT', `${factorPath}/passkeys`, passkeyFields)).status).toBe(200);
  return passkey;
}

/** Every call that changes the sign-in methods of an account, exports its data or deletes it. */
const factorChangeCalls = [
  ['PUT', `${factorPath}/app/draft`, undefined],
  ['PUT', `${factorPath}/app`, { code: '000000' }],
  ['DELETE', `${factorPath}/app`, undefined],
  ['PUT', `${factorPath}/passkey-options`, undefined],
  ['PUT', `${factorPath}/passkeys`, { name: 'Key', passkey: {} }],
  ['DELETE', `${factorPath}/passkeys/00000000-0000-7000-8000-000000000000`, undefined],
  ['PUT', `${factorPath}/recovery-codes`, undefined],
  ['PUT', '/api/v1/me/password', { oldPassword: password, newPassword: otherPassword }],
  ['POST', '/api/v1/me/credentials/google', {}],
  ['DELETE', '/api/v1/me/credentials/google', undefined],
  ['GET', '/api/v1/me/export', undefined],
  ['DELETE', '/api/v1/me', { password }],
] as const;

/** Returns everything that an attacker could have changed. */
async function readSignInRecords(caller: TestUser): Promise<unknown> {
  const { rows } = await server.context.pool.query(
    `SELECT (SELECT array_agg(f::text) FROM app_factor f WHERE account_id = $1) AS apps,
            (SELECT array_agg(d::text) FROM app_factor_draft d WHERE account_id = $1) AS drafts,
            (SELECT array_agg(p::text) FROM passkey p WHERE account_id = $1) AS passkeys,
            (SELECT array_agg(r::text ORDER BY code_hash) FROM recovery_code r WHERE account_id = $1) AS codes,
            (SELECT array_agg(c::text) FROM credential c WHERE account_id = $1) AS credentials`,
    [caller.id],
  );
  return rows;
}

async function expectRefusal(caller: TestUser): Promise<void> {
  const recordsBeforeCalls = await readSignInRecords(caller);
  for (const [method, url, body] of factorChangeCalls) {
    const answer = await call(server, caller, method, url, body);
    expect([method, url, answer.status, answer.body.code]).toEqual([method, url, 403, 'SECOND_FACTOR_PROOF_REQUIRED']);
  }
  expect(await readSignInRecords(caller)).toEqual(recordsBeforeCalls);
}

describe('a session of an account that has a second factor', () => {
  it('may not change the sign-in methods when it has just begun, by the second factor too', async () => {
    await expectRefusal(seller);
    await expectRefusal({ ...seller, token: await signIn(server, seller.email) });
  });

  it('changes them for five minutes after a proof, and no longer', async () => {
    const deletionStart = new Date();
    const sellerWithProof = await proveFactorAs(seller);
    server.setClock(() => new Date(deletionStart.getTime() + 4 * 60_000));
    expect((await call(server, sellerWithProof, 'PUT', `${factorPath}/recovery-codes`)).status).toBe(200);
    server.setClock(() => new Date(deletionStart.getTime() + 6 * 60_000));
    await expectRefusal(sellerWithProof);
  });

  it('exports the data and deletes the account after a proof', async () => {
    const sellerWithProof = await proveFactorAs(seller);
    expect((await call(server, sellerWithProof, 'GET', '/api/v1/me/export')).status).toBe(200);
    const deletionAnswer = await call(server, sellerWithProof, 'DELETE', '/api/v1/me', { password });
    expect(deletionAnswer).toMatchObject({ status: 200, body: { deletedCount: 1 } });
  });

  it('gets a new token by a proof, and the old one, of which a thief may have a copy, is not valid any more', async () => {
    const sellerWithProof = await proveFactorAs(seller);
    expect(sellerWithProof.token).not.toBe(seller.token);
    expect((await call(server, seller, 'GET', '/api/v1/me/sessions')).status).toBe(401);
    expect((await call(server, sellerWithProof, 'GET', '/api/v1/me/sessions')).status).toBe(200);
  });

  it('does not extend its proof to another session of the user', async () => {
    const otherSession = { ...seller, token: await signIn(server, seller.email) };
    await proveFactorAs(seller);
    await expectRefusal(otherSession);
  });

  it('stays as old as it was: the proof is no recent sign-in', async () => {
    const sellerWithProof = await proveFactorAs(seller);
    const backdateSessionSql = "UPDATE session SET created_at = now() - interval '16 minutes' WHERE account_id = $1";
    await server.context.pool.query(backdateSessionSql, [seller.id]);
    expect((await call(server, sellerWithProof, 'PUT', `${factorPath}/recovery-codes`)).body.code).toBe(
      'RECENT_SIGN_IN_REQUIRED',
    );
  });

  it('has proved a factor where its person has confirmed it by the password and the second step', async () => {
    const confirmationAnswer = await call(server, seller, 'PUT', '/api/v1/me/confirmation', { password });
    const { token } = confirmationAnswer.body.secondStep as { token: string };
    const signInAnswer = await post('/sign-in/second-step', { token, ...(await makeNextAppCode(server, app)) });
    const sellerWithProof = { ...seller, token: String(signInAnswer.headers['set-auth-token']) };
    expect((await call(server, sellerWithProof, 'PUT', `${factorPath}/recovery-codes`)).status).toBe(200);
  });
});

describe('a proof', () => {
  it('is asked for in the ways that the account has', async () => {
    const proofOptions = await call(server, seller, 'PUT', `${factorPath}/proof-options`);
    expect(proofOptions.body).toEqual({ ways: ['app', 'recovery-code'], passkey: null });
  });

  it('takes a code of the app once, when two come at once', async () => {
    const otherSession = { ...seller, token: await signIn(server, seller.email) };
    const code = computeAppCode(app.secret, computeTimeStepAt(server.context.now()) + 1);
    const answers = await Promise.all([sendProof(seller, { code }), sendProof(otherSession, { code })]);
    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 422]);
    expect(answers.map(({ body }) => body.code)).toContain('SECOND_FACTOR_WRONG');
  });

  it('takes a recovery code once, when two come at once', async () => {
    const otherSession = { ...seller, token: await signIn(server, seller.email) };
    const [recoveryCode] = app.recoveryCodes;
    const answers = await Promise.all([sendProof(seller, { recoveryCode }), sendProof(otherSession, { recoveryCode })]);
    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 422]);
  });

  it('takes an assertion of a passkey once, and for the session that it was asked for', async () => {
    let sellerWithProof = await proveFactorAs(seller);
    const passkey = await addPasskey(sellerWithProof);
    const otherSession = { ...seller, token: await signIn(server, seller.email) };
    const { body } = await call(server, sellerWithProof, 'PUT', `${factorPath}/proof-options`);
    const passkeyProof = { passkey: passkey.get(body.passkey as PasskeyOptions) };
    expect((await sendProof(otherSession, passkeyProof)).body.code).toBe('SECOND_FACTOR_WRONG');
    const firstAnswer = await sendProof(sellerWithProof, passkeyProof);
    expect(firstAnswer.status).toBe(200);
    sellerWithProof = { ...sellerWithProof, token: String(firstAnswer.headers['set-auth-token']) };
    expect((await sendProof(sellerWithProof, passkeyProof)).body.code).toBe('SECOND_FACTOR_WRONG');
    // A passkey's response to the challenge of a sign-in is not accepted as a proof in a session.
    const passwordlessOptions = (await post('/sign-in/passkey/challenge', {})).json<PasskeyOptions>();
    expect((await sendProof(sellerWithProof, { passkey: passkey.get(passwordlessOptions) })).body.code).toBe(
      'SECOND_FACTOR_WRONG',
    );
  });

  it('is counted with the wrong codes of sign-ins', async () => {
    const startedAtMs = Date.now();
    const errorCodes: unknown[] = [];
    for (let tryCount = 0; tryCount < 12; tryCount += 1) {
      server.setClock(() => new Date(startedAtMs + tryCount * 40_000));
      errorCodes.push((await sendProof(seller, { code: '000000' })).body.code);
    }
    expect(errorCodes.slice(0, 5)).toEqual(Array.from({ length: 5 }, () => 'SECOND_FACTOR_WRONG'));
    expect(errorCodes.at(-1)).toBe('RATE_LIMITED');
  });

  it.each([{}, { code: '000000', recoveryCode: 'x' }, { code: 1 }, { other: '1' }])(
    'is refused: %j',
    async (answer) => {
      expect((await sendProof(seller, answer)).status).toBe(422);
    },
  );

  it('of a factor that is not there is wrong', async () => {
    const userWithoutFactor = await makeUser(server, 'Buyer');
    expect((await sendProof(userWithoutFactor, { code: '000000' })).body.code).toBe('SECOND_FACTOR_WRONG');
    expect((await sendProof(userWithoutFactor, { recoveryCode: app.recoveryCodes[0] })).body.code).toBe(
      'SECOND_FACTOR_WRONG',
    );
  });
});

describe('a change of the sign-in methods', () => {
  const readRecordedNotices = async (caller: TestUser): Promise<unknown[]> => {
    const text = 'SELECT action, after FROM audit_entry WHERE noun_id = $1 ORDER BY at, id';
    return (await server.context.pool.query(text, [caller.id])).rows;
  };

  it('ends the other sessions, is in the audit and in the security log, and brings its person a mail', async () => {
    const otherSession = { ...seller, token: await signIn(server, seller.email) };
    const sellerWithProof = await proveFactorAs(seller);
    expect((await call(server, sellerWithProof, 'PUT', `${factorPath}/recovery-codes`)).status).toBe(200);
    expect((await call(server, otherSession, 'GET', '/api/v1/me/sessions')).status).toBe(401);
    expect((await readRecordedNotices(seller)).at(-1)).toEqual({
      action: 'replace-recovery-codes',
      after: { endedSessions: 1 },
    });
    await server.context.securityLog.flush();
    const eventsResult = await server.context.pool.query(
      "SELECT 1 FROM security_event WHERE event = 'second-factor' AND result = 'allowed' AND route = $1",
      ['PUT /api/v1/me/second-factor/recovery-codes'],
    );
    expect(eventsResult.rows.length).toBeGreaterThan(0);
    const notices = await takeNotices(seller);
    expect(notices).toMatchObject([{ notice: 'recovery-codes-replaced', accountId: seller.id }]);
    for (const notice of notices) await sendNotice(server.context, notice);
    expect(await readMailsTo(server, seller.email)).toMatchObject([{ subject: 'Your recovery codes were replaced' }]);
  });

  it('names the change', async () => {
    const sellerWithProof = await proveFactorAs(seller);
    await addPasskey(sellerWithProof);
    await enrolAuthenticatorApp(server, seller.email, sellerWithProof.token);
    await call(server, sellerWithProof, 'DELETE', `${factorPath}/app`);
    const passwordChangeBody = { oldPassword: password, newPassword: otherPassword };
    expect((await call(server, sellerWithProof, 'PUT', '/api/v1/me/password', passwordChangeBody)).status).toBe(200);
    const reply = (await takeNotices(seller)).map(({ notice }) => notice).sort();
    expect(reply).toEqual(['app-replaced', 'password-changed', 'second-factor-added', 'second-factor-removed']);
  });

  it('gives the session another token when it is the first factor, and the browser its cookie', async () => {
    const userWithoutFactor = await makeUser(server, 'Buyer');
    const otherSeller = await makeUser(server, 'Seller');
    const passkey = createSoftPasskey(origin);
    const { body } = await call(server, userWithoutFactor, 'PUT', `${factorPath}/passkey-options`);
    const passkeyFields = { name: 'Phone', passkey: passkey.create(body.options as PasskeyOptions) };
    const addAnswer = await call(server, userWithoutFactor, 'PUT', `${factorPath}/passkeys`, passkeyFields);
    expect(addAnswer.status).toBe(200);
    // A copy of the old token is no longer accepted.
    expect((await call(server, userWithoutFactor, 'GET', '/api/v1/me/sessions')).status).toBe(401);
    const sellerWithProof = { ...userWithoutFactor, token: String(addAnswer.headers['set-auth-token']) };
    const sessions = (await call(server, sellerWithProof, 'GET', '/api/v1/me/sessions')).body.sessions;
    expect(sessions).toMatchObject([{ current: true }]);
    const cookie = String(addAnswer.headers['set-cookie']);
    const cookieHeaders = { cookie: cookie.split(';')[0] ?? '' };
    const me = await server.app.inject({ url: '/api/v1/me', headers: cookieHeaders });
    expect(me.json().user).toMatchObject({ _id: userWithoutFactor.id });
    const app = await enrolAuthenticatorApp(server, otherSeller.email, otherSeller.token);
    expect(app.token).not.toBe(otherSeller.token);
    expect((await call(server, otherSeller, 'GET', '/api/v1/me/sessions')).status).toBe(401);
  });

  it('brings a mail also when it is the first factor of an account', async () => {
    const userWithoutFactor = await makeUser(server, 'Buyer');
    await enrolAuthenticatorApp(server, userWithoutFactor.email, userWithoutFactor.token);
    expect(await takeNotices(userWithoutFactor)).toMatchObject([
      { notice: 'second-factor-added', accountId: userWithoutFactor.id },
    ]);
  });
});

describe('a password that is reset by mail', () => {
  async function resetPassword(caller: TestUser): Promise<void> {
    const { token, hash } = generateLinkToken();
    const [createdAt, expiresAt] = [new Date(), new Date(Date.now() + 600_000)];
    const link = { accountId: caller.id, purpose: 'reset-password', tokenHash: hash, email: caller.email } as const;
    await saveLink(server.context.database, { ...link, createdAt, expiresAt });
    const resetBodyWithToken = { token, password: otherPassword };
    expect((await call(server, null, 'POST', '/api/v1/password-resets/completion', resetBodyWithToken)).status).toBe(
      200,
    );
  }
  const signInWithPasskey = async (passkey: SoftPasskey) =>
    post('/sign-in/passkey', {
      passkey: passkey.get((await post('/sign-in/passkey/challenge', {})).json<PasskeyOptions>()),
    });

  it('leaves the second factors, and the mail lists them without the names that they were given', async () => {
    await addPasskey(await proveFactorAs(seller));
    // 16:30 UTC is half past midnight of the next day in Singapore.
    const moveFactorDate = (table: string, at: string) =>
      server.context.pool.query(`UPDATE ${table} SET created_at = $2 WHERE account_id = $1`, [seller.id, at]);
    await moveFactorDate('app_factor', '2026-02-28T16:30:00Z');
    await moveFactorDate('passkey', '2026-03-01T16:30:00Z');
    await takeNotices(seller);
    await resetPassword(seller);
    const notices = await takeNotices(seller);
    expect(notices).toMatchObject([{ notice: 'password-reset', accountId: seller.id }]);
    for (const notice of notices) await sendNotice(server.context, notice);
    const [mail] = await readMailsTo(server, seller.email);
    expect(mail?.subject).toBe('Your password was reset');
    expect(mail?.text).toContain('- an authenticator app, since 2026-03-01');
    expect(mail?.text).toContain('- a passkey, added 2026-03-02');
    expect(mail?.text).not.toContain('Phone');
    const answer = await post('/sign-in/email', { email: seller.email, password: otherPassword });
    expect(answer.statusCode).toBe(202);
  });

  it('takes from a passkey that a thief has added the right to sign in alone', async () => {
    const passkey = await addPasskey(await proveFactorAs(seller));
    expect((await signInWithPasskey(passkey)).statusCode).toBe(200);
    await resetPassword(seller);
    const lateAnswer = await signInWithPasskey(passkey);
    expect([lateAnswer.statusCode, lateAnswer.json().code]).toEqual([403, 'PASSWORD_NEEDED']);
    // The owner regains access by a sign-in with the new password.
    const signInStartAnswer = await post('/sign-in/email', { email: seller.email, password: otherPassword });
    const { token } = signInStartAnswer.json().secondStep;
    const options = (await post('/sign-in/second-step/passkey', { token })).json<PasskeyOptions>();
    expect((await post('/sign-in/second-step', { token, passkey: passkey.get(options) })).statusCode).toBe(200);
    expect((await signInWithPasskey(passkey)).statusCode).toBe(200);
  });
});

it('an admin does not sign in by a passkey alone', async () => {
  const admin = await makeUser(server, 'admin');
  const passkey = await addPasskey(await proveFactorAs(admin));
  const options = (await post('/sign-in/passkey/challenge', {})).json<PasskeyOptions>();
  const answer = await post('/sign-in/passkey', { passkey: passkey.get(options) });
  expect([answer.statusCode, answer.json().code]).toEqual([403, 'PASSWORD_NEEDED']);
  expect(answer.headers['set-cookie']).toBeUndefined();
});
