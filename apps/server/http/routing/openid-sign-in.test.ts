import { generateKeyPairSync } from 'node:crypto';
import type { Tampering } from '@carhouse/auth/testing/test-openid-provider';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { makeUser } from '../../testing/builders.ts';
import { startTestServerWithOpenid, type TestServerWithOpenid } from '../../testing/openid-server.ts';

let server: TestServerWithOpenid;
let personCount = 0;

beforeAll(async () => {
  server = await startTestServerWithOpenid();
});
afterAll(() => server.close());
afterEach(() => {
  server.companyProvider.tamper(null);
  server.companyProvider.setState('up');
  server.companyProvider.putClaimsIntoToken(true);
});

function makeEmail(): string {
  personCount += 1;
  return `visitor${personCount}@people.example`;
}

const countAccounts = async () => (await server.context.pool.query('SELECT count(*)::int AS n FROM account')).rows[0].n;
const findAccountRow = async (email: string) =>
  (await server.context.pool.query('SELECT * FROM account WHERE email = $1', [email])).rows[0];

/** Signs in and expects a refusal that creates neither a session nor an account. */
async function expectRefusal(email: string, faultName: string): Promise<void> {
  const browser = server.browser();
  const accountsBefore = await countAccounts();
  expect(await browser.signIn(email)).toBe(`/login?fault=${faultName}`);
  expect(browser.cookies.has('carhouse.session_token')).toBe(false);
  expect(await countAccounts()).toBe(accountsBefore);
}

it('refused callbacks of one address are limited, and accepted ones are not counted', async () => {
  const browser = server.browser();
  await browser.signIn(makeEmail());
  const readCallbackStatus = async () =>
    (await browser.call('GET', '/api/auth/callback/google?code=wrong&state=wrong')).status;
  const statuses: number[] = [];
  for (let repetition = 0; repetition < 32; repetition += 1) statuses.push(await readCallbackStatus());
  expect(statuses).toEqual([...Array(30).fill(302), 429, 429]);
  expect(await server.browser().signIn(makeEmail())).not.toContain('fault');
});

describe('the start', () => {
  it('asks for a code with state, nonce and PKCE, and seals them into a cookie of this host', async () => {
    const browser = server.browser();
    const url = new URL(await browser.pressSignInButton());
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      response_type: 'code',
      client_id: server.companyProvider.clientId,
      redirect_uri: 'http://127.0.0.1:3000/api/auth/callback/google',
      scope: 'openid email profile',
      code_challenge_method: 'S256',
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      state: expect.stringMatching(/^[\w-]{32}$/),
      nonce: expect.stringMatching(/^[\w-]{32}$/),
    });
    const answer = await browser.call('POST', '/api/auth/sign-in/openid', { provider: 'google' });
    expect([answer.headers['set-cookie']].flat()[0]).toMatch(
      /^carhouse\.openid_state=[^;]+; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax$/,
    );
    const sealedState = browser.cookies.get('carhouse.openid_state') ?? '';
    expect(sealedState).not.toContain(url.searchParams.get('state'));
  });

  it('leaves no row behind, however often the button is pressed', async () => {
    const countVerificationRows = async () =>
      (await server.context.pool.query('SELECT count(*)::int AS n FROM verification')).rows[0].n;
    const rowsBefore = await countVerificationRows();
    for (let pressIndex = 0; pressIndex < 3; pressIndex += 1) await server.browser().pressSignInButton('/ferrari');
    expect(await countVerificationRows()).toBe(rowsBefore);
  });

  it.each(['', 'openid', 'github', '__proto__', 'credential'])('knows no provider %j here', async (provider) => {
    const answer = await server.browser().call('POST', '/api/auth/sign-in/openid', { provider });
    expect(answer).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
  });

  it('is not for pages of other sites', async () => {
    const answer = await server.app.inject({
      method: 'POST',
      url: '/api/auth/sign-in/openid',
      headers: { origin: 'https://evil.example' },
      payload: { provider: 'google' },
    });
    expect([answer.statusCode, answer.json().code]).toEqual([403, 'CSRF']);
  });

  it('takes nothing of the caller into the request but the provider and the way back', async () => {
    const answer = await server.browser().call('POST', '/api/auth/sign-in/openid', {
      provider: 'google',
      callbackURL: 'https://evil.example',
      errorCallbackURL: 'https://evil.example',
      scopes: ['https://mail.example/all'],
      loginHint: 'a@b.example',
      additionalParams: { prompt: 'none' },
      idToken: { token: 'a.b.c' },
    });
    expect(answer.status).toBe(200);
    expect(String(answer.body.url)).not.toMatch(/evil|mail\.example|b\.example|prompt/);
  });
});

describe('the way back', () => {
  it.each([
    ['/ferrari', '/login?with=google&from=%2Fferrari'],
    ['/dashboard/myOrders?a=b&c=d', '/login?with=google&from=%2Fdashboard%2FmyOrders%3Fa%3Db%26c%3Dd'],
    ['/', '/login?with=google'],
    [undefined, '/login?with=google'],
    ['https://evil.example', '/login?with=google'],
    ['//evil.example', '/login?with=google'],
    ['/\\evil.example', '/login?with=google'],
    ['javascript:alert(1)', '/login?with=google'],
    ['/a\r\nSet-Cookie: x=1', '/login?with=google'],
    [`/${'x'.repeat(400)}`, '/login?with=google'],
  ])('from %j leads to %s', async (fromPath, landingPath) => {
    expect(await server.browser().signIn('somebody@people.example', fromPath)).toBe(landingPath);
  });

  it('signs in: one cookie, nothing of the token, and the state is used up', async () => {
    const email = makeEmail();
    server.companyProvider.addPerson({ email, name: 'Mei Lin', picture: 'https://photos.example/mei.png' });
    const browser = server.browser();
    await browser.signIn(email);
    expect([...browser.cookies.keys()]).toEqual(['carhouse.session_token']);
    expect((await browser.call('GET', '/api/v1/me')).body.user).toMatchObject({
      email,
      name: 'Mei Lin',
      photoURL: 'https://photos.example/mei.png',
      role: '',
    });
  });

  it('keeps who the person is there, and none of the tokens', async () => {
    const email = makeEmail();
    await server.browser().signIn(email);
    await server.browser().signIn(email);
    const { rows } = await server.context.pool.query(
      'SELECT c.* FROM credential c JOIN account a ON a.id = c.account_id WHERE a.email = $1',
      [email],
    );
    expect(rows).toHaveLength(1);
    expect(rows[0]).toMatchObject({
      provider_id: 'google',
      subject: email,
      password: null,
      access_token: null,
      refresh_token: null,
      id_token: null,
      access_token_expires_at: null,
      refresh_token_expires_at: null,
      scope: null,
    });
  });

  it('takes claims from the userinfo endpoint where the token has none', async () => {
    server.companyProvider.putClaimsIntoToken(false);
    const email = makeEmail();
    server.companyProvider.addPerson({ email, name: 'Thin Token' });
    expect(await server.browser().signIn(email)).toBe('/login?with=google');
    expect(await findAccountRow(email)).toMatchObject({ name: 'Thin Token', email_verified: true });
  });

  it.each([
    ['http://photos.example/a.png'],
    ['javascript:alert(1)'],
    ['data:image/png;base64,AA=='],
    [`https://photos.example/${'x'.repeat(2048)}`],
  ])('leaves a picture behind that is not on https or too long: %.40s', async (image) => {
    const email = makeEmail();
    server.companyProvider.addPerson({ email, name: 'A\r\nSet-Cookie: x=1', picture: image });
    await server.browser().signIn(email);
    expect(await findAccountRow(email)).toMatchObject({ photo_url: null, name: 'A Set-Cookie: x=1' });
  });

  it('keeps no card number that a person has typed at the provider', async () => {
    const email = makeEmail();
    const image = 'https://photos.example/4242424242424242.png';
    server.companyProvider.addPerson({ email, name: 'Mei 4242 4242 4242 4242', picture: image });
    await server.browser().signIn(email);
    expect(await findAccountRow(email)).toMatchObject({ name: email.split('@')[0], photo_url: null });
  });

  it('shortens a name that is too long, and makes one where none is given', async () => {
    const [longEmail, otherEmail] = [makeEmail(), makeEmail()];
    server.companyProvider.addPerson({ email: longEmail, name: '😀'.repeat(300) });
    server.companyProvider.addPerson({ email: otherEmail });
    await server.browser().signIn(longEmail);
    await server.browser().signIn(otherEmail);
    expect((await findAccountRow(longEmail)).name).toBe('😀'.repeat(200));
    expect((await findAccountRow(otherEmail)).name).toBe(otherEmail.split('@')[0]);
  });
});

describe('a callback that nobody here started', () => {
  it('with a code of another browser is refused: no one is signed in as another person', async () => {
    const attacker = server.browser();
    const callbackUrl = await attacker.visitCompany(await attacker.pressSignInButton(), makeEmail());
    const victimBrowser = server.browser();
    expect(await victimBrowser.returnFromProvider(callbackUrl)).toBe('/login?fault=expired');
    await victimBrowser.pressSignInButton();
    expect(await victimBrowser.returnFromProvider(callbackUrl)).toMatch(/fault=expired$/);
    expect(victimBrowser.cookies.has('carhouse.session_token')).toBe(false);
  });

  it.each([
    '',
    '?code=abc',
    '?state=abc',
    '?code=abc&state=abc',
    '?error=access_denied',
    '?error=access_denied&state=abc',
    '?state=a&state=b&code=c',
    '?code=abc&callbackURL=https://evil.example&errorCallbackURL=https://evil.example',
    `?code=${'x'.repeat(5_000)}&state=abc`,
    '?error=%3Cscript%3E&error_description=https://evil.example',
  ])('leads to the login page: %.60s', async (query) => {
    const browser = server.browser();
    for (const hasPressedButton of [false, true]) {
      if (hasPressedButton) await browser.pressSignInButton();
      const answer = await browser.call('GET', `/api/auth/callback/google${query}`);
      expect(answer.status).toBe(302);
      expect(answer.headers.location).toMatch(/^\/login\?fault=[a-z-]+$/);
      expect(browser.cookies.has('carhouse.session_token')).toBe(false);
    }
  });

  it('with a state that was changed, or a sealed cookie that was changed, is refused', async () => {
    const browser = server.browser();
    const callbackUrl = await browser.visitCompany(await browser.pressSignInButton('/ferrari'), makeEmail());
    const forgedCallbackUrl = new URL(callbackUrl);
    forgedCallbackUrl.searchParams.set('state', 'A'.repeat(32));
    expect(await browser.returnFromProvider(forgedCallbackUrl)).toBe('/login?from=%2Fferrari&fault=expired');
    const sealedState = browser.cookies.get('carhouse.openid_state') ?? '';
    browser.cookies.set('carhouse.openid_state', `${sealedState.slice(0, -1)}${sealedState.endsWith('0') ? '1' : '0'}`);
    expect(await browser.returnFromProvider(callbackUrl)).toBe('/login?fault=expired');
  });

  it('names another issuer or none is refused', async () => {
    for (const issuer of [null, 'https://evil.example']) {
      const browser = server.browser();
      const callbackUrl = await browser.visitCompany(await browser.pressSignInButton(), makeEmail());
      if (issuer === null) callbackUrl.searchParams.delete('iss');
      else callbackUrl.searchParams.set('iss', issuer);
      expect(await browser.returnFromProvider(callbackUrl)).toBe('/login?fault=failed');
    }
  });

  it('with a code that was used is refused, also from the same browser', async () => {
    const browser = server.browser();
    const callbackUrl = await browser.visitCompany(await browser.pressSignInButton(), makeEmail());
    const sealedState = browser.cookies.get('carhouse.openid_state') ?? '';
    expect(await browser.returnFromProvider(callbackUrl)).toBe('/login?with=google');
    expect(await browser.returnFromProvider(callbackUrl)).toBe('/login?fault=expired');
    browser.cookies.clear();
    browser.cookies.set('carhouse.openid_state', sealedState);
    expect(await browser.returnFromProvider(callbackUrl)).toBe('/login?fault=failed');
    expect(browser.cookies.has('carhouse.session_token')).toBe(false);
  });

  it('comes by GET only', async () => {
    const answer = await server.app.inject({ method: 'POST', url: '/api/auth/callback/google', payload: {} });
    expect(answer.statusCode).toBe(405);
  });
});

describe('an ID token', () => {
  const stranger = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
  const encodeJson = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  const now = (): number => Math.floor(Date.now() / 1000);

  const tamperings: Record<string, Tampering> = {
    'of another nonce': (defaultClaims, signClaims) => signClaims({ ...defaultClaims, nonce: 'another' }),
    'without a nonce': ({ nonce: _nonce, ...defaultClaims }, signClaims) => signClaims(defaultClaims),
    'for another audience': (defaultClaims, signClaims) => signClaims({ ...defaultClaims, aud: 'another-house' }),
    'for two audiences without saying for whom': (defaultClaims, signClaims) =>
      signClaims({ ...defaultClaims, aud: [String(defaultClaims.aud), 'b'] }),
    'made for another party': (defaultClaims, signClaims) => signClaims({ ...defaultClaims, azp: 'another-house' }),
    'of another issuer': (defaultClaims, signClaims) => signClaims({ ...defaultClaims, iss: 'https://evil.example' }),
    'that has run out': (defaultClaims, signClaims) =>
      signClaims({ ...defaultClaims, iat: now() - 7200, exp: now() - 3600 }),
    'without an end': ({ exp: _exp, ...defaultClaims }, signClaims) => signClaims(defaultClaims),
    'that is not valid yet': (defaultClaims, signClaims) => signClaims({ ...defaultClaims, nbf: now() + 3600 }),
    'of another key': (defaultClaims, signClaims) => signClaims(defaultClaims, stranger),
    'without a subject': ({ sub: _sub, ...defaultClaims }, signClaims) => signClaims(defaultClaims),
    'with a subject that is a list': (defaultClaims, signClaims) =>
      signClaims({ ...defaultClaims, sub: ['a'] as unknown as string }),
    'with alg none': async (defaultClaims) =>
      `${encodeJson({ alg: 'none', typ: 'JWT' })}.${encodeJson(defaultClaims)}.`,
    'with alg None and a signature': async (defaultClaims) =>
      `${encodeJson({ alg: 'None' })}.${encodeJson(defaultClaims)}.AAAA`,
    'signed with the public word of the client': async (defaultClaims) =>
      `${encodeJson({ alg: 'HS256' })}.${encodeJson(defaultClaims)}.AAAA`,
    'that is none': async () => 'a.b.c',
    'that is opaque': async () => 'opaque',
    'that is empty': async () => '',
  };

  it.each(Object.keys(tamperings))('%s is refused', async (name) => {
    server.companyProvider.tamper(tamperings[name] ?? null);
    await expectRefusal(makeEmail(), 'failed');
  });

  it('whose userinfo is of another subject is refused', async () => {
    server.companyProvider.putClaimsIntoToken(false);
    server.companyProvider.tamper((defaultClaims, signClaims) => signClaims({ ...defaultClaims, sub: 'another' }));
    await expectRefusal(makeEmail(), 'failed');
  });

  it.each([[false], ['true'], [1], [null]])(
    'with email_verified %j is refused, for a new and for a known address',
    async (emailVerifiedClaim) => {
      const email = makeEmail();
      server.companyProvider.addPerson({ email, verified: emailVerifiedClaim });
      server.companyProvider.tamper((defaultClaims, signClaims) =>
        signClaims({ ...defaultClaims, email_verified: emailVerifiedClaim }),
      );
      await expectRefusal(email, 'email-not-verified');
      const knownUser = await makeUser(server, 'Buyer');
      server.companyProvider.addPerson({ email: knownUser.email, verified: emailVerifiedClaim });
      await expectRefusal(knownUser.email, 'email-not-verified');
    },
  );

  it.each([
    'tan\u212a@people.example',
    'b\u00fcyer@people.example',
    'buyer@pe\u043eple.example',
    'a b@people.example',
    'nobody',
    'a@b',
    '"q"@people.example',
    `${'x'.repeat(70)}@people.example`,
  ])('with the address %j, which could be mistaken for another, is refused', async (email) => {
    server.companyProvider.tamper((defaultClaims, signClaims) => signClaims({ ...defaultClaims, email }));
    await expectRefusal(makeEmail(), 'email-not-usable');
  });

  it('without an address is refused', async () => {
    server.companyProvider.tamper(({ email: _email, ...defaultClaims }, signClaims) => signClaims(defaultClaims));
    server.companyProvider.putClaimsIntoToken(false);
    server.companyProvider.addPerson({ email: 'thin@people.example', verified: false });
    await expectRefusal('thin@people.example', 'email-not-verified');
  });
});

describe('the company', () => {
  it('refusing because the user cancelled leads to the login page without text of the provider', async () => {
    const browser = server.browser();
    const callbackUrl = await browser.visitCompany(await browser.pressSignInButton('/ferrari'), 'cancel');
    expect(callbackUrl.searchParams.get('error')).toBe('access_denied');
    expect(await browser.returnFromProvider(callbackUrl)).toBe('/login?from=%2Fferrari&fault=cancelled');
  });

  it('being down does not prevent the start, and the sign-in button shows it', async () => {
    const otherOpenidServer = await startTestServerWithOpenid();
    try {
      otherOpenidServer.companyProvider.setState('failing');
      const pressButton = () =>
        otherOpenidServer.browser().call('POST', '/api/auth/sign-in/openid', { provider: 'google' });
      expect(await pressButton()).toMatchObject({ status: 503, body: { code: 'SIGN_IN_PROVIDER_UNAVAILABLE' } });
      otherOpenidServer.companyProvider.setState('up');
      expect(await otherOpenidServer.browser().signIn('late@people.example')).toBe('/login?with=google');
    } finally {
      await otherOpenidServer.close();
    }
  });

  it('being down at the callback is shown on the login page', async () => {
    const browser = server.browser();
    const callbackUrl = await browser.visitCompany(await browser.pressSignInButton(), makeEmail());
    server.companyProvider.setState('failing');
    expect(await browser.returnFromProvider(callbackUrl)).toBe('/login?fault=unavailable');
  });

  it('falling silent at the callback is waited for a few seconds, not for ever', async () => {
    const browser = server.browser();
    const callbackUrl = await browser.visitCompany(await browser.pressSignInButton(), makeEmail());
    server.companyProvider.setState('silent');
    expect(await browser.returnFromProvider(callbackUrl)).toBe('/login?fault=unavailable');
  });
});
