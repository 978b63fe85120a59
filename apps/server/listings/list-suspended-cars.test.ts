import type { ListingId } from '@carhouse/domain/listing/listing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { bookListing, call, makeCar, makeUser, type TestUser } from '../testing/builders.ts';
import { type PaidOrder, payOrder } from '../testing/paid-order.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

let server: TestServer;
let admin: TestUser;
let seller: TestUser;
let paidOrder: PaidOrder;
let onSaleCarId: ListingId;
/** A car on sale that a buyer books. */
let bookableCarId: ListingId;

beforeAll(async () => {
  server = await startTestServer();
  [admin, seller] = [await makeUser(server, 'admin'), await makeUser(server, 'Seller')];
  paidOrder = await payOrder(server, seller);
  onSaleCarId = await makeCar(server, seller);
  bookableCarId = await makeCar(server, seller);
  await makeCar(server, await makeUser(server, 'Seller'));
});
afterAll(() => server.close());

const readAs = async (caller: TestUser, path: string) => (await call(server, caller, 'GET', path)).body;
const listCars = async (query: string) =>
  (
    (await readAs(admin, `/api/v1/all-listings?seller=${seller.id}${query}`)).cars as { _id: string; state: string }[]
  ).map(({ _id, state }) => `${_id} ${state}`);
const setStatus = (event: 'suspension' | 'reinstatement') =>
  call(server, admin, 'POST', `/api/v1/accounts/${seller.id}/${event}`, { reason: 'Complaints of buyers.' });

it('cars of a suspended seller are listed as not shown, and are on sale again after the reinstatement', async () => {
  expect(await listCars('&status=available')).toEqual([`${bookableCarId} available`, `${onSaleCarId} available`]);
  expect(await readAs(admin, '/api/v1/all-listings/totals')).toMatchObject({ available: 3, 'not-shown': 0, sold: 1 });
  expect((await setStatus('suspension')).status).toBe(200);
  expect(await listCars('&status=available')).toEqual([]);
  expect(await listCars('&status=not-shown')).toEqual([`${bookableCarId} not-shown`, `${onSaleCarId} not-shown`]);
  expect(await listCars('&status=sold')).toEqual([`${paidOrder.car} sold`]);
  expect(await readAs(admin, '/api/v1/all-listings/totals')).toMatchObject({ available: 1, 'not-shown': 2, sold: 1 });
  expect((await setStatus('reinstatement')).status).toBe(200);
  expect(await listCars('&status=not-shown')).toEqual([]);
  expect(await listCars('&status=available')).toEqual([`${bookableCarId} available`, `${onSaleCarId} available`]);
});

it('orders say that their seller is suspended, and do not lead to the page of the car, which does not exist then', async () => {
  const otherBuyer = await makeUser(server, 'Buyer');
  const bookableCarBookingId = await bookListing(server, otherBuyer, bookableCarId);
  const orderPath = `/api/v1/orders/${paidOrder.bookingId}`;
  expect(await readAs(paidOrder.buyer, orderPath)).toMatchObject({ sellerSuspended: false, carShown: true });
  await setStatus('suspension');
  expect(await readAs(paidOrder.buyer, orderPath)).toMatchObject({
    sellerSuspended: true,
    carShown: false,
    status: 'paid',
  });
  expect(await readAs(admin, orderPath)).toMatchObject({ sellerSuspended: true });
  expect((await call(server, paidOrder.buyer, 'GET', `/api/v1/listings/${paidOrder.car}`)).status).toBe(404);
  expect(await readAs(paidOrder.buyer, '/api/myorders')).toMatchObject([
    { _id: paidOrder.bookingId, sellerSuspended: true },
  ]);
  expect(await readAs(otherBuyer, `/api/payment/${bookableCarBookingId}`)).toMatchObject({
    sellerSuspended: true,
    status: 'cancelled',
  });
  await setStatus('reinstatement');
  expect(await readAs(paidOrder.buyer, '/api/myorders')).toMatchObject([{ sellerSuspended: false, carShown: true }]);
});
