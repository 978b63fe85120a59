import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { expirePersonalData } from '../accounts/expire-personal-data.ts';
import { type Answer, call, makeCar, makeUser, password, type TestUser } from '../testing/builders.ts';
import { signUpFromAddress } from '../testing/sign-up-from.ts';
import { unlimitedProtection } from '../testing/test-node.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer(unlimitedProtection, undefined, {
    BOOKED_SELLERS_A_DAY: '2',
    BOOKED_SELLERS_PER_NETWORK: '3',
  });
});
afterAll(() => server.close());
beforeEach(() => server.setClock(() => new Date()));

it('a buyer books with a limited number of sellers a day, including cancelled bookings', async () => {
  const buyer = await makeUser(server, 'Buyer');
  const requestBooking = async (car: string) => {
    const bookingFields = { productId: car, meetingDate: 'Sat', buyerNumber: '9123 4567' };
    const { status, body } = await call(server, buyer, 'POST', '/api/bookingData', bookingFields);
    return { status, code: body.code, id: String(body.insertedId) };
  };
  const firstSeller = await makeUser(server, 'Seller');
  const secondSeller = await makeUser(server, 'Seller');
  const thirdSeller = await makeUser(server, 'Seller');
  const firstBookingResult = await requestBooking(await makeCar(server, firstSeller));
  expect(firstBookingResult.status).toBe(200);
  await call(server, buyer, 'POST', `/api/v1/bookings/${firstBookingResult.id}/cancellation`, { reason: 'No.' });
  expect((await requestBooking(await makeCar(server, secondSeller))).status).toBe(200);
  const car = await makeCar(server, thirdSeller);
  expect(await requestBooking(car)).toMatchObject({ status: 429, code: 'BOOKING_PACE' });
  // Buyers may still book at sellers with whom they already have a booking.
  expect((await requestBooking(await makeCar(server, firstSeller))).status).toBe(200);
  server.setClock(() => new Date(Date.now() + 25 * 3_600_000));
  await server.context.pool.query("UPDATE session SET expires_at = now() + interval '9 days' WHERE account_id = $1", [
    buyer.id,
  ]);
  expect((await requestBooking(car)).status).toBe(200);
});

const bookCarOfSeller = async (buyer: TestUser, car: string): Promise<Answer> =>
  call(server, buyer, 'POST', '/api/bookingData', { productId: car, meetingDate: 'Sat', buyerNumber: '9123 4567' });
const makeCarsOfSellers = async (count: number): Promise<string[]> =>
  Promise.all(Array.from({ length: count }, async () => makeCar(server, await makeUser(server, 'Seller'))));

it('new buyers of one sign-up network share a number of sellers; others count alone, and the network is forgotten', async () => {
  const [firstBuyer, secondBuyer] = [
    await signUpFromAddress(server, 'Buyer', '198.51.100.7'),
    await signUpFromAddress(server, 'Buyer', '198.51.100.7'),
  ];
  const buyerOfOtherNetwork = await signUpFromAddress(server, 'Buyer', '203.0.113.9');
  const [a = '', b = '', c = '', d = ''] = await makeCarsOfSellers(4);
  expect((await bookCarOfSeller(firstBuyer, a)).status).toBe(200);
  expect((await bookCarOfSeller(firstBuyer, b)).status).toBe(200);
  expect((await bookCarOfSeller(secondBuyer, c)).status).toBe(200);
  const refusal = await bookCarOfSeller(secondBuyer, d);
  expect([refusal.status, refusal.body.code]).toEqual([429, 'BOOKING_PACE']);
  // Another account of the network has already booked with this seller.
  expect((await bookCarOfSeller(secondBuyer, a)).status).toBe(200);
  expect((await bookCarOfSeller(buyerOfOtherNetwork, d)).status).toBe(200);
  const { pool } = server.context;
  await pool.query("UPDATE account SET created_at = now() - interval '31 days' WHERE id = $1", [secondBuyer.id]);
  await expirePersonalData(server.context);
  const { rows } = await pool.query(
    'SELECT id FROM account WHERE sign_up_network IS NOT NULL AND id = ANY ($1::uuid[]) ORDER BY created_at',
    [[firstBuyer.id, secondBuyer.id, buyerOfOtherNetwork.id]],
  );
  expect(rows).toEqual([{ id: firstBuyer.id }, { id: buyerOfOtherNetwork.id }]);
});

it('what a buyer has booked still counts for the network when their account is deleted', async () => {
  const address = '198.51.100.41';
  const [firstBuyer, secondBuyer] = [
    await signUpFromAddress(server, 'Buyer', address),
    await signUpFromAddress(server, 'Buyer', address),
  ];
  const [a = '', b = '', c = '', d = ''] = await makeCarsOfSellers(4);
  for (const car of [a, b]) expect((await bookCarOfSeller(firstBuyer, car)).status).toBe(200);
  expect((await call(server, firstBuyer, 'DELETE', '/api/v1/me', { password })).status).toBe(200);
  expect((await bookCarOfSeller(secondBuyer, c)).status).toBe(200);
  expect((await bookCarOfSeller(secondBuyer, d)).status).toBe(429);
  const { pool } = server.context;
  const readNetwork = async () =>
    (await pool.query('SELECT sign_up_network FROM account WHERE id = $1', [firstBuyer.id])).rows[0]?.sign_up_network;
  expect(await readNetwork()).not.toBeNull();
  await pool.query("UPDATE account SET created_at = now() - interval '31 days' WHERE id = $1", [firstBuyer.id]);
  await expirePersonalData(server.context);
  expect(await readNetwork()).toBeNull();
});

it('buyers of one network who book at the same time do not exceed the limit', async () => {
  const address = '198.51.100.99';
  const buyers = await Promise.all([1, 2, 3, 4].map(() => signUpFromAddress(server, 'Buyer', address)));
  const [firstCar = '', secondCar = '', ...cars] = await makeCarsOfSellers(6);
  const [one] = buyers;
  if (one === undefined) throw new Error('Nobody has signed up.');
  for (const car of [firstCar, secondCar]) expect((await bookCarOfSeller(one, car)).status).toBe(200);
  const answers = await Promise.all(buyers.slice(1).map((buyer, index) => bookCarOfSeller(buyer, cars[index] ?? '')));
  expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 429, 429]);
});
