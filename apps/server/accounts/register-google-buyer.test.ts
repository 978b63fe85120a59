import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call, makeUser, password } from '../testing/builders.ts';
import { type Browser, type OpenidServer, startOpenidServer } from '../testing/openid-server.ts';

let server: OpenidServer;
let people = 0;

beforeAll(async () => {
  server = await startOpenidServer();
});
afterAll(() => server.close());

function newEmail(): string {
  people += 1;
  return `google${people}@people.example`;
}

/** A browser that has signed in with Google. */
async function signedIn(email: string): Promise<Browser> {
  const browser = server.browser();
  expect(await browser.signIn(email)).toBe('/login?with=google');
  return browser;
}

const googleBuyer = (browser: Browser, body: object = {}) => browser.call('POST', '/api/googlebuyer', body);
const me = async (browser: Browser) => (await browser.call('GET', '/api/v1/me')).body.user;
const rowOf = async (email: string) =>
  (await server.context.pool.query('SELECT * FROM account WHERE email = $1', [email])).rows[0];
const setStatus = (email: string, status: string) =>
  server.context.pool.query('UPDATE account SET status = $2 WHERE email = $1', [email, status]);

describe('a new person', () => {
  it('becomes a Buyer, once, with an audit entry; again it is harmless', async () => {
    const email = newEmail();
    const browser = await signedIn(email);
    const first = await googleBuyer(browser);
    expect(first).toMatchObject({ status: 200, body: { acknowledged: true } });
    expect(await googleBuyer(browser)).toMatchObject({ status: 200, body: first.body });
    expect(await me(browser)).toMatchObject({ _id: first.body.insertedId, email, role: 'Buyer', permission: '' });
    const audits = await server.context.pool.query(
      "SELECT before, after FROM audit_entry WHERE noun_id = $1 AND action = 'choose-role'",
      [first.body.insertedId],
    );
    expect(audits.rows).toEqual([{ before: { role: null }, after: { role: 'Buyer' } }]);
  });

  it('is one Buyer when the call comes eight times at once', async () => {
    const browser = await signedIn(newEmail());
    const answers = await Promise.all(Array.from({ length: 8 }, () => googleBuyer(browser)));
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200]));
    expect(new Set(answers.map((answer) => answer.body.insertedId)).size).toBe(1);
  });

  it('is what the provider says, whatever the body says', async () => {
    const email = newEmail();
    server.company.addPerson({ email, name: 'Mei', picture: 'https://photos.example/mei.png' });
    const other = await makeUser(server, 'Seller');
    const browser = await signedIn(email);
    const answer = await googleBuyer(browser, {
      uid: 'x',
      _id: other.id,
      displayName: 'Someone else',
      name: 'Someone else',
      email: other.email,
      photoURL: 'https://evil.example/a.png',
      emailVerified: true,
      role: 'admin',
      permission: 'Verified',
      providerData: [{ uid: 'x', nested: { role: 'admin' } }],
    });
    expect(answer.status).toBe(200);
    expect(await rowOf(email)).toMatchObject({
      name: 'Mei',
      photo_url: 'https://photos.example/mei.png',
      role: 'Buyer',
      verified_at: null,
      email_verified: true,
    });
    expect((await rowOf(other.email)).name).toBe(other.name);
  });

  it('is one account when two tabs come back at the same moment', async () => {
    const email = newEmail();
    const tabs = [server.browser(), server.browser(), server.browser()];
    const callbacks = await Promise.all(tabs.map(async (tab) => tab.visitCompany(await tab.press(), email)));
    const ends = await Promise.all(tabs.map((tab, index) => tab.comeBack(callbacks[index] ?? new URL('http://x'))));
    expect(ends).toContain('/login?with=google');
    for (const end of ends) expect(['/login?with=google', '/login?fault=failed']).toContain(end);
    const rows = await server.context.pool.query('SELECT 1 FROM account WHERE email = $1', [email]);
    expect(rows.rows).toHaveLength(1);
    expect(await server.browser().signIn(email)).toBe('/login?with=google');
  });
});

describe('a role that is there', () => {
  it('stays: a Seller who comes in by Google is a Seller', async () => {
    const email = newEmail();
    const first = await signedIn(email);
    await first.call('POST', '/api/users', { role: 'Seller' });
    const browser = await signedIn(email);
    expect((await googleBuyer(browser)).status).toBe(200);
    expect(await me(browser)).toMatchObject({ role: 'Seller' });
  });
});

describe('the call', () => {
  it('is not for visitors, and not for a session made by a password', async () => {
    expect(await call(server, null, 'POST', '/api/googlebuyer', {})).toMatchObject({
      status: 401,
      body: { code: 'UNAUTHENTICATED' },
    });
    const person = await makeUser(server, 'Buyer');
    expect(await call(server, person, 'POST', '/api/googlebuyer', {})).toMatchObject({
      status: 403,
      body: { code: 'OPENID_REQUIRED' },
    });
  });

  it('is not for an address that is not verified', async () => {
    const email = newEmail();
    const browser = await signedIn(email);
    await server.context.pool.query('UPDATE account SET email_verified = false WHERE email = $1', [email]);
    expect(await googleBuyer(browser)).toMatchObject({ status: 403, body: { code: 'EMAIL_NOT_VERIFIED' } });
    expect((await rowOf(email)).role).toBeNull();
  });
});

describe('a confirmed address with a password', () => {
  it('is never linked silently, in any case of its letters', async () => {
    const person = await makeUser(server, 'Seller');
    await server.context.pool.query('UPDATE account SET email_verified = true WHERE id = $1', [person.id]);
    for (const email of [person.email, person.email.toUpperCase()]) {
      server.company.addPerson({ login: email, email, verified: true });
      const browser = server.browser();
      expect(await browser.signIn(email, '/ferrari')).toBe('/login?from=%2Fferrari&fault=account-exists');
      expect(await me(browser)).toBeNull();
    }
    const ways = await server.context.pool.query('SELECT provider_id FROM credential WHERE account_id = $1', [
      person.id,
    ]);
    expect(ways.rows).toEqual([{ provider_id: 'credential' }]);
  });
});

it('an account of the demo counts as confirmed: nobody takes it over through its published address', async () => {
  const person = await makeUser(server, 'Buyer');
  await server.context.pool.query('UPDATE account SET email_verified = false, is_demo = true WHERE id = $1', [
    person.id,
  ]);
  server.company.addPerson({ login: person.email, email: person.email, verified: true });
  expect(await server.browser().signIn(person.email)).toBe('/login?fault=account-exists');
  expect(JSON.stringify((await call(server, person, 'GET', '/api/v1/me')).body)).toContain(person.email);
});

describe('a person at the provider', () => {
  it('is the subject: with another address there it is still the same account here', async () => {
    const [login, email, later] = [newEmail(), newEmail(), newEmail()];
    server.company.addPerson({ login, email });
    const before = await me(await signedIn(login));
    server.company.addPerson({ login, email: later });
    expect(await me(await signedIn(login))).toEqual(before);
    expect(await rowOf(later)).toBeUndefined();
  });

  it('is not another person who was given the same address', async () => {
    const email = newEmail();
    await signedIn(email);
    server.company.addPerson({ login: 'newcomer', email });
    expect(await server.browser().signIn('newcomer')).toBe('/login?fault=account-exists');
  });
});

describe('an account that is closed', () => {
  it.each([
    ['suspended', 'suspended'],
    ['deleted', 'closed'],
  ])('because it is %s cannot be entered', async (status, fault) => {
    const email = newEmail();
    const browser = await signedIn(email);
    await setStatus(email, status);
    expect(await me(browser)).toBeNull();
    expect(await server.browser().signIn(email)).toBe(`/login?fault=${fault}`);
    const { id } = await rowOf(email);
    await server.context.pool.query('DELETE FROM session WHERE account_id = $1', [id]);
  });

  it('by deletion gives the address and the subject free: the same person begins again', async () => {
    const email = newEmail();
    const browser = await signedIn(email);
    const { insertedId } = (await googleBuyer(browser)).body;
    const admin = await makeUser(server, 'admin');
    const deleted = await call(server, admin, 'DELETE', `/api/Buyer/${String(insertedId)}`);
    expect(deleted).toMatchObject({ status: 200, body: { deletedCount: 1 } });
    expect(await me(browser)).toBeNull();
    const rows = await server.context.pool.query('SELECT 1 FROM credential WHERE account_id = $1', [insertedId]);
    expect(rows.rows).toEqual([]);
    const again = await signedIn(email);
    expect((await googleBuyer(again)).body.insertedId).not.toBe(insertedId);
  });
});

it('has no password: nobody can sign in by guessing one', async () => {
  const email = newEmail();
  await signedIn(email);
  const answer = await call(server, null, 'POST', '/api/auth/sign-in/email', { email, password });
  expect(answer).toMatchObject({ status: 401, body: { code: 'INVALID_CREDENTIALS' } });
});
