import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeUser, password, type TestUser } from '../../testing/builders.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

const ownOrigin = 'http://127.0.0.1:3000';

let server: TestServer;
let buyer: TestUser;
let cookie: string;

beforeAll(async () => {
  server = await startTestServer();
  buyer = await makeUser(server, 'Buyer');
  const answer = await server.app.inject({
    method: 'POST',
    url: '/api/auth/sign-in/email',
    payload: { email: buyer.email, password },
  });
  cookie = String(answer.headers['set-cookie']).split(';')[0] ?? '';
});
afterAll(() => server.close());

const changingCallPaths = ['/api/users', '/api/bookingData', '/api/create-payment-intent', '/api/payment'];

/**
 * Sends an empty object to each call that changes something. A request that passes the origin check fails validation with
 * 422.
 */
async function postEverywhere(headers: Record<string, string>): Promise<unknown[]> {
  const answers = [];
  for (const url of changingCallPaths) {
    const answer = await server.app.inject({ method: 'POST', url, headers, payload: {} });
    answers.push(`${answer.statusCode} ${answer.json().code}`);
  }
  return [...new Set(answers)];
}

const csrfRefusals = ['403 CSRF'];

/** Expects that a request passes the origin check and is refused for its content only. */
async function expectToPassCheck(headers: Record<string, string>): Promise<void> {
  const statusTexts = (await postEverywhere(headers)).map(String);
  for (const code of statusTexts) expect(code).toMatch(/^422 /);
}

describe('a request that changes something and carries a session cookie', () => {
  it.each([
    'https://evil.example',
    'null',
    'http://localhost:3000.evil.com',
    'http://127.0.0.1:3000.evil.com',
    'http://127.0.0.1:3001',
    'https://127.0.0.1:3000',
    'http://127.0.0.1',
    'http://127.0.0.1:3000@evil.example',
    'file://',
    '',
  ])('is refused when it comes from %j', async (origin) => {
    expect(await postEverywhere({ cookie, origin })).toEqual(csrfRefusals);
  });

  it('is refused when it does not say where it comes from', async () => {
    expect(await postEverywhere({ cookie })).toEqual(csrfRefusals);
  });

  it('is refused when the browser says that it comes from another site', async () => {
    for (const site of ['cross-site', 'same-site', 'none'])
      expect(await postEverywhere({ cookie, 'sec-fetch-site': site })).toEqual(csrfRefusals);
    expect(await postEverywhere({ cookie, referer: 'https://evil.example/http://127.0.0.1:3000/' })).toEqual(
      csrfRefusals,
    );
  });

  it('passes from the own origin', async () => {
    await expectToPassCheck({ cookie, origin: ownOrigin });
    await expectToPassCheck({ cookie, 'sec-fetch-site': 'same-origin' });
    await expectToPassCheck({ cookie, referer: `${ownOrigin}/ferrari` });
  });
});

describe('a request that carries its token in the Authorization header', () => {
  it('needs no origin, raw or as Bearer', async () => {
    await expectToPassCheck({ authorization: buyer.token });
    await expectToPassCheck({ authorization: `Bearer ${buyer.token}` });
    await expectToPassCheck({ authorization: `bearer ${buyer.token}` });
    await expectToPassCheck({ authorization: buyer.token, origin: 'https://app.example' });
  });

  it('stands for itself: a wrong token is not made up for by a cookie', async () => {
    for (const authorization of ['x', 'Bearer x', 'Bearer', buyer.token.slice(1)])
      expect(await postEverywhere({ authorization, cookie, origin: ownOrigin })).toEqual(['401 UNAUTHENTICATED']);
  });
});

describe('a visitor', () => {
  it('is asked to log in, wherever they come from', async () => {
    expect(await postEverywhere({})).toEqual(['401 UNAUTHENTICATED']);
    expect(await postEverywhere({ origin: 'https://evil.example' })).toEqual(['401 UNAUTHENTICATED']);
  });

  it.each([
    'carhouse.session_token=x',
    'carhouse.session_token=',
    `carhouse.session_token=${'a'.repeat(8_000)}`,
    'carhouse.session_token=%zz',
  ])('stays a visitor with a cookie that is not ours: %#', async (cookieHeader) => {
    expect(await postEverywhere({ cookie: cookieHeader, origin: ownOrigin })).toEqual(['401 UNAUTHENTICATED']);
  });

  it('stays a visitor when two cookies of our name differ', async () => {
    const twoCookieHeader = `${cookie}; carhouse.session_token=x`;
    expect(await postEverywhere({ cookie: twoCookieHeader, origin: ownOrigin })).toEqual(['401 UNAUTHENTICATED']);
  });

  it('does not become a person by a header of their own', async () => {
    const headers = { 'x-user': buyer.email, 'x-role': 'admin', role: 'admin', 'x-forwarded-user': buyer.email };
    expect((await server.app.inject({ url: '/api/v1/me', headers })).json()).toEqual({ user: null });
  });
});

describe('pages of other sites', () => {
  it('get no leave to read answers', async () => {
    const headers = { origin: 'https://evil.example', cookie };
    const answers = [
      await server.app.inject({ url: '/api/v1/me', headers }),
      await server.app.inject({
        method: 'OPTIONS',
        url: '/api/bookingData',
        headers: { ...headers, 'access-control-request-method': 'POST' },
      }),
    ];
    for (const answer of answers) {
      const corsHeaders = Object.keys(answer.headers).filter((name) => name.startsWith('access-control-'));
      expect(corsHeaders).toEqual([]);
    }
    expect(answers[1]?.statusCode).toBe(405);
  });
});
