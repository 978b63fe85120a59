import { randomBytes } from 'node:crypto';
import { makeId } from '@carhouse/core/ids/id';
import { type TestDatabase, testDatabase } from '@carhouse/database/testing/test-database';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createIdentity, type Identity } from './create-identity.ts';

const baseUrl = 'http://127.0.0.1:3000';
const secret = 'a-secret-of-the-tests-that-is-long-enough';
const password = 'CarHouse!2026';
const day = 24 * 3600 * 1000;

let db: TestDatabase;
let identity: Identity;
let clock: Date | undefined;
let people = 0;

beforeAll(async () => {
  db = await testDatabase();
  identity = identityAt(baseUrl);
});

afterAll(() => db.close());

function identityAt(url: string): Identity {
  return createIdentity({
    database: db.database,
    pool: db.pool,
    secret,
    baseUrl: url,
    trustedOrigins: ['https://carhouse.example'],
    now: () => clock ?? new Date(),
    randomId: () => makeId(new Date(), randomBytes(10)),
  });
}

/** A request as an API caller sends it: no cookie, no mark of a browser. */
function post(path: string, body: unknown, headers: Record<string, string> = {}): Promise<Response> {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const all = { 'content-type': 'application/json', ...headers };
  return identity.handler(new Request(`${baseUrl}/api/auth${path}`, { method: 'POST', headers: all, body: text }));
}

async function refusal(
  answer: Promise<Response>,
): Promise<{ code: string; message: string; errors: readonly unknown[] }> {
  const error = await answer.then(
    () => Promise.reject(new Error('This was expected to be refused.')),
    (each: unknown) => each,
  );
  return error as { code: string; message: string; errors: readonly unknown[] };
}

function newEmail(): string {
  people += 1;
  return `person${people}@carhouse.example`;
}

async function signUp(
  more: Record<string, unknown> = {},
): Promise<{ email: string; response: Response; headers: Headers }> {
  const email = newEmail();
  const response = await post('/sign-up/email', {
    name: 'Mei',
    email,
    password,
    image: 'https://a.example/b.png',
    ...more,
  });
  return { email, response, headers: cookieOf(response) };
}

function cookieOf(response: Response): Headers {
  const cookie = response.headers.getSetCookie().find((each) => each.includes('session_token'));
  return new Headers({ cookie: cookie?.split(';')[0] ?? '' });
}

async function accountOf(email: string) {
  return db.database.selectFrom('account').selectAll().where('email', '=', email).executeTakeFirst();
}

describe('sign-up', () => {
  it('makes an active account without a role and signs it in', async () => {
    const { email, response, headers } = await signUp();
    expect(response.status).toBe(200);
    expect(await accountOf(email)).toMatchObject({
      name: 'Mei',
      photo_url: 'https://a.example/b.png',
      role: null,
      status: 'active',
      verified_at: null,
      email_verified: false,
    });
    expect(await identity.actorOf(headers)).toMatchObject({ email, name: 'Mei', role: null });
  });

  it('never takes role, permission, status, verification, number or id from the client', async () => {
    const forged = {
      id: '00000000-0000-7000-8000-000000000001',
      role: 'admin',
      permission: 'Verified',
      verifiedAt: '2020-01-01T00:00:00Z',
      verified_at: '2020-01-01T00:00:00Z',
      emailVerified: true,
      email_verified: true,
      status: 'suspended',
      number: '999',
      createdAt: '2000-01-01T00:00:00Z',
    };
    const { email } = await signUp(forged);
    const account = await accountOf(email);
    expect(account).toMatchObject({
      role: null,
      verified_at: null,
      email_verified: false,
      status: 'active',
      number: null,
    });
    expect(account?.id).not.toBe(forged.id);
    expect(account?.created_at.getFullYear()).not.toBe(2000);
  });

  it('writes the address in lower case, so that one person cannot have two accounts', async () => {
    const { email } = await signUp();
    const twin = await refusal(post('/sign-up/email', { name: 'Mei', email: email.toUpperCase(), password }));
    expect(twin).toMatchObject({ code: 'INVALID', message: 'User already exists. Use another email.' });
    expect((await post('/sign-in/email', { email: email.toUpperCase(), password })).status).toBe(200);
  });

  it('makes one account of racing sign-ups with one address, and tells the others that it is taken', async () => {
    const email = newEmail();
    const tries = Array.from({ length: 6 }, () => post('/sign-up/email', { name: 'Mei', email, password }));
    const ends = await Promise.allSettled(tries);
    expect(ends.filter((end) => end.status === 'fulfilled')).toHaveLength(1);
    const reasons = ends.filter((end) => end.status === 'rejected').map((end) => end.reason as { message: string });
    expect(new Set(reasons.map((reason) => reason.message))).toEqual(
      new Set(['User already exists. Use another email.']),
    );
    const account = await accountOf(email);
    const credentials = await db.database
      .selectFrom('credential')
      .selectAll()
      .where('account_id', '=', account?.id ?? ('' as never))
      .execute();
    expect(credentials).toHaveLength(1);
    expect(credentials[0]?.password).toMatch(/^\$argon2id\$/);
  });

  it.each([
    ['Ab!', 'password should be at least 6 characters'],
    ['Abcdef', 'Please provide at least two uppercase'],
    ['ABcdef', 'Please add at least one special character'],
    ['', 'password should be at least 6 characters'],
    [undefined, 'password should be at least 6 characters'],
    [`AB!${'x'.repeat(126)}`, 'password should be at most 128 characters'],
  ])('refuses the password %j in the words of the specification', async (weak, message) => {
    const email = newEmail();
    const refused = await refusal(post('/sign-up/email', { name: 'Mei', email, password: weak, image: '' }));
    expect(refused).toMatchObject({ code: 'PASSWORD_RULE', message });
    expect(await accountOf(email)).toBeUndefined();
  });

  it('takes a password of 128 characters, emoji included, and verifies it as it was sent', async () => {
    const long = `AB!${'😀'.repeat(125)}`;
    const { email } = await signUp({ password: long });
    expect((await post('/sign-in/email', { email, password: long })).status).toBe(200);
    expect(await refusal(post('/sign-in/email', { email, password: ` ${long.slice(0, -2)}` }))).toMatchObject({
      code: 'INVALID_CREDENTIALS',
    });
  });

  it('names a person without a name by the address', async () => {
    const { email } = await signUp({ name: '  ', image: '' });
    expect(await accountOf(email)).toMatchObject({ name: email.split('@')[0], photo_url: null });
  });

  it.each([
    [{ email: 'not an address' }, 'email'],
    [{ email: `${'a'.repeat(250)}@b.example` }, 'email'],
    [{ email: ['a@b.example'] }, 'email'],
    [{ password: ['ABcdef!'] }, 'password'],
    [{ name: 'x'.repeat(201) }, 'name'],
    [{ name: 'A\r\nSet-Cookie: x=1' }, 'name'],
    [{ name: '\ud800' }, 'name'],
    [{ image: 'javascript:alert(1)' }, 'image'],
    [{ image: `https://a.example/${'x'.repeat(2048)}` }, 'image'],
  ])('refuses %j and names the field', async (wrong, path) => {
    const refused = await refusal(post('/sign-up/email', { name: 'Mei', email: newEmail(), password, ...wrong }));
    expect(refused.code).toBe('INVALID');
    expect(refused.errors).toContainEqual(expect.objectContaining({ path }));
  });

  it.each(['{"a":', '', '[1]', '"text"', 'null'])('refuses the body %j', async (body) => {
    expect(['BAD_REQUEST', 'INVALID']).toContain((await refusal(post('/sign-up/email', body))).code);
  });

  it('refuses a body that is not JSON', async () => {
    const form = post('/sign-in/email', 'email=a', { 'content-type': 'application/x-www-form-urlencoded' });
    expect(await refusal(form)).toMatchObject({ code: 'UNSUPPORTED_MEDIA_TYPE' });
  });
});

describe('sign-in', () => {
  it('gives an unknown address and a wrong password the same answer', async () => {
    const { email } = await signUp();
    const wrong = await refusal(post('/sign-in/email', { email, password: 'CarHouse!2027' }));
    const unknown = await refusal(post('/sign-in/email', { email: 'nobody@carhouse.example', password }));
    expect(wrong).toMatchObject({ code: 'INVALID_CREDENTIALS' });
    expect([unknown.code, unknown.message, unknown.errors]).toEqual([wrong.code, wrong.message, wrong.errors]);
  });

  it('hashes for an unknown address as well, so that time tells nothing', async () => {
    const seen: string[] = [];
    const watched = createIdentity({
      database: db.database,
      pool: db.pool,
      secret,
      baseUrl,
      trustedOrigins: [],
      now: () => new Date(),
      randomId: () => makeId(new Date(), randomBytes(10)),
      hasher: {
        hash: async (text) => {
          seen.push(text);
          return 'none';
        },
        verify: async () => false,
      },
    });
    const body = JSON.stringify({ email: 'nobody@carhouse.example', password });
    const request = new Request(`${baseUrl}/api/auth/sign-in/email`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    });
    expect(await refusal(watched.handler(request))).toMatchObject({ code: 'INVALID_CREDENTIALS' });
    expect(seen).toEqual([password]);
  });

  it('keeps the session token out of the bodies and shows it in the header', async () => {
    const { email, response } = await signUp();
    const signedIn = await post('/sign-in/email', { email, password });
    for (const each of [response, signedIn]) {
      const token = each.headers.get('set-auth-token') ?? '';
      const text = await each.text();
      expect(token.split('.')[0]).toMatch(/^[A-Za-z0-9]{32}$/);
      expect(text).not.toContain(token.split('.')[0]);
      expect(Object.keys(JSON.parse(text))).toEqual(['user']);
    }
  });

  it('sets one cookie: HttpOnly, SameSite=Lax, for the whole site, seven days, Secure only under https', async () => {
    const { email, response } = await signUp();
    expect(response.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^carhouse\.session_token=[^;]+; Max-Age=604800; Path=\/; HttpOnly; SameSite=Lax$/),
    ]);
    const secure = identityAt('https://carhouse.example');
    const body = JSON.stringify({ email, password });
    const request = new Request(`${baseUrl}/api/auth/sign-in/email`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    });
    const answer = await secure.handler(request);
    expect(answer.headers.getSetCookie()).toEqual([
      expect.stringMatching(
        /^__Secure-carhouse\.session_token=[^;]+; Max-Age=604800; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
      ),
    ]);
    expect(await secure.actorOf(cookieOf(answer))).toMatchObject({ email });
  });

  it('makes a new token at each sign-in, whatever cookie the caller came with', async () => {
    const { email, headers } = await signUp();
    const again = await post(
      '/sign-in/email',
      { email, password },
      { cookie: headers.get('cookie') ?? '', origin: baseUrl },
    );
    expect(cookieOf(again).get('cookie')).not.toBe(headers.get('cookie'));
  });

  it.each(['suspended', 'deleted'] as const)(
    'lets no %s account in and ends its sessions at the next request',
    async (status) => {
      const { email, headers } = await signUp();
      await db.database.updateTable('account').set({ status }).where('email', '=', email).execute();
      expect(await identity.actorOf(headers)).toBeNull();
      const sessions = await db.database.selectFrom('session').select('id').execute();
      expect(await refusal(post('/sign-in/email', { email, password }))).toMatchObject({ code: 'INVALID_CREDENTIALS' });
      expect(await refusal(post('/sign-in/email', { email, password: 'CarHouse!2027' }))).toMatchObject({
        message: 'The e-mail address or the password is wrong.',
      });
      expect(await db.database.selectFrom('session').select('id').execute()).toHaveLength(sessions.length);
    },
  );

  it('answers more logins than fit into the hashing queue with UNAVAILABLE', async () => {
    const { email } = await signUp();
    const tries = Array.from({ length: 40 }, () => post('/sign-in/email', { email, password }));
    const ends = await Promise.allSettled(tries);
    const refused = ends.filter((end) => end.status === 'rejected');
    expect(refused.length).toBeGreaterThan(0);
    expect(refused.length).toBeLessThan(40);
    for (const end of refused) expect(end.reason).toMatchObject({ code: 'UNAVAILABLE', retryAfter: 1 });
  });
});

describe('the session of a request', () => {
  it('is found by cookie, by the raw token and by Bearer', async () => {
    const { email, response, headers } = await signUp();
    const token = response.headers.get('set-auth-token') ?? '';
    for (const authorization of [token, `Bearer ${token}`, `bearer ${encodeURIComponent(token)}`]) {
      expect(await identity.actorOf(new Headers({ authorization }))).toMatchObject({ email });
    }
    expect(await identity.actorOf(headers)).toMatchObject({ email });
  });

  it('is read from the Authorization header alone when there is one of ours', async () => {
    const one = await signUp();
    const two = await signUp();
    const cookie = one.headers.get('cookie') ?? '';
    const token = two.response.headers.get('set-auth-token') ?? '';
    expect(await identity.actorOf(new Headers({ cookie, authorization: token }))).toMatchObject({ email: two.email });
    expect(await identity.actorOf(new Headers({ cookie, authorization: 'wrong' }))).toBeNull();
    expect(await identity.actorOf(new Headers({ cookie, authorization: 'Basic YTpi' }))).toMatchObject({
      email: one.email,
    });
  });

  it('is refused for every edited byte, a foreign signature, a bare token and two cookies of our name', async () => {
    const one = await signUp();
    const two = await signUp();
    const token = one.response.headers.get('set-auth-token') ?? '';
    const other = two.response.headers.get('set-auth-token') ?? '';
    for (let at = 0; at < token.length; at += 1) {
      const edited = token.slice(0, at) + (token[at] === 'A' ? 'B' : 'A') + token.slice(at + 1);
      expect(await identity.actorOf(new Headers({ authorization: edited }))).toBeNull();
    }
    const name = 'carhouse.session_token';
    const bare = token.split('.')[0] ?? '';
    const mixed = `${bare}.${other.split('.')[1]}`;
    for (const wrong of [bare, mixed, '', '%', 'x'.repeat(8000), `${token}x`]) {
      expect(await identity.actorOf(new Headers({ cookie: `${name}=${wrong}` }))).toBeNull();
    }
    expect(await identity.actorOf(new Headers({ cookie: `${name}=${token}; ${name}=${other}` }))).toBeNull();
    expect(
      await identity.actorOf(new Headers({ cookie: `theme=dark; ${name}=${encodeURIComponent(token)}` })),
    ).not.toBeNull();
  });

  it('ends after seven days without use, and lives on with use', async () => {
    const { headers } = await signUp();
    const start = Date.now();
    try {
      clock = new Date(start + day / 2);
      expect((await identity.sessionOf(headers))?.renewedCookie).toBeNull();
      clock = new Date(start + 5 * day);
      const renewed = (await identity.sessionOf(headers))?.renewedCookie;
      expect(renewed).toBe(`${headers.get('cookie')}; Max-Age=604800; Path=/; HttpOnly; SameSite=Lax`);
      clock = new Date(start + 11 * day);
      expect(await identity.actorOf(headers)).not.toBeNull();
      clock = new Date(start + 19 * day);
      expect(await identity.actorOf(headers)).toBeNull();
    } finally {
      clock = undefined;
    }
  });

  it('follows a change of role at once', async () => {
    const { email, headers } = await signUp();
    await db.database.updateTable('account').set({ role: 'Seller' }).where('email', '=', email).execute();
    expect(await identity.actorOf(headers)).toMatchObject({ role: 'Seller' });
  });

  it('is shown by get-session without its token, and is null for a visitor', async () => {
    const { email, headers } = await signUp();
    const shown = await identity.handler(new Request(`${baseUrl}/api/auth/get-session`, { headers }));
    const text = await shown.text();
    expect(JSON.parse(text)).toMatchObject({ user: { email, role: null, image: 'https://a.example/b.png' } });
    expect(text).not.toContain(/=([A-Za-z0-9]+)/.exec(headers.get('cookie') ?? '')?.[1]);
    const visitor = await identity.handler(new Request(`${baseUrl}/api/auth/get-session`));
    expect(await visitor.json()).toBeNull();
  });
});

describe('sign-out', () => {
  it('ends the session of a cookie and takes the cookie away', async () => {
    const { headers } = await signUp();
    const answer = await post('/sign-out', '{}', { cookie: headers.get('cookie') ?? '', origin: baseUrl });
    expect(answer.headers.getSetCookie()).toContainEqual(
      expect.stringMatching(/^carhouse\.session_token=; Max-Age=0; Path=\/; HttpOnly/),
    );
    expect(await identity.actorOf(headers)).toBeNull();
  });

  it('ends the session of a raw token, and no other of the same person', async () => {
    const { email, response, headers } = await signUp();
    const other = await post('/sign-in/email', { email, password });
    await post('/sign-out', '', { authorization: response.headers.get('set-auth-token') ?? '' });
    expect(await identity.actorOf(headers)).toBeNull();
    expect(await identity.actorOf(cookieOf(other))).not.toBeNull();
  });
});

describe('requests of other sites', () => {
  const body = { email: 'a@b.example', password };

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
    expect(await refusal(post('/sign-in/email', body, headers))).toMatchObject({ code: 'CSRF' });
    expect(await refusal(post('/sign-out', '', headers))).toMatchObject({ code: 'CSRF' });
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
  ])('are told from our own: %j', async (headers) => {
    expect(await refusal(post('/sign-in/email', body, headers))).toMatchObject({ code: 'INVALID_CREDENTIALS' });
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
    const { headers } = await signUp();
    const signed = { cookie: headers.get('cookie') ?? '', origin: baseUrl };
    expect(await refusal(post(`/${path}`, { role: 'admin', name: 'x' }, signed))).toMatchObject({ code: 'NOT_FOUND' });
  });

  it('know no other method', async () => {
    const request = new Request(`${baseUrl}/api/auth/sign-in/email`);
    expect(await refusal(identity.handler(request))).toMatchObject({ code: 'METHOD_NOT_ALLOWED' });
    expect(await refusal(post('/get-session', '{}'))).toMatchObject({ code: 'METHOD_NOT_ALLOWED' });
  });
});

describe('accounts made by the house', () => {
  it('have their role and verification, and can sign in', async () => {
    const email = newEmail();
    const verifiedAt = new Date('2026-01-05T00:00:00Z');
    const id = await identity.createAccount({
      name: 'Tan',
      email,
      password,
      photoUrl: null,
      role: 'Seller',
      verifiedAt,
    });
    expect(await accountOf(email)).toMatchObject({ id, role: 'Seller', verified_at: verifiedAt });
    const answer = await post('/sign-in/email', { email, password });
    expect(await identity.actorOf(cookieOf(answer))).toEqual({ accountId: id, email, name: 'Tan', role: 'Seller' });
  });

  it('cannot take an address twice', async () => {
    const account = {
      name: 'Tan',
      email: newEmail(),
      password,
      photoUrl: null,
      role: 'admin',
      verifiedAt: null,
    } as const;
    await identity.createAccount(account);
    await expect(identity.createAccount(account)).rejects.toMatchObject({
      code: 'INVALID',
      message: 'User already exists. Use another email.',
    });
  });
});

describe('a database that does not answer', () => {
  it('is a fault, never a wrong password, a taken address or a finished sign-out', async () => {
    const broken = await testDatabase();
    const house = createIdentity({
      database: broken.database,
      pool: broken.pool,
      secret,
      baseUrl,
      trustedOrigins: [],
      now: () => new Date(),
      randomId: () => makeId(new Date(), randomBytes(10)),
    });
    const { response } = await signUp();
    const authorization = response.headers.get('set-auth-token') ?? '';
    await broken.close();
    for (const path of ['sign-up/email', 'sign-in/email', 'sign-out']) {
      const headers = { 'content-type': 'application/json', ...(path === 'sign-out' ? { authorization } : {}) };
      const body = JSON.stringify({ name: 'Mei', email: newEmail(), password });
      const request = new Request(`${baseUrl}/api/auth/${path}`, { method: 'POST', headers, body });
      expect(await refusal(house.handler(request))).toMatchObject({
        message: 'Cannot use a pool after calling end on the pool',
      });
    }
  });
});

it('refuses a secret that is too short', () => {
  const short = { database: db.database, pool: db.pool, secret: 'short', baseUrl, trustedOrigins: [] };
  expect(() => createIdentity({ ...short, now: () => new Date(), randomId: () => '' })).toThrow(RangeError);
});
