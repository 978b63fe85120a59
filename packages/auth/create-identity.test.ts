import { makeTestDatabase } from '@carhouse/database/testing/test-database';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPasswordHasher, type PasswordHasher } from './password-hashing.ts';
import {
  baseUrl,
  createTestIdentity,
  handleRequest,
  makePostRequest,
  password,
  readCookieHeaders,
  readIdentity,
  refusal,
  type TestIdentity,
} from './testing/test-identity.ts';

let server: TestIdentity;

beforeAll(async () => {
  server = await createTestIdentity();
});

afterAll(() => server.db.close());

describe('sign-in', () => {
  it('answers an unknown address and a wrong password alike', async () => {
    const { email } = await server.signUp();
    const wrongPasswordRefusal = await refusal(server.post('/sign-in/email', { email, password: 'CarHouse!2027' }));
    const unknownAddressRefusal = await refusal(
      server.post('/sign-in/email', { email: 'nobody@carhouse.example', password }),
    );
    expect(wrongPasswordRefusal).toMatchObject({ code: 'INVALID_CREDENTIALS' });
    expect([unknownAddressRefusal.code, unknownAddressRefusal.message, unknownAddressRefusal.errors]).toEqual([
      wrongPasswordRefusal.code,
      wrongPasswordRefusal.message,
      wrongPasswordRefusal.errors,
    ]);
  });

  it('hashes for an unknown address as well, so that the time reveals nothing', async () => {
    const passwordsSeenByHasher: string[] = [];
    const recordingIdentity = server.createIdentityWith({
      hasher: {
        hash: async () => 'none',
        verify: async ({ password: text }) => {
          passwordsSeenByHasher.push(text);
          return false;
        },
      },
    });
    const signInRequest = makePostRequest('/sign-in/email', { email: 'nobody@carhouse.example', password });
    expect(await refusal(handleRequest(recordingIdentity, signInRequest))).toMatchObject({
      code: 'INVALID_CREDENTIALS',
    });
    expect(passwordsSeenByHasher).toEqual([password]);
  });

  it('keeps the session token out of the bodies and shows it in the header', async () => {
    const { email, response } = await server.signUp();
    const signInAnswer = await server.post('/sign-in/email', { email, password });
    for (const each of [response, signInAnswer]) {
      const token = each.headers.get('set-auth-token') ?? '';
      const text = await each.text();
      expect(token.split('.')[0]).toMatch(/^[A-Za-z0-9]{32}$/);
      expect(text).not.toContain(token.split('.')[0]);
      expect(Object.keys(JSON.parse(text))).toEqual(['user']);
    }
  });

  it('sets one cookie: HttpOnly, SameSite=Lax, for the whole site, seven days, Secure only under https', async () => {
    const { email, response } = await server.signUp();
    expect(response.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^carhouse\.session_token=[^;]+; Max-Age=604800; Path=\/; HttpOnly; SameSite=Lax$/),
    ]);
    const httpsIdentity = server.createIdentityWith({ baseUrl: 'https://carhouse.example' });
    const answer = await handleRequest(httpsIdentity, makePostRequest('/sign-in/email', { email, password }));
    expect(answer.headers.getSetCookie()).toEqual([
      expect.stringMatching(
        /^__Host-carhouse\.session_token=[^;]+; Max-Age=604800; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
      ),
    ]);
    expect(await httpsIdentity.findActor(readIdentity(readCookieHeaders(answer)))).toMatchObject({ email });
  });

  it('makes a new token at each sign-in, whatever cookie the request has', async () => {
    const { email, headers } = await server.signUp();
    const secondAnswer = await server.post(
      '/sign-in/email',
      { email, password },
      { cookie: headers.get('cookie') ?? '', origin: baseUrl },
    );
    expect(readCookieHeaders(secondAnswer).get('cookie')).not.toBe(headers.get('cookie'));
  });

  it.each(['suspended', 'deleted'] as const)(
    'lets no %s account in and ends its sessions at the next request',
    async (status) => {
      const { email, headers } = await server.signUp();
      await server.db.database.updateTable('account').set({ status }).where('email', '=', email).execute();
      expect(await server.identity.findActor(readIdentity(headers))).toBeNull();
      const sessions = await server.db.database.selectFrom('session').select('id').execute();
      expect(await refusal(server.post('/sign-in/email', { email, password }))).toMatchObject({
        code: 'INVALID_CREDENTIALS',
      });
      expect(await refusal(server.post('/sign-in/email', { email, password: 'CarHouse!2027' }))).toMatchObject({
        message: 'The e-mail address or the password is wrong.',
      });
      expect(await server.db.database.selectFrom('session').select('id').execute()).toHaveLength(sessions.length);
    },
  );

  it('answers more logins than fit into the hashing queue with UNAVAILABLE', async () => {
    const { email } = await server.signUp();
    const allArrivedDeferred = Promise.withResolvers<void>();
    const hasher = createPasswordHasher();
    // This hasher compares no password until all requests have arrived.
    const waitingHasher: PasswordHasher = {
      ...hasher,
      verify: (attempt, clientAddress, beforeComparison, afterComparison) =>
        hasher.verify(
          attempt,
          clientAddress,
          async () => {
            await allArrivedDeferred.promise;
            await beforeComparison?.();
          },
          afterComparison,
        ),
    };
    const identity = server.createIdentityWith({ hasher: waitingHasher });
    const queueRefusals: unknown[] = [];
    const signInStatusPromises = Array.from({ length: 80 }, (_, index) =>
      handleRequest(identity, makePostRequest('/sign-in/email', { email, password }), `10.2.0.${index}`)
        .then(({ status }) => status)
        .catch((error: unknown) => void queueRefusals.push(error)),
    );
    await expect.poll(() => queueRefusals.length).toBe(18);
    allArrivedDeferred.resolve();
    expect((await Promise.all(signInStatusPromises)).filter((status) => status === 200)).toHaveLength(62);
    for (const error of queueRefusals) expect(error).toMatchObject({ code: 'UNAVAILABLE', retryAfter: 1 });
  });
});

describe('sign-out', () => {
  it('ends the session of a cookie and takes the cookie away', async () => {
    const { headers } = await server.signUp();
    const answer = await server.post('/sign-out', '{}', { cookie: headers.get('cookie') ?? '', origin: baseUrl });
    expect(answer.headers.getSetCookie()).toContainEqual(
      expect.stringMatching(/^carhouse\.session_token=; Max-Age=0; Path=\/; HttpOnly/),
    );
    expect(await server.identity.findActor(readIdentity(headers))).toBeNull();
  });

  it('ends the session of a raw token, and no other of the same person', async () => {
    const { email, response, headers } = await server.signUp();
    const secondSignInResponse = await server.post('/sign-in/email', { email, password });
    await server.post('/sign-out', '', { authorization: response.headers.get('set-auth-token') ?? '' });
    expect(await server.identity.findActor(readIdentity(headers))).toBeNull();
    expect(await server.identity.findActor(readIdentity(readCookieHeaders(secondSignInResponse)))).not.toBeNull();
  });
});

describe('requests of other sites', () => {
  it.each([
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { origin: 'http://localhost:3000.evil.example' },
    { origin: 'http://127.0.0.1:3001' },
    { cookie: 'a=b' },
    { cookie: 'a=b', 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { referer: 'https://evil.example/page' },
    { origin: 'http://localhost:3000', host: '127.0.0.1:3000' },
    { origin: 'https://127.0.0.1:3000', host: '127.0.0.1:3000' },
  ])('are refused: %j', async (headers) => {
    const body = { email: server.makeNewEmail(), password };
    expect(await refusal(server.post('/sign-in/email', body, headers))).toMatchObject({ code: 'CSRF' });
    expect(await refusal(server.post('/sign-out', '', headers))).toMatchObject({ code: 'CSRF' });
  });

  it.each([
    {},
    { origin: 'http://127.0.0.1:3000' },
    { origin: 'http://localhost:3000', host: 'localhost:3000' },
    { origin: 'http://[::1]:3000', host: '[::1]:3000' },
    { origin: 'https://carhouse.example' },
    { 'sec-fetch-site': 'same-origin', cookie: 'a=b' },
    { referer: 'http://127.0.0.1:3000/login', cookie: 'a=b' },
    { 'sec-fetch-mode': 'cors' },
  ])('are distinguished from our own: %j', async (headers) => {
    const body = { email: server.makeNewEmail(), password };
    expect(await refusal(server.post('/sign-in/email', body, headers))).toMatchObject({ code: 'INVALID_CREDENTIALS' });
  });
});

describe('the other calls of the library', () => {
  it.each([
    'update-user',
    'change-email',
    'change-password',
    'delete-user',
    'link-social',
    'sign-in/social',
    'list-sessions',
    'revoke-sessions',
    'set-password',
    'request-password-reset',
    'reset-password',
    'update-session',
    'list-accounts',
    'ok',
    'sign-in/email/',
    '/sign-in/email',
    'SIGN-IN/email',
    '__proto__',
  ])('do not exist: %s', async (path) => {
    const { headers } = await server.signUp();
    const signedInHeaders = { cookie: headers.get('cookie') ?? '', origin: baseUrl };
    expect(await refusal(server.post(`/${path}`, { role: 'admin', name: 'x' }, signedInHeaders))).toMatchObject({
      code: 'NOT_FOUND',
    });
  });

  it('accept no other method', async () => {
    const request = new Request(`${baseUrl}/api/auth/sign-in/email`);
    expect(await refusal(handleRequest(server.identity, request))).toMatchObject({ code: 'METHOD_NOT_ALLOWED' });
    expect(await refusal(server.post('/get-session', '{}'))).toMatchObject({ code: 'METHOD_NOT_ALLOWED' });
  });
});

describe('a database that does not answer', () => {
  it('is an error, never a wrong password, a taken address or a finished sign-out', async () => {
    const closedDatabase = await makeTestDatabase();
    const identityWithoutDatabase = server.createIdentityWith({
      database: closedDatabase.database,
      pool: closedDatabase.pool,
    });
    const { response } = await server.signUp();
    const authorization = response.headers.get('set-auth-token') ?? '';
    await closedDatabase.close();
    for (const path of ['sign-up/email', 'sign-in/email', 'sign-out']) {
      const body = { name: 'Mei', email: server.makeNewEmail(), password };
      const signInRequest = makePostRequest(`/${path}`, body, path === 'sign-out' ? { authorization } : {});
      expect(await refusal(handleRequest(identityWithoutDatabase, signInRequest))).toMatchObject({
        message: 'Cannot use a pool after calling end on the pool',
      });
    }
  });
});

it('refuses a secret that is too short', () => {
  expect(() => server.createIdentityWith({ secret: 'short' })).toThrow(RangeError);
});
