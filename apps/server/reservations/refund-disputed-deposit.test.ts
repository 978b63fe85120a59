import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { reconcilePayments } from '../payments/reconcile-payments.ts';
import type { TestUser } from '../testing/builders.ts';
import { sumPostingsOfOrder } from '../testing/confirmed-sale.ts';
import { disputedCard, loseDisputes, recordDisputesOf, winDisputes } from '../testing/lost-dispute.ts';
import { openReservationBench, type ReservationBench } from '../testing/reservation-bench.ts';
import {
  findDepositCharge,
  giveUp,
  listProviderRefunds,
  makeReservableCar,
  reserveCar,
  showOfBooking,
  type TestReservation,
} from '../testing/reservations.ts';
import type { TestServer } from '../testing/test-server.ts';

let bench: ReservationBench;
let server: TestServer;
let seller: TestUser;

beforeAll(async () => {
  bench = await openReservationBench();
  ({ server, seller } = bench);
});
afterEach(() => bench.reset());
afterAll(() => bench.close());

/** Reserves a car with a card whose owner disputes the charge of the deposit, and gives the reservation up. */
async function giveUpDisputed(): Promise<TestReservation & { readonly intentId: string }> {
  const reservation = await reserveCar(server, await makeReservableCar(server, seller), { card: disputedCard });
  const intentId = await findDepositCharge(server, reservation);
  await recordDisputesOf(server, intentId);
  await giveUp(server, reservation.buyer, reservation, 1_000);
  return { ...reservation, intentId };
}
const readRefund = async (reservation: TestReservation) =>
  (await showOfBooking(server, reservation.buyer, reservation)).body.ended;
/** What the ledger still has of an order, without what the bank takes for each dispute. */
const readRest = async ({ bookingId }: TestReservation): Promise<Record<string, number>> => {
  const { provider_fee: fee = 0, provider_balance: balance = 0, ...rest } = await sumPostingsOfOrder(server, bookingId);
  return balance + fee === 0 ? rest : { ...rest, provider_balance: balance + fee };
};

describe('the refund of a deposit whose charge a bank disputes', () => {
  it('is refused, and is sent once when the bank has given the money back', async () => {
    const reservation = await giveUpDisputed();
    expect(await readRefund(reservation)).toMatchObject({ refund: 1_000, forfeit: 0, refundState: 'failed' });
    await reconcilePayments(server.context);
    expect(await listProviderRefunds(server, reservation.bookingId)).toEqual([]);
    await winDisputes(server, reservation.intentId);
    expect(await readRefund(reservation)).toMatchObject({ refundState: 'succeeded' });
    await recordDisputesOf(server, reservation.intentId);
    await reconcilePayments(server.context);
    expect(await listProviderRefunds(server, reservation.bookingId)).toEqual([100_000]);
    expect(await readRest(reservation)).toEqual({});
  });

  it('is sent by the reconciler when the provider does not answer at that moment', async () => {
    const reservation = await giveUpDisputed();
    server.sandbox.faults.api({ kind: '500', on: /POST \/v1\/refunds$/, times: 20 });
    await winDisputes(server, reservation.intentId);
    server.sandbox.faults.clear();
    expect(await readRefund(reservation)).toMatchObject({ refundState: 'due' });
    await reconcilePayments(server.context);
    expect(await readRefund(reservation)).toMatchObject({ refundState: 'succeeded' });
    expect(await listProviderRefunds(server, reservation.bookingId)).toEqual([100_000]);
  });

  it('is not sent when the bank has decided for the buyer', async () => {
    const reservation = await giveUpDisputed();
    await loseDisputes(server, reservation.intentId);
    await reconcilePayments(server.context);
    expect(await readRefund(reservation)).toMatchObject({ refundState: 'failed' });
    expect(await listProviderRefunds(server, reservation.bookingId)).toEqual([]);
  });
});
