import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { endLapsedReservations } from '../payments/cancel-reservation.ts';
import { call, makeUser, type TestUser } from '../testing/builders.ts';
import { makeOrderInParts, payPartByCard } from '../testing/price-parts.ts';
import { openReservationBench, type ReservationTestServer } from '../testing/reservation-bench.ts';
import {
  giveUp,
  joinQueue,
  makeReservableCar,
  type ReservableTestCar,
  readReservationOfCar,
  requestReservation,
  reserveCar,
  startReservation,
  stateCondition,
  withdraw,
} from '../testing/reservations.ts';
import type { TestServer } from '../testing/test-server.ts';

let bench: ReservationTestServer;
let server: TestServer;
let seller: TestUser;

beforeAll(async () => {
  bench = await openReservationBench();
  ({ server, seller } = bench);
});
afterEach(() => bench.reset());
afterAll(() => bench.close());

const makeCar = (): Promise<ReservableTestCar> => makeReservableCar(server, seller);
const signInAgain = (user: TestUser): Promise<TestUser> => bench.signInAgain(user);
const holdLimitAnswer = { status: 429, body: { code: 'HOLD_LIMIT' } };

/** Reserves a car and says on the spot that it has not passed the inspection. */
async function reserveAndFailCondition(buyer: TestUser, car: ReservableTestCar): Promise<void> {
  const reservation = await reserveCar(server, car, { buyer, conditions: ['inspection'] });
  const answer = await stateCondition(server, buyer, reservation, { kind: 'inspection', met: false });
  expect(answer.body).toMatchObject({ ended: { refund: 1_000, forfeit: 0 } });
}

describe('a buyer who reserves again and again and gets the whole deposit back', () => {
  it('reserves three cars within 90 days, and is told so before the deposit of a fourth is paid', async () => {
    const buyer = await makeUser(server, 'Buyer');
    await reserveAndFailCondition(buyer, await makeCar());
    await reserveAndFailCondition(buyer, await makeCar());
    const reservationToGiveUp = await reserveCar(server, await makeCar(), { buyer });
    await giveUp(server, buyer, reservationToGiveUp, 1_000);
    const fourthCar = await makeCar();
    const answer = await requestReservation(server, buyer, fourthCar);
    expect(answer).toMatchObject(holdLimitAnswer);
    const { body } = await readReservationOfCar(server, buyer, fourthCar);
    expect(body).toMatchObject({ actions: [], offer: { rule: { version: 2 } } });
    expect((Date.parse(String(body.limitedUntil)) - Date.now()) / 86_400_000).toBeCloseTo(90, 1);
    const { rows } = await server.context.pool.query('SELECT FROM booking WHERE listing_id = $1', [
      fourthCar.listingId,
    ]);
    expect(rows).toHaveLength(0);
    bench.setDaysAhead(91);
    expect((await requestReservation(server, await signInAgain(buyer), fourthCar)).status).toBe(200);
  });

  it('may not pay the deposits of several that were started before', async () => {
    const buyer = await makeUser(server, 'Buyer');
    const lateReservation = await startReservation(server, await makeCar(), { buyer });
    for (let count = 0; count < 3; count += 1) await reserveAndFailCondition(buyer, await makeCar());
    expect(await payPartByCard(server, lateReservation)).toMatchObject(holdLimitAnswer);
  });

  it('may not open the charges of several deposits before the first one is paid', async () => {
    const buyer = await makeUser(server, 'Buyer');
    const startedReservations = [];
    for (let index = 0; index < 4; index += 1)
      startedReservations.push(await startReservation(server, await makeCar(), { buyer }));
    const statuses = [];
    for (const { bookingId } of startedReservations)
      statuses.push((await call(server, buyer, 'POST', '/api/create-payment-intent', { paymentId: bookingId })).status);
    expect(statuses).toEqual([200, 200, 200, 429]);
    for (const reservation of startedReservations.slice(0, 3))
      expect((await payPartByCard(server, reservation)).status).toBe(200);
  });

  it('may not hold a fourth car, nor wait in the queue for it', async () => {
    const buyer = await makeUser(server, 'Buyer');
    for (let count = 0; count < 3; count += 1) await reserveCar(server, await makeCar(), { buyer });
    expect(await requestReservation(server, buyer, await makeCar())).toMatchObject(holdLimitAnswer);
    const { listingId } = await reserveCar(server, await makeCar());
    expect(await joinQueue(server, buyer, { listingId })).toMatchObject(holdLimitAnswer);
    expect((await readReservationOfCar(server, buyer, { listingId })).body).toMatchObject({ actions: [] });
    const freeCar = await makeCar();
    bench.setDaysAhead(8);
    await endLapsedReservations(server.context);
    expect((await requestReservation(server, await signInAgain(buyer), freeCar)).status).toBe(200);
  });

  it('may not reserve the same car again after a condition, and neither may another new account of the network', async () => {
    const [buyer, secondAccount, stranger] = await Promise.all([1, 2, 3].map(() => makeUser(server, 'Buyer')));
    const ids = [buyer?.id, secondAccount?.id];
    await server.context.pool.query(
      "UPDATE account SET sign_up_network = 'xbcdefghijklmnopqrstuv' WHERE id = ANY ($1)",
      [ids],
    );
    const car = await makeCar();
    await reserveAndFailCondition(buyer as TestUser, car);
    bench.setDaysAhead(8);
    for (const caller of [buyer, secondAccount])
      expect(await requestReservation(server, await signInAgain(caller as TestUser), car)).toMatchObject(
        holdLimitAnswer,
      );
    expect((await requestReservation(server, await signInAgain(stranger as TestUser), car)).status).toBe(200);
    bench.setDaysAhead(91);
    expect((await requestReservation(server, await signInAgain(buyer as TestUser), car)).status).toBe(200);
  });

  it('is not limited by reservations that the seller or the buyer’s late end has ended', async () => {
    const buyer = await makeUser(server, 'Buyer');
    for (let count = 0; count < 2; count += 1) {
      const reservation = await reserveCar(server, await makeCar(), { buyer });
      await withdraw(server, seller, reservation);
    }
    const reservation = await reserveCar(server, await makeCar(), { buyer });
    const freeCar = await makeCar();
    bench.setDaysAhead(4);
    const caller = await signInAgain(buyer);
    expect((await giveUp(server, caller, reservation, 500)).status).toBe(200);
    expect((await readReservationOfCar(server, caller, freeCar)).body).toMatchObject({
      limitedUntil: null,
      actions: ['start'],
    });
  });
});

describe('a buyer who reserves cars by the first part of their price', () => {
  const makeOrder = (buyer: TestUser) => makeOrderInParts(server, seller, [1_000, 9_000], buyer);
  const openPartPayment = (buyer: TestUser, { bookingId }: { bookingId: string }) =>
    call(server, buyer, 'POST', '/api/create-payment-intent', { paymentId: bookingId });
  const cancel = async (buyer: TestUser, { bookingId }: { bookingId: string }) =>
    (await call(server, buyer, 'POST', `/api/v1/bookings/${bookingId}/cancellation`, {})).status;

  it('has the limit of reservations with a deposit, and both count', async () => {
    const buyer = await makeUser(server, 'Buyer');
    await reserveAndFailCondition(buyer, await makeCar());
    const orderToCancel = await makeOrder(buyer);
    expect((await payPartByCard(server, orderToCancel)).status).toBe(200);
    expect(await cancel(buyer, orderToCancel)).toBe(200);
    const reservedOrder = await makeOrder(buyer);
    expect((await payPartByCard(server, reservedOrder)).status).toBe(200);
    expect(await openPartPayment(buyer, await makeOrder(buyer))).toMatchObject(holdLimitAnswer);
    expect(await requestReservation(server, buyer, await makeCar())).toMatchObject(holdLimitAnswer);
    // The buyer can still pay for the car that is already reserved.
    expect((await payPartByCard(server, reservedOrder)).status).toBe(200);
    const newOrder = await makeOrder(buyer);
    bench.setDaysAhead(91);
    const caller = await signInAgain(buyer);
    expect((await openPartPayment(caller, newOrder)).status).toBe(200);
    expect(await cancel(caller, newOrder)).toBe(200);
  });

  it('may not let three of them lapse and reserve a fourth', async () => {
    const buyer = await makeUser(server, 'Buyer');
    const orders = [];
    for (let count = 0; count < 4; count += 1) orders.push(await makeOrder(buyer));
    const fourthOrder = orders.pop();
    if (fourthOrder === undefined) throw new Error('no order');
    for (const order of orders) expect((await payPartByCard(server, order)).status).toBe(200);
    expect(await openPartPayment(buyer, fourthOrder)).toMatchObject(holdLimitAnswer);
    bench.setDaysAhead(8);
    await endLapsedReservations(server.context);
    const { rows } = await server.context.pool.query(
      'SELECT DISTINCT status, reservation_end FROM booking WHERE id = ANY ($1)',
      [orders.map(({ bookingId }) => bookingId)],
    );
    expect(rows).toEqual([{ status: 'cancelled', reservation_end: 'lapsed' }]);
    expect((await openPartPayment(await signInAgain(buyer), fourthOrder)).body).toMatchObject({
      code: 'HOLD_LIMIT',
      detail: expect.stringMatching(/all of the money back\. You can reserve another one in 90 days\.$/),
    });
  });

  it('is not limited by those that Car House has ended', async () => {
    const buyer = await makeUser(server, 'Buyer');
    const admin = await makeUser(server, 'admin');
    for (let count = 0; count < 3; count += 1) {
      const order = await makeOrder(buyer);
      expect((await payPartByCard(server, order)).status).toBe(200);
      const holdBreakAnswer = await call(server, admin, 'POST', `/api/v1/listings/${order.listingId}/hold-break`, {
        reason: 'Hoarding',
      });
      expect(holdBreakAnswer.status).toBe(200);
    }
    const order = await makeOrder(buyer);
    expect((await openPartPayment(buyer, order)).status).toBe(200);
    expect(await cancel(buyer, order)).toBe(200);
  });
});

describe('a demo account', () => {
  it('is not limited, because many people share it', async () => {
    const buyer = await makeUser(server, 'Buyer');
    await server.context.pool.query('UPDATE account SET is_demo = true WHERE id = $1', [buyer.id]);
    for (let count = 0; count < 3; count += 1) await reserveAndFailCondition(buyer, await makeCar());
    expect(
      (await call(server, buyer, 'GET', `/api/v1/listings/${(await makeCar()).listingId}/reservation`)).body,
    ).toMatchObject({
      limitedUntil: null,
      actions: ['start'],
    });
  });
});
