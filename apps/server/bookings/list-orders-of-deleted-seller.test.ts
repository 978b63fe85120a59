import { afterAll, beforeAll, expect, it } from 'vitest';
import { call, makeUser } from '../testing/builders.ts';
import { payOrder } from '../testing/paid-order.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

it('does not lead to the page of the car, which does not exist without its seller', async () => {
  const seller = await makeUser(server, 'Seller', { verified: true });
  const { buyer, car } = await payOrder(server, seller);
  const readOrders = async () => (await call(server, buyer, 'GET', '/api/myorders')).body;
  expect(await readOrders()).toMatchObject([{ sellerSuspended: false, carShown: true }]);
  const admin = await makeUser(server, 'admin');
  expect((await call(server, admin, 'DELETE', `/api/seller/${seller.id}`)).status).toBe(200);
  expect((await call(server, buyer, 'GET', `/api/v1/listings/${car}`)).status).toBe(404);
  expect(await readOrders()).toMatchObject([{ sellerSuspended: false, carShown: false }]);
});
