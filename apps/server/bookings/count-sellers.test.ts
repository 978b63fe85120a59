import { afterAll, beforeAll, expect, it } from 'vitest';
import { call, makeCar, makeUser } from '../testing/builders.ts';
import { unprotected } from '../testing/test-node.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer(unprotected, undefined, { BOOKED_SELLERS_A_DAY: '2' });
});
afterAll(() => server.close());

it('a buyer books of so many sellers a day, also when they cancel: each booking shows an address', async () => {
  const buyer = await makeUser(server, 'Buyer');
  const ask = async (car: string) => {
    const given = { productId: car, meetingDate: 'Sat', buyerNumber: '9123 4567' };
    const { status, body } = await call(server, buyer, 'POST', '/api/bookingData', given);
    return { status, code: body.code, id: String(body.insertedId) };
  };
  const one = await makeUser(server, 'Seller');
  const two = await makeUser(server, 'Seller');
  const three = await makeUser(server, 'Seller');
  const first = await ask(await makeCar(server, one));
  expect(first.status).toBe(200);
  await call(server, buyer, 'POST', `/api/v1/bookings/${first.id}/cancellation`, { reason: 'No.' });
  expect((await ask(await makeCar(server, two))).status).toBe(200);
  const car = await makeCar(server, three);
  expect(await ask(car)).toMatchObject({ status: 429, code: 'BOOKING_PACE' });
  // Bookings at sellers they already have a booking with are still allowed.
  expect((await ask(await makeCar(server, one))).status).toBe(200);
  server.setClock(() => new Date(Date.now() + 25 * 3_600_000));
  await server.context.pool.query("UPDATE session SET expires_at = now() + interval '9 days' WHERE account_id = $1", [
    buyer.id,
  ]);
  expect((await ask(car)).status).toBe(200);
});
