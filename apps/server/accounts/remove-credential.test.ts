import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeUser, password, type TestUser } from '../testing/builders.ts';
import { type Browser, startTestServerWithOpenid, type TestServerWithOpenid } from '../testing/openid-server.ts';

let server: TestServerWithOpenid;

beforeAll(async () => {
  server = await startTestServerWithOpenid();
});
afterAll(() => server.close());

const path = '/api/v1/me/credentials/google';
const profilePath = '/dashboard/myprofile';

async function signInWithPassword(person: TestUser): Promise<Browser> {
  const browser = server.browser();
  const answer = await browser.call('POST', '/api/auth/sign-in/email', { email: person.email, password });
  expect(answer.status).toBe(200);
  return browser;
}

/** Connects Google to the account: starts at the server, logs in at Google and returns. */
async function connectProvider(browser: Browser, providerLogin: string): Promise<string> {
  const startAnswer = await browser.call('POST', path, {});
  expect(startAnswer.status).toBe(200);
  return browser.returnFromProvider(await browser.visitCompany(String(startAnswer.body.url), providerLogin));
}

const readSignInMethodNames = async (browser: Browser): Promise<string[]> => {
  const { body } = await browser.call('GET', '/api/v1/me/credentials');
  return (body.credentials as { provider: string }[]).map(({ provider }) => provider);
};

const readAuditEntriesOf = async (person: TestUser): Promise<unknown[]> => {
  const text = 'SELECT actor_id, action, before, after FROM audit_entry WHERE noun_id = $1 ORDER BY at, id';
  return (await server.context.pool.query(text, [person.id])).rows;
};

describe('connecting Google to an account', () => {
  it('adds a second sign-in method to the same account, which keeps its role', async () => {
    const person = await makeUser(server, 'Seller', { verified: true });
    const browser = await signInWithPassword(person);
    expect(await connectProvider(browser, person.email)).toBe(`${profilePath}?connected=google`);
    expect(await readSignInMethodNames(browser)).toEqual(['password', 'google']);
    const otherBrowser = server.browser();
    expect(await otherBrowser.signIn(person.email)).toBe('/login?with=google');
    await otherBrowser.call('POST', '/api/googlebuyer', {});
    expect((await otherBrowser.call('GET', '/api/v1/me')).body.user).toMatchObject({ _id: person.id, role: 'Seller' });
  });

  it('again changes nothing', async () => {
    const person = await makeUser(server, 'Buyer');
    const browser = await signInWithPassword(person);
    await connectProvider(browser, person.email);
    expect(await connectProvider(browser, person.email)).toBe(`${profilePath}?connected=google`);
    expect(await readSignInMethodNames(browser)).toEqual(['password', 'google']);
    const entry = { actor_id: person.id, action: 'connect-provider', before: null, after: { provider: 'google' } };
    expect(await readAuditEntriesOf(person)).toEqual([entry]);
  });

  it('is refused for another address, for one that is not verified, and for a second person there', async () => {
    const person = await makeUser(server, 'Buyer');
    const browser = await signInWithPassword(person);
    expect(await connectProvider(browser, 'another@people.example')).toBe(`${profilePath}?fault=email-differs`);
    server.companyProvider.addPerson({ email: person.email, verified: false });
    expect(await connectProvider(browser, person.email)).toBe(`${profilePath}?fault=email-not-verified`);
    server.companyProvider.addPerson({ email: person.email });
    await connectProvider(browser, person.email);
    const subjectWithSameEmail = `twin-of-${person.email}`;
    server.companyProvider.addPerson({ login: subjectWithSameEmail, email: person.email });
    expect(await connectProvider(browser, subjectWithSameEmail)).toBe(`${profilePath}?fault=connected-elsewhere`);
    expect(await readSignInMethodNames(browser)).toEqual(['password', 'google']);
  });

  it('is refused when another person has signed in meanwhile, or nobody is signed in any more', async () => {
    const [person, otherBuyer] = [await makeUser(server, 'Buyer'), await makeUser(server, 'Buyer')];
    for (const nextUser of [otherBuyer, null]) {
      const browser = await signInWithPassword(person);
      const startAnswer = await browser.call('POST', path, {});
      const callbackUrl = await browser.visitCompany(String(startAnswer.body.url), person.email);
      const state = browser.cookies.get('carhouse.openid_state') ?? '';
      browser.cookies.clear();
      if (nextUser !== null)
        for (const [name, value] of (await signInWithPassword(nextUser)).cookies) browser.cookies.set(name, value);
      browser.cookies.set('carhouse.openid_state', state);
      expect(await browser.returnFromProvider(callbackUrl)).toBe(`${profilePath}?fault=other-session`);
    }
    expect(await readSignInMethodNames(await signInWithPassword(person))).toEqual(['password']);
    expect(await readSignInMethodNames(await signInWithPassword(otherBuyer))).toEqual(['password']);
  });

  it('gives no access to an account that was deleted in the meantime', async () => {
    const person = await makeUser(server, 'Buyer');
    const credentialInsertPromise = server.context.pool.query(
      "INSERT INTO credential (id, account_id, provider_id, subject) VALUES (gen_random_uuid(), $1, 'google', 'x')",
      [(await makeDeletedAccount(person)).id],
    );
    await expect(credentialInsertPromise).rejects.toMatchObject({ constraint: 'credential_live_account_check' });
  });

  it('leaves no session to an account that was deleted while its owner came back from the provider', async () => {
    const person = await makeUser(server, 'Buyer');
    const sessionInsertPromise = server.context.pool.query(
      "INSERT INTO session (id, account_id, token, expires_at, provider_id) VALUES (gen_random_uuid(), $1, 'x', 'infinity', 'google')",
      [(await makeDeletedAccount(person)).id],
    );
    await expect(sessionInsertPromise).rejects.toMatchObject({ constraint: 'session_live_account_check' });
  });

  it('waits for a deletion under way, and is refused by it', async () => {
    const person = await makeUser(server, 'Buyer');
    const [deletingClient, connectingClient] = [
      await server.context.pool.connect(),
      await server.context.pool.connect(),
    ];
    try {
      await deletingClient.query('BEGIN');
      await deletingClient.query("UPDATE account SET status = 'deleted' WHERE id = $1", [person.id]);
      const concurrentInsertPromise = connectingClient
        .query(
          "INSERT INTO credential (id, account_id, provider_id, subject) VALUES (gen_random_uuid(), $1, 'google', 'y')",
          [person.id],
        )
        .then(
          () => 'stored',
          (error: { constraint?: string }) => error.constraint,
        );
      await deletingClient.query('DELETE FROM credential WHERE account_id = $1', [person.id]);
      await deletingClient.query('COMMIT');
      expect(await concurrentInsertPromise).toBe('credential_live_account_check');
    } finally {
      await closeAccount(person);
      deletingClient.release();
      connectingClient.release();
    }
  });
});

describe('disconnecting Google', () => {
  it('removes the sign-in method, and a second call finds nothing to remove', async () => {
    const person = await makeUser(server, 'Buyer');
    const browser = await signInWithPassword(person);
    await connectProvider(browser, person.email);
    expect(await browser.call('DELETE', path)).toMatchObject({ status: 200, body: { deletedCount: 1 } });
    expect(await browser.call('DELETE', path)).toMatchObject({ status: 200, body: { deletedCount: 0 } });
    expect(await readAuditEntriesOf(person)).toMatchObject([
      { action: 'connect-provider' },
      { action: 'disconnect-provider' },
    ]);
    expect(await readSignInMethodNames(browser)).toEqual(['password']);
    await server.context.pool.query('UPDATE account SET email_verified = true WHERE id = $1', [person.id]);
    expect(await server.browser().signIn(person.email)).toBe('/login?fault=account-exists');
  });

  it('is refused when it is the only sign-in method', async () => {
    const browser = server.browser();
    await browser.signIn('only.google@people.example');
    await browser.call('POST', '/api/googlebuyer', {});
    expect(await browser.call('DELETE', path)).toMatchObject({ status: 409, body: { code: 'LAST_WAY_IN' } });
    expect(await readSignInMethodNames(browser)).toEqual(['google']);
  });
});

it('is for signed-in people', async () => {
  for (const [method, url] of [
    ['GET', '/api/v1/me/credentials'],
    ['POST', path],
    ['DELETE', path],
  ] as const) {
    expect((await server.browser().call(method, url)).status).toBe(401);
  }
});

async function makeDeletedAccount(person: TestUser): Promise<TestUser> {
  await closeAccount(person);
  return person;
}

async function closeAccount(person: TestUser): Promise<void> {
  await server.context.pool.query('DELETE FROM session WHERE account_id = $1', [person.id]);
  await server.context.pool.query("UPDATE account SET status = 'deleted' WHERE id = $1", [person.id]);
}
