import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { endLapsedReservations } from '../payments/cancel-reservation.ts';
import { actOnBankPart, makeOrderWithBank, stateAndReceive } from '../testing/bank-parts.ts';
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

const dayMinutes = 24 * 60;
const dayMs = dayMinutes * 60_000;

beforeAll(async () => {
  bench = await openPayoutBench();
  ({ server, seller } = bench);
  await signAllIn();
});
afterEach(async () => {
  bench.reset();
  await signAllIn();
  await assertAudits(server.context.pool);
});
afterAll(() => bench.close());

/** Signs the seller and the admin in again, because the clock has moved. */
async function signAllIn(): Promise<void> {
  seller = await bench.signedIn(bench.seller);
  const { token } = await bench.signedIn(bench.admin);
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

const passDays = (days: number, order: OrderInParts): Promise<OrderInParts> => passMinutes(days * dayMinutes, order);

async function passMinutes(minutes: number, order: OrderInParts): Promise<OrderInParts> {
  bench.later(minutes);
  await signAllIn();
  return { ...order, buyer: await bench.signedIn(order.buyer) };
}

const act = async (...[caller, { bookingId }, name]: [TestUser, OrderInParts, Parameters<typeof actOnBankPart>[3]]) => {
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
    const reserved = await reserveWithBank([30_000, 10_000]);
    await stateAndReceive(server, seller, reserved);
    const order = await passDays(day, reserved);
    await endLapsedReservations(server.context);
    expect(await act(admin, order, decision)).toBe(200);
    await endLapsedReservations(server.context);
    const reservation = await readReservation(order);
    expect(reservation).toMatchObject({ state: 'active', actions: ['pay', 'give-up'] });
    const daysLeft = (Date.parse(String(reservation.endsAt)) - server.context.now().getTime()) / dayMs;
    expect(daysLeft).toBeCloseTo(3, 2);
    const later = await passDays(2, order);
    if (decision === 'rejection') {
      await stateAndReceive(server, seller, later);
      expect(await act(admin, later, 'confirmation')).toBe(200);
    }
    for (const _ of [29_000, 10_000]) expect((await payPartByCard(server, later)).status).toBe(200);
    expect(await readOrder(later.buyer, later)).toMatchObject({
      status: 'paid',
      bankPart: { state: 'confirmed' },
      reservation: { state: 'bought' },
    });
  });

  it('ends the reservation by its rule when the buyer does not use these days', async () => {
    const reserved = await reserveWithBank();
    await stateAndReceive(server, seller, reserved);
    const order = await passDays(8, reserved);
    expect(await act(admin, order, 'rejection')).toBe(200);
    const later = await passDays(4, order);
    expect((await readReservation(later)).actions).toEqual(['give-up']);
    await endLapsedReservations(server.context);
    expect(await readReservation(later)).toMatchObject({ state: 'ended', ended: { as: 'lapsed', forfeit: 500 } });
    expect(await listProviderRefunds(server, order.bookingId)).toEqual([50_000]);
  });

  it('may make a reservation with a bank part last longer than its rule says, and no other', async () => {
    const withBank = await reserveWithBank();
    const withoutBank = await reserveCar(server, await makeReservableCar(server, seller));
    const addDays = (days: number, { bookingId }: { bookingId: string }) =>
      server.context.pool.query(
        "UPDATE booking SET reserved_until = reserved_until + $2 * interval '1 day' WHERE id = $1",
        [bookingId, days],
      );
    await expect(addDays(-1, withBank)).rejects.toThrow('does not fit it');
    await expect(addDays(1, withoutBank)).rejects.toThrow('does not fit it');
    expect((await addDays(1, withBank)).rowCount).toBe(1);
  });
});

describe('the money of a bank of a reservation with a deposit', () => {
  it('is not refused any more by a seller who has said that they have it, before or after the time of the reservation', async () => {
    const reserved = await reserveWithBank();
    expect(await act(reserved.buyer, reserved, 'statement')).toBe(200);
    expect(await act(seller, reserved, 'refusal')).toBe(200);
    await stateAndReceive(server, seller, reserved);
    expect(await act(seller, reserved, 'refusal')).toBe('ILLEGAL_TRANSITION');
    const order = await passDays(8, reserved);
    expect(await act(seller, order, 'refusal')).toBe('ILLEGAL_TRANSITION');
    await endLapsedReservations(server.context);
    expect(await readOrder(seller, order)).toMatchObject({ status: 'unpaid', bankPart: { state: 'received' } });
    expect(await act(admin, order, 'rejection')).toBe(200);
    await endLapsedReservations(server.context);
    expect(await readOrder(seller, order)).toMatchObject({
      status: 'unpaid',
      bankPart: { state: 'expected', refusal: { by: 'admin' } },
    });
  });

  it('gives a seller who does not answer nothing of the deposit', async () => {
    const reserved = await reserveWithBank();
    expect(await act(reserved.buyer, reserved, 'statement')).toBe(200);
    const order = await passDays(7, reserved);
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
    const reserved = await reserveWithBank();
    expect(await act(reserved.buyer, reserved, 'statement')).toBe(200);
    expect(await act(seller, reserved, 'refusal')).toBe(200);
    const order = await passDays(7, reserved);
    await endLapsedReservations(server.context);
    expect(await readReservation(order)).toMatchObject({ ended: { as: 'lapsed', forfeit: 500 } });
    expect(await listProviderRefunds(server, order.bookingId)).toEqual([50_000]);
  });

  it('leaves the seller 24 hours to answer a statement that comes in the last hours', async () => {
    const almostOver = await passMinutes(7 * dayMinutes - 10, await reserveWithBank());
    expect(await act(almostOver.buyer, almostOver, 'statement')).toBe(200);
    const afterTerm = await passMinutes(20, almostOver);
    await endLapsedReservations(server.context);
    expect(await readReservation(afterTerm)).toMatchObject({ state: 'active' });
    const nearlyADayLater = await passMinutes(dayMinutes - 40, afterTerm);
    expect(await act(seller, nearlyADayLater, 'refusal')).toBe(200);
    // The refusal leaves the buyer 24 hours, too.
    const inTime = await passMinutes(dayMinutes - 10, nearlyADayLater);
    await endLapsedReservations(server.context);
    expect(await readReservation(inTime)).toMatchObject({ state: 'active' });
    const aDayLater = await passMinutes(20, inTime);
    await endLapsedReservations(server.context);
    expect(await readReservation(aDayLater)).toMatchObject({ state: 'ended', ended: { as: 'lapsed', forfeit: 500 } });
    expect(await listProviderRefunds(server, aDayLater.bookingId)).toEqual([50_000]);
  });

  it('gives the deposit back when these 24 hours pass without an answer, and not to a buyer who states it again too late', async () => {
    const silent = await passMinutes(7 * dayMinutes - 10, await reserveWithBank());
    expect(await act(silent.buyer, silent, 'statement')).toBe(200);
    const unanswered = await passMinutes(dayMinutes, silent);
    await endLapsedReservations(server.context);
    expect(await readReservation(unanswered)).toMatchObject({ ended: { as: 'admin-ended', forfeit: 0 } });
    bench.reset();
    await signAllIn();
    let order = await passMinutes(7 * dayMinutes - 10, await reserveWithBank());
    for (let round = 0; round < 3; round += 1) {
      expect(await act(order.buyer, order, 'statement')).toBe(200);
      expect(await act(seller, order, 'refusal')).toBe(200);
      order = await passMinutes(dayMinutes - 10, order);
    }
    // The three days by which statements prolong a reservation end sooner than 24 hours from this one.
    expect(await act(order.buyer, order, 'statement')).toBe(200);
    order = await passMinutes(dayMinutes, order);
    await endLapsedReservations(server.context);
    expect(await readReservation(order)).toMatchObject({ ended: { as: 'lapsed', forfeit: 500 } });
  });

  it('is not stated, withdrawn or refused any more when the time of the reservation is over', async () => {
    const stated = await reserveWithBank();
    const silent = await reserveWithBank();
    expect(await act(stated.buyer, stated, 'statement')).toBe(200);
    const refusing = await passDays(7, stated);
    for (const caller of [seller, refusing.buyer])
      expect(await act(caller, refusing, 'refusal')).toBe('ILLEGAL_TRANSITION');
    const late = { ...silent, buyer: await bench.signedIn(silent.buyer) };
    expect(await act(late.buyer, late, 'statement')).toBe('ILLEGAL_TRANSITION');
    await endLapsedReservations(server.context);
    expect(await readReservation(refusing)).toMatchObject({ ended: { as: 'admin-ended', forfeit: 0 } });
    expect(await readReservation(late)).toMatchObject({ ended: { as: 'lapsed', forfeit: 500 } });
  });
});
