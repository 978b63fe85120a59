import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { endLapsedReservations } from '../payments/cancel-reservation.ts';
import { actOnBankPart, confirmBankPayment, makeOrderWithBank } from '../testing/bank-parts.ts';
import { call, type TestUser } from '../testing/builders.ts';
import { openPayoutBench, type PayoutBench } from '../testing/payout-bench.ts';
import { type OrderInParts, payPartByCard } from '../testing/price-parts.ts';
import { listProviderRefunds, makeReservableCar, reserveCar, startReservation } from '../testing/reservations.ts';
import { assertAudits } from '../testing/run-audits.ts';
import { proveByApp } from '../testing/second-step.ts';
import type { TestServer } from '../testing/test-server.ts';

let bench: PayoutBench;
let server: TestServer;
let seller: TestUser;
let admin: TestUser;

const minutesPerDay = 24 * 60;
const dayMs = minutesPerDay * 60_000;

beforeAll(async () => {
  bench = await openPayoutBench();
  ({ server, seller } = bench);
  await signInSellerAndAdmin();
});
afterEach(async () => {
  bench.reset();
  await signInSellerAndAdmin();
  await assertAudits(server.context.pool);
});
afterAll(() => bench.close());

/** Signs the seller and the admin in again, because the clock has moved. */
async function signInSellerAndAdmin(): Promise<void> {
  seller = await bench.signInAgain(bench.seller);
  const { token } = await bench.signInAgain(bench.admin);
  admin = { ...bench.admin, token: await proveByApp(server, bench.admin.email, token) };
}

/** Makes an order whose car is reserved with a deposit, and whose price has a bank part. */
async function reserveWithBank(amounts: readonly number[] = [40_000]): Promise<OrderInParts> {
  const order = await makeOrderWithBank(server, seller, amounts, 60_000);
  await call(server, seller, 'PUT', `/api/v1/listings/${order.listingId}/reservation-terms`, { deposit: 1_000 });
  const car = { listingId: order.listingId, seller, dollars: 100_000, deposit: 1_000 };
  await startReservation(server, car, { buyer: order.buyer });
  expect((await payPartByCard(server, order)).status).toBe(200);
  return order;
}

const passDays = (days: number, order: OrderInParts): Promise<OrderInParts> => passMinutes(days * minutesPerDay, order);

async function passMinutes(minutes: number, order: OrderInParts): Promise<OrderInParts> {
  bench.advanceClock(minutes);
  await signInSellerAndAdmin();
  return { ...order, buyer: await bench.signInAgain(order.buyer) };
}

const actAndReadCode = async (
  ...[caller, { bookingId }, name]: [TestUser, OrderInParts, Parameters<typeof actOnBankPart>[3]]
) => {
  const answer = await actOnBankPart(server, caller, bookingId, name);
  return answer.status === 200 ? 200 : answer.body.code;
};
const readReservation = async ({ buyer, bookingId }: OrderInParts) =>
  (await call(server, buyer, 'GET', `/api/v1/bookings/${bookingId}/reservation`)).body;
const readOrder = async (caller: TestUser, { bookingId }: OrderInParts) =>
  (await call(server, caller, 'GET', `/api/v1/orders/${bookingId}`)).body;

describe('a decision of an admin about the bank part of a reservation with a deposit', () => {
  it.each([
    ['confirmation', 5],
    ['confirmation', 8],
    ['rejection', 5],
    ['rejection', 8],
  ] as const)('leaves the buyer three days to complete the price: %s on day %i', async (decision, day) => {
    const reservedOrder = await reserveWithBank([30_000, 10_000]);
    await confirmBankPayment(server, seller, reservedOrder);
    const order = await passDays(day, reservedOrder);
    await endLapsedReservations(server.context);
    expect(await actAndReadCode(admin, order, decision)).toBe(200);
    await endLapsedReservations(server.context);
    const reservation = await readReservation(order);
    expect(reservation).toMatchObject({ state: 'active', actions: ['pay', 'give-up'] });
    const daysLeft = (Date.parse(String(reservation.endsAt)) - server.context.now().getTime()) / dayMs;
    expect(daysLeft).toBeCloseTo(3, 2);
    const laterOrder = await passDays(2, order);
    if (decision === 'rejection') {
      await confirmBankPayment(server, seller, laterOrder);
      expect(await actAndReadCode(admin, laterOrder, 'confirmation')).toBe(200);
    }
    for (const _ of [29_000, 10_000]) expect((await payPartByCard(server, laterOrder)).status).toBe(200);
    expect(await readOrder(laterOrder.buyer, laterOrder)).toMatchObject({
      status: 'paid',
      bankPart: { state: 'confirmed' },
      reservation: { state: 'bought' },
    });
  });

  it('ends the reservation by its rule when the buyer does not use these days', async () => {
    const reservedOrder = await reserveWithBank();
    await confirmBankPayment(server, seller, reservedOrder);
    const order = await passDays(8, reservedOrder);
    expect(await actAndReadCode(admin, order, 'rejection')).toBe(200);
    const laterOrder = await passDays(4, order);
    expect((await readReservation(laterOrder)).actions).toEqual(['give-up']);
    await endLapsedReservations(server.context);
    expect(await readReservation(laterOrder)).toMatchObject({ state: 'ended', ended: { as: 'lapsed', forfeit: 500 } });
    expect(await listProviderRefunds(server, order.bookingId)).toEqual([50_000]);
  });

  it('may make a reservation with a bank part last longer than its rule says, and no other', async () => {
    const orderWithBank = await reserveWithBank();
    const orderWithoutBank = await reserveCar(server, await makeReservableCar(server, seller));
    const runExtensionUpdate = (days: number, { bookingId }: { bookingId: string }) =>
      server.context.pool.query(
        "UPDATE booking SET reserved_until = reserved_until + $2 * interval '1 day' WHERE id = $1",
        [bookingId, days],
      );
    await expect(runExtensionUpdate(-1, orderWithBank)).rejects.toThrow('does not fit it');
    await expect(runExtensionUpdate(1, orderWithoutBank)).rejects.toThrow('does not fit it');
    expect((await runExtensionUpdate(1, orderWithBank)).rowCount).toBe(1);
  });
});

describe('the money of a bank of a reservation with a deposit', () => {
  it('is not refused any more by a seller who has said that they have it, before or after the time of the reservation', async () => {
    const reservedOrder = await reserveWithBank();
    expect(await actAndReadCode(reservedOrder.buyer, reservedOrder, 'statement')).toBe(200);
    expect(await actAndReadCode(seller, reservedOrder, 'refusal')).toBe(200);
    await confirmBankPayment(server, seller, reservedOrder);
    expect(await actAndReadCode(seller, reservedOrder, 'refusal')).toBe('ILLEGAL_TRANSITION');
    const order = await passDays(8, reservedOrder);
    expect(await actAndReadCode(seller, order, 'refusal')).toBe('ILLEGAL_TRANSITION');
    await endLapsedReservations(server.context);
    expect(await readOrder(seller, order)).toMatchObject({ status: 'unpaid', bankPart: { state: 'received' } });
    expect(await actAndReadCode(admin, order, 'rejection')).toBe(200);
    await endLapsedReservations(server.context);
    expect(await readOrder(seller, order)).toMatchObject({
      status: 'unpaid',
      bankPart: { state: 'expected', refusal: { by: 'admin' } },
    });
  });

  it('gives a seller who does not answer nothing of the deposit', async () => {
    const reservedOrder = await reserveWithBank();
    expect(await actAndReadCode(reservedOrder.buyer, reservedOrder, 'statement')).toBe(200);
    const order = await passDays(7, reservedOrder);
    await endLapsedReservations(server.context);
    expect(await readReservation(order)).toMatchObject({
      state: 'ended',
      ended: {
        as: 'admin-ended',
        refund: 1_000,
        forfeit: 0,
        reason: 'The seller did not say in time whether the bank has paid, so the parts that were paid are refunded.',
      },
    });
    expect(await listProviderRefunds(server, order.bookingId)).toEqual([100_000]);
    expect(await readOrder(seller, order)).toMatchObject({
      status: 'cancelled',
      bankPart: { state: 'closed' },
      sale: null,
    });
  });

  it('gives a seller who answers that it is not there their part of the deposit when the buyer does not pay', async () => {
    const reservedOrder = await reserveWithBank();
    expect(await actAndReadCode(reservedOrder.buyer, reservedOrder, 'statement')).toBe(200);
    expect(await actAndReadCode(seller, reservedOrder, 'refusal')).toBe(200);
    const order = await passDays(7, reservedOrder);
    await endLapsedReservations(server.context);
    expect(await readReservation(order)).toMatchObject({ ended: { as: 'lapsed', forfeit: 500 } });
    expect(await listProviderRefunds(server, order.bookingId)).toEqual([50_000]);
  });

  it('leaves the seller 24 hours to answer a statement that comes in the last hours', async () => {
    const orderBeforeEnd = await passMinutes(7 * minutesPerDay - 10, await reserveWithBank());
    expect(await actAndReadCode(orderBeforeEnd.buyer, orderBeforeEnd, 'statement')).toBe(200);
    const orderAfterTerm = await passMinutes(20, orderBeforeEnd);
    await endLapsedReservations(server.context);
    expect(await readReservation(orderAfterTerm)).toMatchObject({ state: 'active' });
    const orderNearlyADayLater = await passMinutes(minutesPerDay - 40, orderAfterTerm);
    expect(await actAndReadCode(seller, orderNearlyADayLater, 'refusal')).toBe(200);
    // After the refusal, the buyer also has 24 hours.
    const orderBeforeExtendedEnd = await passMinutes(minutesPerDay - 10, orderNearlyADayLater);
    await endLapsedReservations(server.context);
    expect(await readReservation(orderBeforeExtendedEnd)).toMatchObject({ state: 'active' });
    const orderADayLater = await passMinutes(20, orderBeforeExtendedEnd);
    await endLapsedReservations(server.context);
    expect(await readReservation(orderADayLater)).toMatchObject({
      state: 'ended',
      ended: { as: 'lapsed', forfeit: 500 },
    });
    expect(await listProviderRefunds(server, orderADayLater.bookingId)).toEqual([50_000]);
  });

  it('gives the deposit back when these 24 hours pass without an answer, and not to a buyer who states it again too late', async () => {
    const orderWithoutAnswer = await passMinutes(7 * minutesPerDay - 10, await reserveWithBank());
    expect(await actAndReadCode(orderWithoutAnswer.buyer, orderWithoutAnswer, 'statement')).toBe(200);
    const orderADayLater = await passMinutes(minutesPerDay, orderWithoutAnswer);
    await endLapsedReservations(server.context);
    expect(await readReservation(orderADayLater)).toMatchObject({ ended: { as: 'admin-ended', forfeit: 0 } });
    bench.reset();
    await signInSellerAndAdmin();
    let order = await passMinutes(7 * minutesPerDay - 10, await reserveWithBank());
    for (let round = 0; round < 3; round += 1) {
      expect(await actAndReadCode(order.buyer, order, 'statement')).toBe(200);
      expect(await actAndReadCode(seller, order, 'refusal')).toBe(200);
      order = await passMinutes(minutesPerDay - 10, order);
    }
    // Statements can prolong a reservation by three days in total, and these three days end less than 24 hours after
    // the following statement.
    expect(await actAndReadCode(order.buyer, order, 'statement')).toBe(200);
    order = await passMinutes(minutesPerDay, order);
    await endLapsedReservations(server.context);
    expect(await readReservation(order)).toMatchObject({ ended: { as: 'lapsed', forfeit: 500 } });
  });

  it('is not stated, withdrawn or refused any more when the time of the reservation is over', async () => {
    const orderWithStatement = await reserveWithBank();
    const orderWithoutStatement = await reserveWithBank();
    expect(await actAndReadCode(orderWithStatement.buyer, orderWithStatement, 'statement')).toBe(200);
    const orderWithStatementAfterTerm = await passDays(7, orderWithStatement);
    for (const caller of [seller, orderWithStatementAfterTerm.buyer])
      expect(await actAndReadCode(caller, orderWithStatementAfterTerm, 'refusal')).toBe('ILLEGAL_TRANSITION');
    const orderAfterTermWithoutStatement = {
      ...orderWithoutStatement,
      buyer: await bench.signInAgain(orderWithoutStatement.buyer),
    };
    expect(
      await actAndReadCode(orderAfterTermWithoutStatement.buyer, orderAfterTermWithoutStatement, 'statement'),
    ).toBe('ILLEGAL_TRANSITION');
    await endLapsedReservations(server.context);
    expect(await readReservation(orderWithStatementAfterTerm)).toMatchObject({
      ended: { as: 'admin-ended', forfeit: 0 },
    });
    expect(await readReservation(orderAfterTermWithoutStatement)).toMatchObject({
      ended: { as: 'lapsed', forfeit: 500 },
    });
  });
});
