import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  baseUrl,
  createTestIdentity,
  handleRequest,
  readIdentity,
  type TestIdentity,
} from './testing/test-identity.ts';

const dayMs = 24 * 3600 * 1000;

let server: TestIdentity;

beforeAll(async () => {
  server = await createTestIdentity();
});

afterAll(() => server.db.close());

describe('the session of a request', () => {
  it('is found by cookie, by the raw token and by Bearer', async () => {
    const { email, response, headers } = await server.signUp();
    const token = response.headers.get('set-auth-token') ?? '';
    for (const authorization of [token, `Bearer ${token}`, `bearer ${encodeURIComponent(token)}`]) {
      expect(await server.identity.findActor(readIdentity(new Headers({ authorization })))).toMatchObject({ email });
    }
    expect(await server.identity.findActor(readIdentity(headers))).toMatchObject({ email });
  });

  it('is read from the Authorization header alone when it has a token of ours', async () => {
    const firstUser = await server.signUp();
    const secondUser = await server.signUp();
    const cookie = firstUser.headers.get('cookie') ?? '';
    const token = secondUser.response.headers.get('set-auth-token') ?? '';
    expect(await server.identity.findActor(readIdentity(new Headers({ cookie, authorization: token })))).toMatchObject({
      email: secondUser.email,
    });
    expect(await server.identity.findActor(readIdentity(new Headers({ cookie, authorization: 'wrong' })))).toBeNull();
    expect(
      await server.identity.findActor(readIdentity(new Headers({ cookie, authorization: 'Basic YTpi' }))),
    ).toMatchObject({
      email: firstUser.email,
    });
  });

  it('is refused for every edited byte, a foreign signature, a bare token and two cookies of our name', async () => {
    const firstUser = await server.signUp();
    const secondUser = await server.signUp();
    const token = firstUser.response.headers.get('set-auth-token') ?? '';
    const otherToken = secondUser.response.headers.get('set-auth-token') ?? '';
    for (let at = 0; at < token.length; at += 1) {
      const editedToken = token.slice(0, at) + (token[at] === 'A' ? 'B' : 'A') + token.slice(at + 1);
      expect(await server.identity.findActor(readIdentity(new Headers({ authorization: editedToken })))).toBeNull();
    }
    const name = 'carhouse.session_token';
    const bareToken = token.split('.')[0] ?? '';
    const mixedToken = `${bareToken}.${otherToken.split('.')[1]}`;
    for (const wrongToken of [bareToken, mixedToken, '', '%', 'x'.repeat(8000), `${token}x`]) {
      expect(
        await server.identity.findActor(readIdentity(new Headers({ cookie: `${name}=${wrongToken}` }))),
      ).toBeNull();
    }
    expect(
      await server.identity.findActor(readIdentity(new Headers({ cookie: `${name}=${token}; ${name}=${otherToken}` }))),
    ).toBeNull();
    expect(
      await server.identity.findActor(
        readIdentity(new Headers({ cookie: `theme=dark; ${name}=${encodeURIComponent(token)}` })),
      ),
    ).not.toBeNull();
  });

  it('ends after seven days without use, and is extended by use', async () => {
    const { headers } = await server.signUp();
    const start = Date.now();
    try {
      server.setClock(new Date(start + dayMs / 2));
      expect((await server.identity.findSession(readIdentity(headers)))?.renewedCookie).toBeNull();
      server.setClock(new Date(start + 5 * dayMs));
      const renewedCookie = (await server.identity.findSession(readIdentity(headers)))?.renewedCookie;
      expect(renewedCookie).toBe(`${headers.get('cookie')}; Max-Age=604800; Path=/; HttpOnly; SameSite=Lax`);
      server.setClock(new Date(start + 11 * dayMs));
      expect(await server.identity.findActor(readIdentity(headers))).not.toBeNull();
      server.setClock(new Date(start + 19 * dayMs));
      expect(await server.identity.findActor(readIdentity(headers))).toBeNull();
    } finally {
      server.setClock(undefined);
    }
  });

  it('has a changed role at once', async () => {
    const { email, headers } = await server.signUp();
    await server.db.database.updateTable('account').set({ role: 'Seller' }).where('email', '=', email).execute();
    expect(await server.identity.findActor(readIdentity(headers))).toMatchObject({ role: 'Seller' });
  });

  it('is shown by get-session without its token, and is null for a visitor', async () => {
    const { email, headers } = await server.signUp();
    const sessionResponse = await handleRequest(
      server.identity,
      new Request(`${baseUrl}/api/auth/get-session`, { headers }),
    );
    const text = await sessionResponse.text();
    expect(JSON.parse(text)).toMatchObject({ user: { email, role: null, image: 'https://a.example/b.png' } });
    expect(text).not.toContain(/=([A-Za-z0-9]+)/.exec(headers.get('cookie') ?? '')?.[1]);
    const visitor = await handleRequest(server.identity, new Request(`${baseUrl}/api/auth/get-session`));
    expect(await visitor.json()).toBeNull();
  });
});
