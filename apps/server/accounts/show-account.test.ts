import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call, makeUser, password, type TestUser } from '../testing/builders.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

let server: TestServer;
let buyer: TestUser;
let seller: TestUser;
let admin: TestUser;

beforeAll(async () => {
  server = await startTestServer();
  buyer = await makeUser(server, 'Buyer');
  seller = await makeUser(server, 'Seller', { verified: true });
  admin = await makeUser(server, 'admin');
});
afterAll(() => server.close());

const showAccountAs = (caller: TestUser | null, email: string) => call(server, caller, 'GET', `/api/users/${email}`);

describe('the record of a user', () => {
  it('is an array of one with the fields of the specification and no more', async () => {
    const answer = await showAccountAs(seller, seller.email);
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual([
      { _id: seller.id, name: seller.name, email: seller.email, role: 'Seller', photoURL: '', permission: 'Verified' },
    ]);
    expect(answer.headers['cache-control']).toBe('no-store');
  });

  it('holds the own number where there is one', async () => {
    await server.context.pool.query("UPDATE account SET number = '9123 4567' WHERE id = $1", [buyer.id]);
    expect((await showAccountAs(buyer, buyer.email)).body[0]).toMatchObject({ number: '9123 4567', permission: '' });
  });

  it('is found in any case of the address, and percent-encoded', async () => {
    for (const email of [buyer.email.toUpperCase(), encodeURIComponent(buyer.email)])
      expect((await showAccountAs(buyer, email)).body[0]).toMatchObject({ _id: buyer.id });
  });

  it('is shown to admins for any person', async () => {
    expect((await showAccountAs(admin, buyer.email)).body[0]).toMatchObject({ _id: buyer.id });
    expect(await showAccountAs(admin, 'nobody@people.example')).toMatchObject({
      status: 404,
      body: { code: 'NOT_FOUND' },
    });
  });

  it("answers for another's address exactly as for an unknown one", async () => {
    for (const caller of [buyer, seller]) {
      const [otherAnswer, unknownAnswer] = [
        await showAccountAs(caller, admin.email),
        await showAccountAs(caller, 'nobody@people.example'),
      ];
      expect(otherAnswer.status).toBe(404);
      expect({ ...otherAnswer.body, requestId: '' }).toEqual({ ...unknownAnswer.body, requestId: '' });
      expect(Object.keys(otherAnswer.headers).sort()).toEqual(Object.keys(unknownAnswer.headers).sort());
    }
  });

  it('is not for visitors, whether the address exists or not', async () => {
    for (const email of [buyer.email, 'nobody@people.example'])
      expect(await showAccountAs(null, email)).toMatchObject({ status: 401, body: { code: 'UNAUTHENTICATED' } });
  });

  it('is not for a token that is wrong, cut short, or signed out', async () => {
    for (const token of ['x', `${buyer.token.slice(0, -1)}`, `${buyer.token}x`, buyer.token.split('.')[0] ?? '']) {
      expect((await showAccountAs({ ...buyer, token }, buyer.email)).status).toBe(401);
    }
    const buyerToDelete = await makeUser(server, 'Buyer');
    expect((await showAccountAs(buyerToDelete, buyerToDelete.email)).status).toBe(200);
    await server.app.inject({
      method: 'POST',
      url: '/api/auth/sign-out',
      headers: { authorization: buyerToDelete.token },
    });
    expect((await showAccountAs(buyerToDelete, buyerToDelete.email)).status).toBe(401);
  });

  it.each(['suspended', 'deleted'])('is closed with the next call once the account is %s', async (status) => {
    const person = await makeUser(server, 'Buyer');
    expect((await showAccountAs(person, person.email)).status).toBe(200);
    await server.context.pool.query('UPDATE account SET status = $2 WHERE id = $1', [person.id, status]);
    expect((await showAccountAs(person, person.email)).status).toBe(401);
    expect((await call(server, person, 'GET', '/api/v1/me')).body).toEqual({ user: null });
    const loginBody = { email: person.email, password };
    expect((await call(server, null, 'POST', '/api/auth/sign-in/email', loginBody)).status).toBe(401);
  });

  it.each(['nobody', '@', 'a@b', '%2540', "'%20or%20'1'='1", 'a%00@b.example', 'x%0d%0a@b.example'])(
    'asked for with %s, which is no address, answers 400',
    async (email) => {
      expect(await showAccountAs(admin, email)).toMatchObject({ status: 400, body: { code: 'BAD_REQUEST' } });
    },
  );

  it('never holds a hash, a token or a session', async () => {
    const answer = await server.app.inject({
      url: `/api/users/${seller.email}`,
      headers: { authorization: admin.token },
    });
    expect(answer.body).not.toMatch(/argon|password|token|session/i);
  });
});

describe('the user of the session', () => {
  it('is null for a visitor', async () => {
    expect(await call(server, null, 'GET', '/api/v1/me')).toMatchObject({ status: 200, body: { user: null } });
  });

  it('is the own record', async () => {
    expect((await call(server, admin, 'GET', '/api/v1/me')).body.user).toMatchObject({ _id: admin.id, role: 'admin' });
  });
});
