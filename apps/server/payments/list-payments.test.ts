import { afterAll, beforeAll, expect, it } from 'vitest';
import { call, makeUser, type TestUser } from '../testing/builders.ts';
import { type PaidOrder, payOrder } from '../testing/paid-order.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

type Listed = { _id: string; bookingId: string; amount: number; refund: object | null; buyerName: string };

let server: TestServer;
let admin: TestUser;
let orders: readonly PaidOrder[];

beforeAll(async () => {
  server = await startTestServer();
  admin = await makeUser(server, 'admin');
  const seller = await makeUser(server, 'Seller');
  orders = [await payOrder(server, seller), await payOrder(server, seller), await payOrder(server, seller)];
});
afterAll(() => server.close());

const read = async (query = ''): Promise<Listed[]> =>
  (await call(server, admin, 'GET', `/api/v1/payments${query}`)).body as unknown as Listed[];

it('shows an admin every payment, newest first, page by page', async () => {
  expect((await read()).map(({ _id }) => _id)).toEqual(orders.map(({ paymentId }) => paymentId).reverse());
  const first = await server.app.inject({ url: '/api/v1/payments?limit=2', headers: { authorization: admin.token } });
  expect(first.json<Listed[]>()).toHaveLength(2);
  const next = /<([^>]*)>; rel="next"/.exec(String(first.headers.link))?.[1] ?? '';
  const rest = await server.app.inject({ url: next, headers: { authorization: admin.token } });
  expect(rest.json<Listed[]>().map(({ _id }) => _id)).toEqual([orders[0]?.paymentId]);
  expect(rest.headers.link).toBeUndefined();
});

it('is searched by the number of the receipt and by the charge', async () => {
  const [order] = orders;
  if (order === undefined) throw new Error('no order');
  expect((await read(`?search=${order.intentId}`)).map(({ _id }) => _id)).toEqual([order.paymentId]);
  const receipt = await call(server, admin, 'GET', `/api/v1/bookings/${order.bookingId}/receipt`);
  expect((await read(`?search=${String(receipt.body.number)}`)).map(({ _id }) => _id)).toEqual([order.paymentId]);
  expect(await read('?search=no-such-thing')).toEqual([]);
});

it('tells which of them was given back, and why', async () => {
  const [, order] = orders;
  if (order === undefined) throw new Error('no order');
  await call(server, admin, 'POST', `/api/v1/payments/${order.paymentId}/refund`, { reason: 'The car was damaged.' });
  const listed = (await read()).find(({ _id }) => _id === order.paymentId);
  expect(listed?.refund).toMatchObject({ state: 'succeeded', reason: 'The car was damaged.' });
  expect((await read()).filter(({ refund }) => refund === null)).toHaveLength(2);
});
