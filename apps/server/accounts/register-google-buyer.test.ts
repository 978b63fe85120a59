import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call, makeUser, password } from '../testing/builders.ts';
import { type Browser, startTestServerWithOpenid, type TestServerWithOpenid } from '../testing/openid-server.ts';

let server: TestServerWithOpenid;
let personCount = 0;

beforeAll(async () => {
  server = await startTestServerWithOpenid();
});
afterAll(() => server.close());

function makeEmail(): string {
  personCount += 1;
  return `google${personCount}@people.example`;
}

/** Returns a browser that has signed in with Google. */
async function signInWithGoogle(email: string): Promise<Browser> {
  const browser = server.browser();
  expect(await browser.signIn(email)).toBe('/login?with=google');
  return browser;
}

const postGoogleBuyer = (browser: Browser, body: object = {}) => browser.call('POST', '/api/googlebuyer', body);
const readOwnUser = async (browser: Browser) => (await browser.call('GET', '/api/v1/me')).body.user;
const readAccountRow = async (email: string) =>
  (await server.context.pool.query('SELECT * FROM account WHERE email = $1', [email])).rows[0];
const setAccountStatus = (email: string, status: string) =>
  server.context.pool.query('UPDATE account SET status = $2 WHERE email = $1', [email, status]);

describe('a new person', () => {
  it('becomes a Buyer with one audit entry, and a repeated call changes nothing', async () => {
    const email = makeEmail();
    const browser = await signInWithGoogle(email);
    const firstAnswer = await postGoogleBuyer(browser);
    expect(firstAnswer).toMatchObject({ status: 200, body: { acknowledged: true } });
    expect(await postGoogleBuyer(browser)).toMatchObject({ status: 200, body: firstAnswer.body });
    expect(await readOwnUser(browser)).toMatchObject({
      _id: firstAnswer.body.insertedId,
      email,
      role: 'Buyer',
      permission: '',
    });
    const { rows: auditRows } = await server.context.pool.query(
      "SELECT before, after FROM audit_entry WHERE noun_id = $1 AND action = 'choose-role'",
      [firstAnswer.body.insertedId],
    );
    expect(auditRows).toEqual([{ before: { role: null }, after: { role: 'Buyer' } }]);
  });

  it('is one Buyer when the call comes eight times at once', async () => {
    const browser = await signInWithGoogle(makeEmail());
    const answers = await Promise.all(Array.from({ length: 8 }, () => postGoogleBuyer(browser)));
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200]));
    expect(new Set(answers.map((answer) => answer.body.insertedId)).size).toBe(1);
  });

  it('has the data from the provider, and not that from the body', async () => {
    const email = makeEmail();
    server.companyProvider.addPerson({ email, name: 'Mei', picture: 'https://photos.example/mei.png' });
    const otherSeller = await makeUser(server, 'Seller');
    const browser = await signInWithGoogle(email);
    const answer = await postGoogleBuyer(browser, {
      uid: 'x',
      _id: otherSeller.id,
      displayName: 'Someone else',
      name: 'Someone else',
      email: otherSeller.email,
      photoURL: 'https://evil.example/a.png',
      emailVerified: true,
      role: 'admin',
      permission: 'Verified',
      providerData: [{ uid: 'x', nested: { role: 'admin' } }],
    });
    expect(answer.status).toBe(200);
    expect(await readAccountRow(email)).toMatchObject({
      name: 'Mei',
      photo_url: 'https://photos.example/mei.png',
      role: 'Buyer',
      verified_at: null,
      email_verified: true,
    });
    expect((await readAccountRow(otherSeller.email)).name).toBe(otherSeller.name);
  });

  it('is one account when two tabs come back at the same moment', async () => {
    const email = makeEmail();
    const browserTabs = [server.browser(), server.browser(), server.browser()];
    const callbackUrls = await Promise.all(
      browserTabs.map(async (tab) => tab.visitCompany(await tab.pressSignInButton(), email)),
    );
    const redirectTargets = await Promise.all(
      browserTabs.map((tab, index) => tab.returnFromProvider(callbackUrls[index] ?? new URL('http://x'))),
    );
    expect(redirectTargets).toContain('/login?with=google');
    for (const redirectTarget of redirectTargets)
      expect(['/login?with=google', '/login?fault=failed']).toContain(redirectTarget);
    const rows = await server.context.pool.query('SELECT 1 FROM account WHERE email = $1', [email]);
    expect(rows.rows).toHaveLength(1);
    expect(await server.browser().signIn(email)).toBe('/login?with=google');
  });
});

describe('a role that is there', () => {
  it('stays: a Seller who comes in by Google is a Seller', async () => {
    const email = makeEmail();
    const firstBrowser = await signInWithGoogle(email);
    await firstBrowser.call('POST', '/api/users', { role: 'Seller' });
    const browser = await signInWithGoogle(email);
    expect((await postGoogleBuyer(browser)).status).toBe(200);
    expect(await readOwnUser(browser)).toMatchObject({ role: 'Seller' });
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
    const email = makeEmail();
    const browser = await signInWithGoogle(email);
    await server.context.pool.query('UPDATE account SET email_verified = false WHERE email = $1', [email]);
    expect(await postGoogleBuyer(browser)).toMatchObject({ status: 403, body: { code: 'EMAIL_NOT_VERIFIED' } });
    expect((await readAccountRow(email)).role).toBeNull();
  });
});

describe('a confirmed address with a password', () => {
  it('is never linked silently, in any case of its letters', async () => {
    const person = await makeUser(server, 'Seller');
    await server.context.pool.query('UPDATE account SET email_verified = true WHERE id = $1', [person.id]);
    for (const email of [person.email, person.email.toUpperCase()]) {
      server.companyProvider.addPerson({ login: email, email, verified: true });
      const browser = server.browser();
      expect(await browser.signIn(email, '/ferrari')).toBe('/login?from=%2Fferrari&fault=account-exists');
      expect(await readOwnUser(browser)).toBeNull();
    }
    const credentialResult = await server.context.pool.query(
      'SELECT provider_id FROM credential WHERE account_id = $1',
      [person.id],
    );
    expect(credentialResult.rows).toEqual([{ provider_id: 'credential' }]);
  });
});

it('an account of the demo counts as confirmed: nobody takes it over through its published address', async () => {
  const person = await makeUser(server, 'Buyer');
  await server.context.pool.query('UPDATE account SET email_verified = false, is_demo = true WHERE id = $1', [
    person.id,
  ]);
  server.companyProvider.addPerson({ login: person.email, email: person.email, verified: true });
  expect(await server.browser().signIn(person.email)).toBe('/login?fault=account-exists');
  expect(JSON.stringify((await call(server, person, 'GET', '/api/v1/me')).body)).toContain(person.email);
});

describe('a person at the provider', () => {
  it('is identified by the subject: the account stays the same when the address at the provider changes', async () => {
    const [providerLogin, email, laterEmail] = [makeEmail(), makeEmail(), makeEmail()];
    server.companyProvider.addPerson({ login: providerLogin, email });
    const accountBefore = await readOwnUser(await signInWithGoogle(providerLogin));
    server.companyProvider.addPerson({ login: providerLogin, email: laterEmail });
    expect(await readOwnUser(await signInWithGoogle(providerLogin))).toEqual(accountBefore);
    expect(await readAccountRow(laterEmail)).toBeUndefined();
  });

  it('is not another person who was given the same address', async () => {
    const email = makeEmail();
    await signInWithGoogle(email);
    server.companyProvider.addPerson({ login: 'newcomer', email });
    expect(await server.browser().signIn('newcomer')).toBe('/login?fault=account-exists');
  });
});

describe('an account that is closed', () => {
  it.each([
    ['suspended', 'suspended'],
    ['deleted', 'closed'],
  ])('because it is %s cannot be entered', async (status, faultCode) => {
    const email = makeEmail();
    const browser = await signInWithGoogle(email);
    await setAccountStatus(email, status);
    expect(await readOwnUser(browser)).toBeNull();
    expect(await server.browser().signIn(email)).toBe(`/login?fault=${faultCode}`);
    const { id } = await readAccountRow(email);
    await server.context.pool.query('DELETE FROM session WHERE account_id = $1', [id]);
  });

  it('by deletion gives the address and the subject free: the same person begins again', async () => {
    const email = makeEmail();
    const browser = await signInWithGoogle(email);
    const { insertedId } = (await postGoogleBuyer(browser)).body;
    const admin = await makeUser(server, 'admin');
    const deletionAnswer = await call(server, admin, 'DELETE', `/api/Buyer/${String(insertedId)}`);
    expect(deletionAnswer).toMatchObject({ status: 200, body: { deletedCount: 1 } });
    expect(await readOwnUser(browser)).toBeNull();
    const rows = await server.context.pool.query('SELECT 1 FROM credential WHERE account_id = $1', [insertedId]);
    expect(rows.rows).toEqual([]);
    const secondBrowser = await signInWithGoogle(email);
    expect((await postGoogleBuyer(secondBrowser)).body.insertedId).not.toBe(insertedId);
  });
});

it('has no password: nobody can sign in by guessing one', async () => {
  const email = makeEmail();
  await signInWithGoogle(email);
  const answer = await call(server, null, 'POST', '/api/auth/sign-in/email', { email, password });
  expect(answer).toMatchObject({ status: 401, body: { code: 'INVALID_CREDENTIALS' } });
});
