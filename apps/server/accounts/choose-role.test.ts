import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Answer, call, findActor, password, type TestUser } from '../testing/builders.ts';
import { makeImage } from '../testing/images.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { chooseRole } from './choose-role.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

/** Makes the first call of the sign-up. The new user has no role until the second call. */
async function signUp(changedFields: object = {}): Promise<TestUser> {
  const name = `Person ${randomBytes(4).toString('hex')}`;
  const email = `${name.replace(' ', '.').toLowerCase()}@people.example`;
  const answer = await server.app.inject({
    method: 'POST',
    url: '/api/auth/sign-up/email',
    payload: { name, email, password, image: '', ...changedFields },
  });
  expect(answer.statusCode, answer.body).toBe(200);
  const token = String(answer.headers['set-auth-token']);
  const accountResult = await server.context.pool.query('SELECT id FROM account WHERE email = $1', [email]);
  return { id: accountResult.rows[0].id, name, email, role: 'Buyer', token };
}

const chooseRoleAs = (person: TestUser | null, body: object): Promise<Answer> =>
  call(server, person, 'POST', '/api/users', body);
const readOwnUser = async (person: TestUser) => (await call(server, person, 'GET', '/api/v1/me')).body.user;
const readAccount = async (person: TestUser) =>
  (await server.context.pool.query('SELECT * FROM account WHERE id = $1', [person.id])).rows[0];
const listAuditEntries = async (person: TestUser) =>
  (await server.context.pool.query('SELECT before, after, actor_id FROM audit_entry WHERE noun_id = $1', [person.id]))
    .rows;

describe('signing up', () => {
  it('takes two calls: the account, then its role', async () => {
    const person = await signUp({ image: 'https://photos.example/me.jpg' });
    expect(await readOwnUser(person)).toEqual({
      _id: person.id,
      name: person.name,
      email: person.email,
      role: '',
      photoURL: 'https://photos.example/me.jpg',
      permission: '',
      emailConfirmed: false,
      mustChangePassword: false,
      mustAddSecondFactor: false,
      sellerKind: 'private',
    });
    const roleAnswer = await chooseRoleAs(person, {
      name: person.name,
      email: person.email,
      role: 'Seller',
      photoURL: 'https://photos.example/me.jpg',
    });
    expect(roleAnswer).toMatchObject({ status: 200, body: { acknowledged: true, insertedId: person.id } });
    expect(await readOwnUser(person)).toMatchObject({ role: 'Seller', permission: '' });
    expect(await listAuditEntries(person)).toEqual([
      { actor_id: person.id, before: { role: null }, after: { role: 'Seller' } },
    ]);
  });

  it('gives the role with the next call of the same session', async () => {
    const person = await signUp();
    const bookingRefusal = await call(server, person, 'POST', '/api/bookingData', {
      meetingDate: 'Sat',
      buyerNumber: '9123 4567',
    });
    expect(bookingRefusal.status).toBe(422);
    await chooseRoleAs(person, { role: 'Buyer' });
    expect(await readOwnUser(person)).toMatchObject({ role: 'Buyer' });
  });

  it('sets name and photo too, and keeps those of the account when none are given', async () => {
    const person = await signUp({ image: 'https://photos.example/a.jpg' });
    await chooseRoleAs(person, { role: 'Buyer', name: '  Mei Lin ', photoURL: '' });
    expect(await readOwnUser(person)).toMatchObject({ name: 'Mei Lin', photoURL: 'https://photos.example/a.jpg' });
    const otherUser = await signUp();
    await chooseRoleAs(otherUser, { role: 'Buyer', name: '   ', photoURL: 'https://photos.example/b.jpg' });
    expect(await readOwnUser(otherUser)).toMatchObject({
      name: otherUser.name,
      photoURL: 'https://photos.example/b.jpg',
    });
  });
});

describe('the role', () => {
  it('cannot be changed: choosing the same role again has no effect, and another role is refused', async () => {
    const person = await signUp();
    const firstAnswer = await chooseRoleAs(person, { role: 'Buyer' });
    const secondAnswer = await chooseRoleAs(person, { role: 'Buyer', name: 'Someone else' });
    expect(secondAnswer).toMatchObject({ status: 200, body: firstAnswer.body });
    expect(await chooseRoleAs(person, { role: 'Seller' })).toMatchObject({
      status: 409,
      body: { code: 'ROLE_ALREADY_SET' },
    });
    expect(await readOwnUser(person)).toMatchObject({ role: 'Buyer', name: person.name });
    expect(await listAuditEntries(person)).toHaveLength(1);
  });

  it('is one of the two when both are chosen at the same time', async () => {
    const person = await signUp();
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) => chooseRoleAs(person, { role: index % 2 === 0 ? 'Buyer' : 'Seller' })),
    );
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200, 409]));
    expect(await listAuditEntries(person)).toHaveLength(1);
  });

  it.each(['admin', 'Admin', 'seller', '', 'Buyer ', 'owner'])('cannot be %j', async (role) => {
    const person = await signUp();
    expect(await chooseRoleAs(person, { role })).toMatchObject({ status: 422, body: { code: 'ROLE_NOT_ALLOWED' } });
    expect((await readAccount(person)).role).toBeNull();
  });

  it.each([[['Buyer']], [{ role: 'Buyer' }], [1], [null]])('is text: %j is refused', async (role) => {
    const person = await signUp();
    const answer = await chooseRoleAs(person, { role });
    expect(answer).toMatchObject({ status: 422, body: { code: 'INVALID', errors: [{ path: 'role' }] } });
  });

  it('is chosen by a signed-in person, for their own address only', async () => {
    const person = await signUp();
    expect(await chooseRoleAs(null, { role: 'Buyer' })).toMatchObject({
      status: 401,
      body: { code: 'UNAUTHENTICATED' },
    });
    const otherUser = await signUp();
    expect(await chooseRoleAs(person, { role: 'Buyer', email: otherUser.email })).toMatchObject({
      status: 403,
      body: { code: 'NOT_YOURS' },
    });
    expect([(await readAccount(person)).role, (await readAccount(otherUser)).role]).toEqual([null, null]);
    expect((await chooseRoleAs(person, { role: 'Buyer', email: person.email.toUpperCase() })).status).toBe(200);
  });
});

describe('fields that only the server may set', () => {
  const forgedBody = {
    _id: '0190f3a1-0000-7000-8000-00000000abcd',
    id: '0190f3a1-0000-7000-8000-00000000abcd',
    permission: 'Verified',
    verifiedAt: '2020-01-01T00:00:00Z',
    verified_at: '2020-01-01T00:00:00Z',
    status: 'active',
    emailVerified: true,
    email_verified: true,
    number: '911',
    createdAt: '2000-01-01T00:00:00Z',
    created_at: '2000-01-01T00:00:00Z',
    role_: 'admin',
  };

  it('are ignored in both calls of the sign-up', async () => {
    const person = await signUp({ ...forgedBody, role: 'admin' });
    expect(await readAccount(person)).toMatchObject({
      role: null,
      verified_at: null,
      email_verified: false,
      number: null,
    });
    await chooseRoleAs(person, { ...forgedBody, role: 'Seller' });
    const row = await readAccount(person);
    expect(row).toMatchObject({
      id: person.id,
      role: 'Seller',
      verified_at: null,
      email_verified: false,
      number: null,
    });
    expect(row.created_at.getTime()).toBeGreaterThan(Date.now() - 60_000);
    expect(await readOwnUser(person)).toMatchObject({ permission: '' });
  });
});

describe('name and photo', () => {
  it.each([
    ['name', 'A\r\nSet-Cookie: x=1\u0000'],
    ['name', 'x'.repeat(201)],
    ['name', 'A\ud800'],
    ['name', 7],
    ['photoURL', 'javascript:alert(1)'],
    ['photoURL', 'data:text/html,x'],
    ['photoURL', 'https://photos.example/\u0000'],
    ['photoURL', '/media/\ud800'],
    ['photoURL', `https://photos.example/${'x'.repeat(2_048)}`],
    ['photoURL', 'https://photos.example/a b'],
    ['email', 'nobody'],
    ['email', 'a@b'],
  ])('that cannot be kept are refused: %s', async (field, value) => {
    const person = await signUp();
    const answer = await chooseRoleAs(person, { role: 'Buyer', [field]: value });
    expect(answer).toMatchObject({ status: 422, body: { code: 'INVALID', errors: [{ path: field }] } });
    expect((await readAccount(person)).role).toBeNull();
  });

  it('are not changed in an account that was deleted after the session was read', async () => {
    const person = await signUp();
    const actor = await findActor(server, person);
    expect(await call(server, person, 'DELETE', '/api/v1/me', { password })).toMatchObject({ status: 200 });
    const accountBefore = await readAccount(person);
    const roleChoice = { role: 'Buyer', name: person.name, photoURL: 'https://photos.example/me.jpg' };
    await expect(chooseRole(server.context, actor, roleChoice, null)).rejects.toMatchObject({
      code: 'UNAUTHENTICATED',
    });
    expect(await readAccount(person)).toEqual(accountBefore);
  });

  it('accept an image that the user uploaded, and no image of another user', async () => {
    const [person, otherUser] = [await signUp(), await signUp()];
    const photoURL = await makeImage(server, otherUser);
    const accountBefore = await readAccount(person);
    for (const foreignUrl of [photoURL, '/media/no-such-picture.webp', '/media/../api/v1/me']) {
      const refusal = await chooseRoleAs(person, { role: 'Buyer', photoURL: foreignUrl });
      expect(refusal).toMatchObject({ status: 422, body: { code: 'IMAGE_NOT_YOURS', errors: [{ path: 'photoURL' }] } });
    }
    expect(await readAccount(person)).toEqual(accountBefore);
    expect(await chooseRoleAs(otherUser, { role: 'Buyer', photoURL })).toMatchObject({ status: 200 });
    expect(await readOwnUser(otherUser)).toMatchObject({ role: 'Buyer', photoURL });
  });

  it('refuse a picture of the server at the first call of sign-up', async () => {
    const imageUrl = await makeImage(server, await signUp());
    const payload = { name: 'Mei', email: 'mei.photo@people.example', password, image: imageUrl };
    const answer = await server.app.inject({ method: 'POST', url: '/api/auth/sign-up/email', payload });
    expect(answer.statusCode, answer.body).toBe(422);
    expect(answer.json()).toMatchObject({ code: 'IMAGE_NOT_YOURS' });
    const { rows } = await server.context.pool.query('SELECT 1 FROM account WHERE email = $1', [payload.email]);
    expect(rows).toEqual([]);
  });
});
