import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { reconcilePayments } from '../payments/reconcile-payments.ts';
import { call, makeUser, type TestUser } from '../testing/builders.ts';
import { sumPostingsOfOrder } from '../testing/confirmed-sale.ts';
import { disputedCard, loseDisputes, recordDisputesOf, winDisputes } from '../testing/lost-dispute.ts';
import { openReservationBench, type ReservationTestServer } from '../testing/reservation-bench.ts';
import {
  findDepositCharge,
  giveUp,
  listProviderRefunds,
  makeReservableCar,
  readReservationOfBooking,
  reserveCar,
  type TestReservation,
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

/** Reserves a car with a card whose owner disputes the charge of the deposit, and gives up the reservation. */
async function giveUpDisputedReservation(): Promise<TestReservation & { readonly intentId: string }> {
  const reservation = await reserveCar(server, await makeReservableCar(server, seller), { card: disputedCard });
  const intentId = await findDepositCharge(server, reservation);
  await recordDisputesOf(server, intentId);
  await giveUp(server, reservation.buyer, reservation, 1_000);
  return { ...reservation, intentId };
}
const readRefund = async (reservation: TestReservation) =>
  (await readReservationOfBooking(server, reservation.buyer, reservation)).body.ended;
/** Returns the balances of an order in the ledger, without the fees that the bank takes for each dispute. */
const readRemainingBalances = async ({ bookingId }: TestReservation): Promise<Record<string, number>> => {
  const { provider_fee: fee = 0, provider_balance: balance = 0, ...rest } = await sumPostingsOfOrder(server, bookingId);
  return balance + fee === 0 ? rest : { ...rest, provider_balance: balance + fee };
};

describe('a late end while a bank disputes the deposit', () => {
  /** Gives up a reservation on the fifth day, during a dispute. */
  async function giveUpReservationLate(): Promise<TestReservation & { readonly intentId: string }> {
    const reservation = await reserveCar(server, await makeReservableCar(server, seller), { card: disputedCard });
    const intentId = await findDepositCharge(server, reservation);
    bench.setDaysAhead(4);
    await recordDisputesOf(server, intentId);
    const buyer = await bench.signInAgain(reservation.buyer);
    expect((await giveUp(server, buyer, reservation, 500)).status).toBe(200);
    return { ...reservation, buyer, intentId };
  }
  const readSale = async ({ bookingId }: TestReservation) =>
    (
      await server.context.pool.query('SELECT state, price_cents::int AS cents FROM sale WHERE booking_id = $1', [
        bookingId,
      ])
    ).rows;

  it('gives half back when the bank decides for Car House, so a dispute is no way around the rule', async () => {
    const reservation = await giveUpReservationLate();
    expect(await readRefund(reservation)).toMatchObject({ refund: 500, forfeit: 500, refundState: 'failed' });
    expect(await readSale(reservation)).toEqual([{ state: 'frozen', cents: 50_000 }]);
    await winDisputes(server, reservation.intentId);
    await reconcilePayments(server.context);
    expect(await listProviderRefunds(server, reservation.bookingId)).toEqual([50_000]);
    expect(await readRemainingBalances(reservation)).toEqual({ provider_balance: 50_000, seller_payable: -50_000 });
  });

  it('pays nothing to the seller when the bank decides for the buyer', async () => {
    const reservation = await giveUpReservationLate();
    await loseDisputes(server, reservation.intentId);
    await reconcilePayments(server.context);
    expect(await readSale(reservation)).toEqual([{ state: 'frozen', cents: 50_000 }]);
    const admin = await makeUser(server, 'admin');
    const path = `/api/v1/payments/${reservation.bookingId}/refund`;
    expect((await call(server, admin, 'POST', path, { reason: 'The dispute is lost' })).status).toBe(200);
    expect(await readSale(reservation)).toEqual([{ state: 'refunded', cents: 50_000 }]);
    expect(await listProviderRefunds(server, reservation.bookingId)).toEqual([]);
  });
});

describe('the refund of a deposit whose charge a bank disputes', () => {
  it('is refused, and is sent once when the bank has given the money back', async () => {
    const reservation = await giveUpDisputedReservation();
    expect(await readRefund(reservation)).toMatchObject({ refund: 1_000, forfeit: 0, refundState: 'failed' });
    await reconcilePayments(server.context);
    expect(await listProviderRefunds(server, reservation.bookingId)).toEqual([]);
    await winDisputes(server, reservation.intentId);
    expect(await readRefund(reservation)).toMatchObject({ refundState: 'succeeded' });
    await recordDisputesOf(server, reservation.intentId);
    await reconcilePayments(server.context);
    expect(await listProviderRefunds(server, reservation.bookingId)).toEqual([100_000]);
    expect(await readRemainingBalances(reservation)).toEqual({});
  });

  it('is sent by the reconciler when the provider does not answer at that moment', async () => {
    const reservation = await giveUpDisputedReservation();
    server.sandbox.faults.addApiFault({ kind: '500', on: /POST \/v1\/refunds$/, times: 20 });
    await winDisputes(server, reservation.intentId);
    server.sandbox.faults.clear();
    expect(await readRefund(reservation)).toMatchObject({ refundState: 'due' });
    await reconcilePayments(server.context);
    expect(await readRefund(reservation)).toMatchObject({ refundState: 'succeeded' });
    expect(await listProviderRefunds(server, reservation.bookingId)).toEqual([100_000]);
  });

  it('is not sent when the bank has decided for the buyer', async () => {
    const reservation = await giveUpDisputedReservation();
    await loseDisputes(server, reservation.intentId);
    await reconcilePayments(server.context);
    expect(await readRefund(reservation)).toMatchObject({ refundState: 'failed' });
    expect(await listProviderRefunds(server, reservation.bookingId)).toEqual([]);
  });
});
