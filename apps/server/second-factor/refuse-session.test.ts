import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { generateLinkToken } from '@carhouse/auth/link-tokens';
import { saveLink } from '@carhouse/database/accounts/account-links';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call, makeUser, password, type TestUser } from '../testing/builders.ts';
import { startTestServerWithOpenid, type TestServerWithOpenid } from '../testing/openid-server.ts';
import { enrolAuthenticatorApp, makeNextAppCode, type TestAuthenticatorApp } from '../testing/second-step.ts';

let server: TestServerWithOpenid;
let seller: TestUser;
let app: TestAuthenticatorApp;

beforeAll(async () => {
  server = await startTestServerWithOpenid();
  seller = await makeUser(server, 'Seller');
  await server.context.pool.query('UPDATE account SET email_verified = true WHERE id = $1', [seller.id]);
  app = await enrolAuthenticatorApp(server, seller.email, seller.token);
  seller = { ...seller, token: app.token };
});
afterAll(() => server.close());

const countSessionsOfAccount = async (id: string): Promise<number> =>
  (await server.context.pool.query('SELECT 1 FROM session WHERE account_id = $1', [id])).rows.length;
const signIn = (secret = password) =>
  server.app.inject({
    method: 'POST',
    url: '/api/auth/sign-in/email',
    payload: { email: seller.email, password: secret },
  });

/** Returns the token of a new link, as a mail would contain it. */
async function makeLinkToken(purpose: 'reset-password' | 'confirm-email', caller: TestUser = seller): Promise<string> {
  const { token, hash } = generateLinkToken();
  const [createdAt, expiresAt] = [new Date(), new Date(Date.now() + 600_000)];
  const link = { accountId: caller.id, purpose, tokenHash: hash, email: caller.email, createdAt, expiresAt };
  await saveLink(server.context.database, link);
  return token;
}

/**
 * All files of the product that create sessions. Each session that these files create has passed the second factor,
 * unless its account has no second factor. Two cases of the sign-in library are not listed: its sign-up creates an
 * account without a second factor, and its sign-in by OpenID ends before it creates a session (sign-in-library.ts). The
 * demo orders are seeded in a session of the demo's admin, whose token is never used.
 */
const allowedSessionFiles = [
  'apps/server/startup/seed-orders.ts',
  'packages/auth/second-step.ts',
  'packages/auth/sessions.ts',
];

describe('a session', () => {
  it('is created only in these files', () => {
    const projectFolder = fileURLToPath(new URL('../../../', import.meta.url));
    const sources = ['apps/server', 'packages'].flatMap((folder) =>
      readdirSync(join(projectFolder, folder), { recursive: true, encoding: 'utf8' }).map(
        (name) => `${folder}/${name}`,
      ),
    );
    const sourceFiles = sources.filter(
      (path) => /\.ts$/.test(path) && !/testing\/|\.test\.ts$|node_modules/.test(path),
    );
    const sessionCreatingFiles = sourceFiles.filter((path) =>
      /INSERT INTO session\b|insertInto\('session'\)/.test(readFileSync(join(projectFolder, path), 'utf8')),
    );
    expect(sourceFiles.length).toBeGreaterThan(200);
    expect(sessionCreatingFiles.sort()).toEqual(allowedSessionFiles);
  });

  it('without the second factor is refused by the database, no matter who writes it', async () => {
    const insertSession = (extraColumns: string, value: string) =>
      server.context.pool.query(
        `INSERT INTO session (id, account_id, token, expires_at${extraColumns})
         VALUES (gen_random_uuid(), $1, gen_random_uuid()::text, now() + interval '1 hour'${value})`,
        [seller.id],
      );
    await expect(insertSession('', '')).rejects.toMatchObject({ constraint: 'session_second_factor_check' });
    await insertSession(', second_factor', ', true');
  });

  it('from before the factor was added has ended, and one that was written around it opens nothing', async () => {
    const person = await makeUser(server, 'Buyer');
    const otherAnswer = await server.app.inject({
      method: 'POST',
      url: '/api/auth/sign-in/email',
      payload: { email: person.email, password },
    });
    const token = String(otherAnswer.headers['set-auth-token']);
    const personWithApp = { ...person, token: (await enrolAuthenticatorApp(server, person.email, person.token)).token };
    expect((await call(server, { ...person, token }, 'GET', '/api/v1/me/sessions')).status).toBe(401);
    expect((await call(server, personWithApp, 'GET', '/api/v1/me/sessions')).status).toBe(200);
    await server.context.pool.query('UPDATE session SET second_factor = false WHERE account_id = $1', [person.id]);
    expect((await call(server, personWithApp, 'GET', '/api/v1/me/sessions')).status).toBe(401);
  });
});

describe('a sign-in by an OpenID provider', () => {
  it('asks for the second factor too, and goes on to where it was asked for', async () => {
    const email = 'mei@people.example';
    const browser = server.browser();
    await browser.signIn(email);
    const firstToken = decodeURIComponent(browser.cookies.get('carhouse.session_token') ?? '');
    const authenticatorApp = await enrolAuthenticatorApp(server, email, firstToken);
    const { id } = (await server.context.pool.query('SELECT id FROM account WHERE email = $1', [email])).rows[0];
    const previousSessionCount = await countSessionsOfAccount(id);

    const secondBrowser = server.browser();
    const landingPath = await secondBrowser.signIn(email, '/ferrari');
    expect(landingPath).toMatch(/^\/login\?with=google&from=%2Fferrari#second-step=[\w-]{43}&ways=app\+recovery-code$/);
    expect(secondBrowser.cookies.has('carhouse.session_token')).toBe(false);
    expect(await countSessionsOfAccount(id)).toBe(previousSessionCount);

    const token = new URLSearchParams(landingPath.split('#')[1]).get('second-step');
    const signInAnswer = await secondBrowser.call('POST', '/api/auth/sign-in/second-step', {
      token,
      ...(await makeNextAppCode(server, authenticatorApp)),
    });
    expect(signInAnswer.status).toBe(200);
    expect(secondBrowser.cookies.has('carhouse.session_token')).toBe(true);
    expect(await secondBrowser.call('POST', '/api/googlebuyer', {})).toMatchObject({ status: 200 });
  });
});

describe('a mailed link', () => {
  it('for a new password makes no session and leaves the second factor', async () => {
    const signInStartAnswer = await signIn();
    const otherPassword = 'Other!Harbour9';
    const resetBodyWithToken = { token: await makeLinkToken('reset-password'), password: otherPassword };
    const answer = await call(server, null, 'POST', '/api/v1/password-resets/completion', resetBodyWithToken);
    expect([answer.status, answer.headers['set-cookie'], answer.headers['set-auth-token']]).toEqual([
      200,
      undefined,
      undefined,
    ]);
    expect(await countSessionsOfAccount(seller.id)).toBe(0);
    expect((await signIn(otherPassword)).statusCode).toBe(202);
    // A sign-in that began with the old password fails.
    const payload = { token: signInStartAnswer.json().secondStep.token, recoveryCode: app.recoveryCodes[0] };
    const lateAnswer = await server.app.inject({ method: 'POST', url: '/api/auth/sign-in/second-step', payload });
    expect(lateAnswer.json().code).toBe('SIGN_IN_ENDED');
  });

  it('that confirms the address makes none', async () => {
    const person = await makeUser(server, 'Buyer');
    await enrolAuthenticatorApp(server, person.email, person.token);
    const previousSessionCount = await countSessionsOfAccount(person.id);
    const resetBody = { token: await makeLinkToken('confirm-email', person), password };
    const answer = await call(server, null, 'POST', '/api/v1/email-confirmations', resetBody);
    expect([answer.status, answer.headers['set-cookie'], answer.headers['set-auth-token']]).toEqual([
      200,
      undefined,
      undefined,
    ]);
    expect(await countSessionsOfAccount(person.id)).toBe(previousSessionCount);
  });
});

it('the mails of an admin who has not confirmed their address do not take the second factor away', async () => {
  const admin = await makeUser(server, 'admin');
  const newPassword = 'Other!Harbour9';
  const resetBodyWithToken = { token: await makeLinkToken('reset-password', admin), password: newPassword };
  expect((await call(server, null, 'POST', '/api/v1/password-resets/completion', resetBodyWithToken)).status).toBe(200);
  const unconfirmEmailSql = 'UPDATE account SET email_verified = false WHERE id = $1';
  await server.context.pool.query(unconfirmEmailSql, [admin.id]);
  const confirmationBody = { token: await makeLinkToken('confirm-email', admin), newPassword };
  expect((await call(server, null, 'POST', '/api/v1/email-confirmations', confirmationBody)).status).toBe(200);
  const payload = { email: admin.email, password: newPassword };
  const answer = await server.app.inject({ method: 'POST', url: '/api/auth/sign-in/email', payload });
  expect(answer.statusCode).toBe(202);
});

it('a sign-up with the address of the account makes none', async () => {
  const previousSessionCount = await countSessionsOfAccount(seller.id);
  const payload = { name: 'Thief', email: seller.email, password: 'Quiet!Harbour7', image: 'https://a.example/b.png' };
  const answer = await server.app.inject({ method: 'POST', url: '/api/auth/sign-up/email', payload });
  expect(answer.statusCode).toBe(422);
  expect(answer.headers['set-cookie']).toBeUndefined();
  expect(await countSessionsOfAccount(seller.id)).toBe(previousSessionCount);
});

it('a suspension between the two steps ends the sign-in', async () => {
  const person = await makeUser(server, 'Buyer');
  const authenticatorApp = await enrolAuthenticatorApp(server, person.email, person.token);
  const admin = await makeUser(server, 'admin');
  const signInStartAnswer = await server.app.inject({
    method: 'POST',
    url: '/api/auth/sign-in/email',
    payload: { email: person.email, password },
  });
  await call(server, admin, 'POST', `/api/v1/accounts/${person.id}/suspension`, { reason: 'any' });
  const payload = {
    token: signInStartAnswer.json().secondStep.token,
    ...(await makeNextAppCode(server, authenticatorApp)),
  };
  const lateAnswer = await server.app.inject({ method: 'POST', url: '/api/auth/sign-in/second-step', payload });
  expect(lateAnswer.json().code).toBe('SIGN_IN_ENDED');
  expect(await countSessionsOfAccount(person.id)).toBe(0);
});
