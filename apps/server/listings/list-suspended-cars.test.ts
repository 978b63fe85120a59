import type { ListingId } from '@carhouse/domain/listing/listing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { bookListing, call, makeCar, makeUser, type TestUser } from '../testing/builders.ts';
import { type PaidOrder, payOrder } from '../testing/paid-order.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

let server: TestServer;
let admin: TestUser;
let seller: TestUser;
let paid: PaidOrder;
let onSale: ListingId;
/** A car on sale that a buyer books. */
let bookable: ListingId;

beforeAll(async () => {
  server = await startTestServer();
  [admin, seller] = [await makeUser(server, 'admin'), await makeUser(server, 'Seller')];
  paid = await payOrder(server, seller);
  onSale = await makeCar(server, seller);
  bookable = await makeCar(server, seller);
  await makeCar(server, await makeUser(server, 'Seller'));
});
afterAll(() => server.close());

const read = async (caller: TestUser, path: string) => (await call(server, caller, 'GET', path)).body;
const carsOf = async (query: string) =>
  (
    (await read(admin, `/api/v1/all-listings?seller=${seller.id}${query}`)).cars as { _id: string; state: string }[]
  ).map(({ _id, state }) => `${_id} ${state}`);
const setStatus = (event: 'suspension' | 'reinstatement') =>
  call(server, admin, 'POST', `/api/v1/accounts/${seller.id}/${event}`, { reason: 'Complaints of buyers.' });

it('cars of a suspended seller are listed as not shown, and are on sale again after the reinstatement', async () => {
  expect(await carsOf('&status=available')).toEqual([`${bookable} available`, `${onSale} available`]);
  expect(await read(admin, '/api/v1/all-listings/totals')).toMatchObject({ available: 3, 'not-shown': 0, sold: 1 });
  expect((await setStatus('suspension')).status).toBe(200);
  expect(await carsOf('&status=available')).toEqual([]);
  expect(await carsOf('&status=not-shown')).toEqual([`${bookable} not-shown`, `${onSale} not-shown`]);
  expect(await carsOf('&status=sold')).toEqual([`${paid.car} sold`]);
  expect(await read(admin, '/api/v1/all-listings/totals')).toMatchObject({ available: 1, 'not-shown': 2, sold: 1 });
  expect((await setStatus('reinstatement')).status).toBe(200);
  expect(await carsOf('&status=not-shown')).toEqual([]);
  expect(await carsOf('&status=available')).toEqual([`${bookable} available`, `${onSale} available`]);
});

it('orders say that their seller is suspended, and do not lead to the page of the car, which does not exist then', async () => {
  const open = await makeUser(server, 'Buyer');
  const booking = await bookListing(server, open, bookable);
  const page = `/api/v1/orders/${paid.bookingId}`;
  expect(await read(paid.buyer, page)).toMatchObject({ sellerSuspended: false, carShown: true });
  await setStatus('suspension');
  expect(await read(paid.buyer, page)).toMatchObject({ sellerSuspended: true, carShown: false, status: 'paid' });
  expect(await read(admin, page)).toMatchObject({ sellerSuspended: true });
  expect((await call(server, paid.buyer, 'GET', `/api/v1/listings/${paid.car}`)).status).toBe(404);
  expect(await read(paid.buyer, '/api/myorders')).toMatchObject([{ _id: paid.bookingId, sellerSuspended: true }]);
  expect(await read(open, `/api/payment/${booking}`)).toMatchObject({ sellerSuspended: true, status: 'cancelled' });
  await setStatus('reinstatement');
  expect(await read(paid.buyer, '/api/myorders')).toMatchObject([{ sellerSuspended: false, carShown: true }]);
});
