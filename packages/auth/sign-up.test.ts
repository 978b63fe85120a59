import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createTestIdentity,
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

describe('sign-up', () => {
  it('makes an active account without a role and signs it in', async () => {
    const { email, response, headers } = await server.signUp();
    expect(response.status).toBe(200);
    expect(await server.findAccount(email)).toMatchObject({
      name: 'Mei',
      photo_url: 'https://a.example/b.png',
      role: null,
      status: 'active',
      verified_at: null,
      email_verified: false,
    });
    expect(await server.identity.findActor(readIdentity(headers))).toMatchObject({ email, name: 'Mei', role: null });
  });

  it('never takes role, permission, status, verification, number or id from the client', async () => {
    const forgedFields = {
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
    const { email } = await server.signUp(forgedFields);
    const account = await server.findAccount(email);
    expect(account).toMatchObject({
      role: null,
      verified_at: null,
      email_verified: false,
      status: 'active',
      number: null,
    });
    expect(account?.id).not.toBe(forgedFields.id);
    expect(account?.created_at.getFullYear()).not.toBe(2000);
  });

  it('writes the address in lower case, so that one address cannot have two accounts', async () => {
    const { email } = await server.signUp();
    const sameAddressRefusal = await refusal(
      server.post('/sign-up/email', { name: 'Mei', email: email.toUpperCase(), password }),
    );
    expect(sameAddressRefusal).toMatchObject({ code: 'INVALID', message: 'User already exists. Use another email.' });
    expect((await server.post('/sign-in/email', { email: email.toUpperCase(), password })).status).toBe(200);
  });

  it('creates one account in a race of sign-ups with one address, and refuses the others', async () => {
    const email = server.makeNewEmail();
    const signUpPromises = Array.from({ length: 6 }, () =>
      server.post('/sign-up/email', { name: 'Mei', email, password }),
    );
    const signUpResults = await Promise.allSettled(signUpPromises);
    expect(signUpResults.filter((signUpResult) => signUpResult.status === 'fulfilled')).toHaveLength(1);
    const reasons = signUpResults
      .filter((signUpResult) => signUpResult.status === 'rejected')
      .map((signUpResult) => signUpResult.reason as { message: string });
    expect(new Set(reasons.map((reason) => reason.message))).toEqual(
      new Set(['User already exists. Use another email.']),
    );
    const account = await server.findAccount(email);
    const credentials = await server.db.database
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
  ])('refuses the password %j in the words of the specification', async (weakPassword, message) => {
    const email = server.makeNewEmail();
    const signUpRefusal = await refusal(
      server.post('/sign-up/email', { name: 'Mei', email, password: weakPassword, image: '' }),
    );
    expect(signUpRefusal).toMatchObject({ code: 'PASSWORD_RULE', message });
    expect(await server.findAccount(email)).toBeUndefined();
  });

  it('accepts a password of 128 characters, emoji included, and verifies it as it was sent', async () => {
    const longPassword = `AB!${'😀'.repeat(125)}`;
    const { email } = await server.signUp({ password: longPassword });
    expect((await server.post('/sign-in/email', { email, password: longPassword })).status).toBe(200);
    expect(
      await refusal(server.post('/sign-in/email', { email, password: ` ${longPassword.slice(0, -2)}` })),
    ).toMatchObject({
      code: 'INVALID_CREDENTIALS',
    });
  });

  it.each([
    ['a NUL', 'a\0b@people.example'],
    ['nothing but a NUL', '\0'],
    ['half a character', '\ud800@people.example'],
    ['300 characters', `${'a'.repeat(290)}@people.example`],
  ])('lets nobody in by an address that no account can have: %s', async (_case, email) => {
    const signUpRefusal = await refusal(server.post('/sign-in/email', { email, password: 'Any!Password1' }));
    expect(signUpRefusal).toMatchObject({ code: 'INVALID_CREDENTIALS' });
  });

  it('takes the name of a user without a name from the address', async () => {
    const { email } = await server.signUp({ name: '  ', image: '' });
    expect(await server.findAccount(email)).toMatchObject({ name: email.split('@')[0], photo_url: null });
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
  ])('refuses %j and names the field', async (wrongFields, path) => {
    const signUpRefusal = await refusal(
      server.post('/sign-up/email', { name: 'Mei', email: server.makeNewEmail(), password, ...wrongFields }),
    );
    expect(signUpRefusal.code).toBe('INVALID');
    expect(signUpRefusal.errors).toContainEqual(expect.objectContaining({ path }));
  });

  it('refuses an image of the server: a visitor has uploaded none', async () => {
    const email = server.makeNewEmail();
    const image = `/media/${'a'.repeat(40)}-960.webp`;
    const signUpRefusal = await refusal(server.post('/sign-up/email', { name: 'Mei', email, password, image }));
    expect(signUpRefusal).toMatchObject({ code: 'IMAGE_NOT_YOURS', errors: [{ path: 'image' }] });
    expect(await server.findAccount(email)).toBeUndefined();
  });

  it.each(['{"a":', '', '[1]', '"text"', 'null'])('refuses the body %j', async (body) => {
    expect(['BAD_REQUEST', 'INVALID']).toContain((await refusal(server.post('/sign-up/email', body))).code);
  });

  it('refuses a body that is not JSON', async () => {
    const form = server.post('/sign-in/email', 'email=a', { 'content-type': 'application/x-www-form-urlencoded' });
    expect(await refusal(form)).toMatchObject({ code: 'UNSUPPORTED_MEDIA_TYPE' });
  });
});

describe('accounts made by the server', () => {
  it('have their role and verification, and can sign in', async () => {
    const email = server.makeNewEmail();
    const verifiedAt = new Date('2026-01-05T00:00:00Z');
    const id = await server.identity.createAccount({
      name: 'Tan',
      email,
      password,
      photoUrl: null,
      role: 'Seller',
      verifiedAt,
    });
    expect(await server.findAccount(email)).toMatchObject({ id, role: 'Seller', verified_at: verifiedAt });
    const answer = await server.post('/sign-in/email', { email, password });
    expect(await server.identity.findActor(readIdentity(readCookieHeaders(answer)))).toEqual({
      accountId: id,
      sessionId: expect.any(String),
      email,
      name: 'Tan',
      role: 'Seller',
    });
  });

  it('cannot take an address twice', async () => {
    const account = {
      name: 'Tan',
      email: server.makeNewEmail(),
      password,
      photoUrl: null,
      role: 'admin',
      verifiedAt: null,
    } as const;
    await server.identity.createAccount(account);
    await expect(server.identity.createAccount(account)).rejects.toMatchObject({
      code: 'INVALID',
      message: 'User already exists. Use another email.',
    });
  });
});
