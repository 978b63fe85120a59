import { afterAll, beforeAll, expect, it } from 'vitest';
import { bookListing, call, makeCar, makeUser, type TestUser } from '../testing/builders.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

let server: TestServer;
let admin: TestUser;

beforeAll(async () => {
  server = await startTestServer();
  admin = await makeUser(server, 'admin');
});
afterAll(() => server.close());

it('shows an admin one account with its newest orders on either side, and notes the read', async () => {
  const [seller, buyer] = [await makeUser(server, 'Seller', { verified: true }), await makeUser(server, 'Buyer')];
  const car = await makeCar(server, seller, { title: 'Looked At' });
  await makeCar(server, seller, { title: 'Gone', status: 'sold' });
  const bookingId = await bookListing(server, buyer, car);
  const personAnswer = await call(server, admin, 'GET', `/api/v1/accounts/${seller.id}`);
  expect(personAnswer.status).toBe(200);
  const order = {
    _id: bookingId,
    productId: car,
    title: 'Looked At',
    status: 'unpaid',
    buyer: { _id: buyer.id, name: buyer.name },
    seller: { _id: seller.id, name: seller.name },
  };
  expect(personAnswer.body).toMatchObject({
    account: { _id: seller.id, email: seller.email, role: 'Seller', status: 'active', cars: 1, sold: 1 },
    verifiedAt: expect.any(String),
    orders: [order],
  });
  expect((await call(server, admin, 'GET', `/api/v1/accounts/${buyer.id}`)).body).toMatchObject({
    account: { _id: buyer.id, orders: 1 },
    verifiedAt: null,
    orders: [order],
  });
  expect(JSON.stringify(personAnswer.body)).not.toContain(buyer.email);
  const { rows } = await server.context.pool.query(
    "SELECT count(*)::int AS reads FROM audit_entry WHERE action = 'read' AND noun_id = '/api/v1/accounts/:id' AND actor_id = $1",
    [admin.id],
  );
  expect(rows).toEqual([{ reads: 2 }]);
});

it('is 404 for an unknown and for a deleted account, and for admins only', async () => {
  const deletedUser = await makeUser(server, 'Buyer');
  expect((await call(server, admin, 'DELETE', `/api/Buyer/${deletedUser.id}`)).status).toBe(200);
  for (const id of [deletedUser.id, 'x', '0190c1a0-0000-7000-8000-000000000000'])
    expect((await call(server, admin, 'GET', `/api/v1/accounts/${id}`)).status).toBe(404);
  const buyer = await makeUser(server, 'Buyer');
  expect((await call(server, buyer, 'GET', `/api/v1/accounts/${buyer.id}`)).status).toBe(403);
});
