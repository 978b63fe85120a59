import { randomBytes } from 'node:crypto';
import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createIdentity } from '@carhouse/auth/create-identity';
import { makeTestDatabase, type TestDatabase } from '@carhouse/database/testing/test-database';
import { makeId } from '@carhouse/domain/ids/id';
import fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { registerProblems } from '../errors/problems.ts';
import { registerClientAddress } from './client-address.ts';
import { registerIdentityRoutes } from './identity-routes.ts';
import { findActor, registerSession } from './session.ts';

const baseUrl = 'http://127.0.0.1:3000';
const password = 'Quiet!Harbour7';
const dayMs = 24 * 3600 * 1000;

let db: TestDatabase;
let app: FastifyInstance;
let testNow: Date | undefined;

beforeAll(async () => {
  db = await makeTestDatabase();
  const identity = createIdentity({
    database: db.database,
    pool: db.pool,
    secret: 'a-secret-of-the-tests-that-is-long-enough',
    baseUrl,
    trustedOrigins: [],
    now: () => testNow ?? new Date(),
    randomId: () => makeId(new Date(), randomBytes(10)),
  });
  await identity.createAccount({
    name: 'Tan',
    email: 'tan@carhouse.example',
    password,
    photoUrl: null,
    role: 'Seller',
    verifiedAt: null,
  });
  app = fastify();
  registerProblems(app);
  registerClientAddress(app, []);
  registerSession(app, identity);
  registerIdentityRoutes(app, identity);
  app.get('/who', async (request) => ({ first: await findActor(request), again: await findActor(request) }));
});

afterAll(async () => {
  await app.close();
  await db.close();
});

function signIn(typedPassword: string = password) {
  return app.inject({
    method: 'POST',
    url: '/api/auth/sign-in/email',
    payload: { email: 'tan@carhouse.example', password: typedPassword },
  });
}

it('signs in over HTTP: one cookie, the token in its header, none in the body', async () => {
  const answer = await signIn();
  expect(answer.statusCode).toBe(200);
  expect(answer.headers['cache-control']).toBe('no-store');
  expect(answer.cookies).toEqual([
    expect.objectContaining({ name: 'carhouse.session_token', httpOnly: true, sameSite: 'Lax', path: '/' }),
  ]);
  expect(answer.headers['set-auth-token']).toMatch(/^[A-Za-z0-9]{32}\./);
  expect(Object.keys(answer.json())).toEqual(['user']);
});

it('knows the caller by the cookie and by the raw token in the Authorization header', async () => {
  const answer = await signIn();
  const cookie = String(answer.headers['set-cookie']).split(';')[0] ?? '';
  const token = String(answer.headers['set-auth-token']);
  for (const headers of [{ cookie }, { authorization: token }, { authorization: `Bearer ${token}` }]) {
    const whoAnswer = await app.inject({ url: '/who', headers });
    expect(whoAnswer.json()).toMatchObject({ first: { name: 'Tan', role: 'Seller' }, again: { name: 'Tan' } });
  }
  expect((await app.inject({ url: '/who' })).json()).toEqual({ first: null, again: null });
});

it('sends a renewed cookie with the answer of any call once a day has gone by', async () => {
  const cookie = String((await signIn()).headers['set-cookie']).split(';')[0] ?? '';
  try {
    testNow = new Date(Date.now() + 2 * dayMs);
    const renewedAnswer = await app.inject({ url: '/who', headers: { cookie } });
    expect(renewedAnswer.headers['set-cookie']).toBe(`${cookie}; Max-Age=604800; Path=/; HttpOnly; SameSite=Lax`);
    const secondAnswer = await app.inject({ url: '/who', headers: { cookie } });
    expect(secondAnswer.headers['set-cookie']).toBeUndefined();
  } finally {
    testNow = undefined;
  }
});

it('answers a wrong password with 401 and a problem that repeats its sentence as message', async () => {
  const answer = await signIn('CarHouse!2027');
  expect(answer.statusCode).toBe(401);
  expect(answer.headers['content-type']).toBe('application/problem+json; charset=utf-8');
  const wrongPasswordMessage = 'The e-mail address or the password is wrong.';
  expect(answer.json()).toMatchObject({
    status: 401,
    code: 'INVALID_CREDENTIALS',
    detail: wrongPasswordMessage,
    message: wrongPasswordMessage,
  });
});

it('shows the sentence of the broken password rule', async () => {
  const payload = { name: 'Mei', email: 'mei@carhouse.example', password: 'Abcdef' };
  const answer = await app.inject({ method: 'POST', url: '/api/auth/sign-up/email', payload });
  expect(answer.statusCode).toBe(422);
  expect(answer.json()).toMatchObject({ code: 'PASSWORD_RULE', message: 'Please provide at least two uppercase' });
});

it.each([
  ['GET', '/api/auth/sign-in/email', undefined, 405],
  ['POST', '/api/auth/update-user', 'application/json', 404],
  ['POST', '/api/auth/sign-in/email', 'application/x-www-form-urlencoded', 415],
  ['POST', '/api/auth/sign-in/email', 'text/plain', 415],
  ['POST', '/api/auth/sign-in/email', undefined, 415],
] as const)('answers %s %s of type %s with %i', async (method, url, contentType, status) => {
  const headers = contentType === undefined ? {} : { 'content-type': contentType };
  const answer = await app.inject({ method, url, headers, ...(method === 'POST' ? { payload: '{}' } : {}) });
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([
    status,
    'application/problem+json; charset=utf-8',
  ]);
});

it('knows each call under one spelling only', async () => {
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  // A raw HTTP request is sent, because fetch and inject would normalise the path.
  const readStatus = (path: string) =>
    new Promise<number | undefined>((resolve, reject) => {
      const clientRequest = request({ host: '127.0.0.1', port, path, agent: false }, (answer) => {
        answer.resume();
        resolve(answer.statusCode);
      });
      clientRequest.on('error', reject).end();
    });
  expect(await readStatus('/api/auth/get-session')).toBe(200);
  expect(await readStatus('/api/auth/x/%2e%2e/get-session')).toBe(404);
  expect(await readStatus('/api/auth/x/../get-session')).toBe(404);
  expect(await readStatus('/api/auth//get-session')).toBe(404);
});

it('refuses a body of megabytes before reading it', async () => {
  const payload = { email: 'tan@carhouse.example', password: 'x'.repeat(5_000_000) };
  expect((await app.inject({ method: 'POST', url: '/api/auth/sign-in/email', payload })).statusCode).toBe(413);
});

it('signs out, also with an empty body, and takes the cookie away', async () => {
  const cookie = String((await signIn()).headers['set-cookie']).split(';')[0] ?? '';
  const headers = { cookie, origin: baseUrl, 'content-type': 'application/json' };
  const answer = await app.inject({ method: 'POST', url: '/api/auth/sign-out', headers });
  expect([answer.statusCode, answer.json()]).toEqual([200, { success: true }]);
  expect([answer.headers['set-cookie']].flat()).toContainEqual(
    expect.stringMatching(/^carhouse\.session_token=; Max-Age=0;/),
  );
  expect((await app.inject({ url: '/who', headers: { cookie } })).json()).toEqual({ first: null, again: null });
});

it('refuses a page of another site', async () => {
  const headers = { origin: 'https://evil.example' };
  const payload = { email: 'tan@carhouse.example', password };
  const answer = await app.inject({ method: 'POST', url: '/api/auth/sign-in/email', headers, payload });
  expect([answer.statusCode, answer.json().code]).toEqual([403, 'CSRF']);
});

it('answers TRACE like every other method that it does not know', async () => {
  expect((await app.inject({ method: 'TRACE', url: '/api/auth/get-session' })).statusCode).toBe(405);
});
