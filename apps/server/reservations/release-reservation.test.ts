import { cents } from '@carhouse/domain/money/money';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { endLapsedReservations } from '../payments/cancel-reservation.ts';
import { reconcilePayments } from '../payments/reconcile-payments.ts';
import { recordDispute } from '../payments/record-dispute.ts';
import { checkMoney } from '../reconciliation/check-money.ts';
import { call } from '../testing/builders.ts';
import { readSellerPayment, sumPostingsOfOrder } from '../testing/confirmed-sale.ts';
import { openPayoutBench, type PayoutBench } from '../testing/payout-bench.ts';
import {
  giveUp,
  listProviderRefunds,
  makeReservableCar,
  readReservationOfBooking,
  reserveCar,
  type TestReservation,
} from '../testing/reservations.ts';
import { assertAudits } from '../testing/run-audits.ts';
import type { TestServer } from '../testing/test-server.ts';

let bench: PayoutBench;
let server: TestServer;

beforeAll(async () => {
  bench = await openPayoutBench();
  ({ server } = bench);
});
afterEach(async () => {
  bench.reset();
  await assertAudits(server.context.pool);
});
afterAll(() => bench.close());

const minutesPerDay = 24 * 60;
const makeReservation = async (): Promise<TestReservation> =>
  reserveCar(server, await makeReservableCar(server, bench.seller, { deposit: 1_000.01 }));
/** The kinds of the open discrepancies about an order. */
const listDiscrepancies = async (bookingId: string): Promise<string[]> => {
  const { rows } = await server.context.pool.query<{ kind: string }>(
    `SELECT d.kind FROM discrepancy d WHERE d.state = 'open' AND (d.evidence::text LIKE '%' || $1 || '%' OR EXISTS (
       SELECT FROM payment p WHERE p.booking_id::text = $1 AND d.evidence::text LIKE '%' || p.intent_id || '%')) ORDER BY 1`,
    [bookingId],
  );
  return rows.map(({ kind }) => kind);
};
const signInAgain = async (reservation: TestReservation): Promise<TestReservation> => ({
  ...reservation,
  buyer: await bench.signInAgain(reservation.buyer),
});

describe('a buyer who gives a reservation up', () => {
  it('in the first days gets the whole deposit back', async () => {
    const reservation = await makeReservation();
    const shownReservation = (await readReservationOfBooking(server, reservation.buyer, reservation)).body;
    expect(shownReservation).toMatchObject({
      state: 'active',
      deposit: 1_000.01,
      backNow: 1_000.01,
      forfeitNow: 0,
      rest: 48_999.99,
    });
    const answer = await giveUp(server, reservation.buyer, reservation, 1_000.01);
    expect(answer.body).toMatchObject({
      state: 'ended',
      ended: { as: 'given-up', refund: 1_000.01, forfeit: 0, refundState: 'succeeded' },
    });
    expect(await listProviderRefunds(server, reservation.bookingId)).toEqual([100_001]);
    expect(await sumPostingsOfOrder(server, reservation.bookingId)).toEqual({});
  });

  it('later gets half of it back, and the seller is paid the other half', async () => {
    const reservation = await makeReservation();
    bench.advanceClock(3 * minutesPerDay + 1);
    const { buyer, bookingId } = await signInAgain(reservation);
    expect((await readReservationOfBooking(server, buyer, reservation)).body).toMatchObject({
      backNow: 500.01,
      forfeitNow: 500,
    });
    expect(await giveUp(server, buyer, reservation, 1_000.01)).toMatchObject({
      status: 409,
      body: { code: 'TERMS_CHANGED' },
    });
    expect((await giveUp(server, buyer, reservation, 500.01)).body).toMatchObject({
      ended: { as: 'given-up', refund: 500.01, forfeit: 500, refundState: 'succeeded' },
    });
    expect(await giveUp(server, buyer, reservation, 500.01)).toMatchObject({
      status: 409,
      body: { code: 'ILLEGAL_TRANSITION' },
    });
    expect(await listProviderRefunds(server, bookingId)).toEqual([50_001]);
    expect(await sumPostingsOfOrder(server, bookingId)).toEqual({ provider_balance: 50_000, seller_payable: -50_000 });

    expect(await readSellerPayment(server, bookingId)).toMatchObject({ sale: 'confirmed' });
    await bench.runPayments();
    expect(await readSellerPayment(server, bookingId)).toMatchObject({ sale: 'transferred', transfers: ['made'] });
    const transfers = server.sandbox.account.transfers().filter(({ transfer_group: group }) => group === bookingId);
    expect(transfers.map(({ amount }) => amount)).toEqual([50_000]);
    await bench.runPayments();
    const payouts = server.sandbox.account.payouts().filter(({ metadata }) => metadata.booking_id === bookingId);
    expect(payouts.map(({ amount }) => amount)).toEqual([50_000]);
    for (const payoutStep of [1, 2])
      await server.sandbox.delayedChangeControl.settle(payouts[0]?.id ?? String(payoutStep));
    bench.advanceClock(3 * minutesPerDay + 120);
    await bench.runPayments();
    expect(await readSellerPayment(server, bookingId)).toMatchObject({ sale: 'paid-out', payouts: ['paid'] });
    expect(await sumPostingsOfOrder(server, bookingId)).toEqual({});
  });

  it('by the cancellation of the order gets the same', async () => {
    const reservation = await makeReservation();
    bench.advanceClock(4 * minutesPerDay);
    const { buyer, bookingId } = await signInAgain(reservation);
    expect((await call(server, buyer, 'POST', `/api/v1/bookings/${bookingId}/cancellation`, {})).status).toBe(200);
    expect(await listProviderRefunds(server, bookingId)).toEqual([50_001]);
    expect(await readSellerPayment(server, bookingId)).toMatchObject({ sale: 'confirmed' });
  });
});

describe('a reservation whose days end', () => {
  it('forfeits half of the deposit, and the reconciliation finds nothing', async () => {
    const reservation = await makeReservation();
    bench.advanceClock(7 * minutesPerDay - 1);
    await endLapsedReservations(server.context);
    expect(await listProviderRefunds(server, reservation.bookingId)).toEqual([]);
    bench.advanceClock(7 * minutesPerDay + 1);
    await endLapsedReservations(server.context);
    await reconcilePayments(server.context);
    expect(await listProviderRefunds(server, reservation.bookingId)).toEqual([50_001]);
    expect(
      (await readReservationOfBooking(server, await bench.signInAgain(reservation.seller), reservation)).body,
    ).toMatchObject({
      as: 'seller',
      ended: { as: 'lapsed', refund: 500.01, forfeit: 500 },
    });
    await checkMoney(server.context);
    expect(await listDiscrepancies(reservation.bookingId)).toEqual([]);
  });
});

describe('the refund of a part', () => {
  it('is sent once, also when the provider has forgotten the key of a lost answer', async () => {
    const reservation = await makeReservation();
    bench.advanceClock(4 * minutesPerDay);
    const { buyer, bookingId } = await signInAgain(reservation);
    server.sandbox.faults.addApiFault({ kind: 'rst_after_create', on: /POST \/v1\/refunds$/, times: 20 });
    await giveUp(server, buyer, reservation, 500.01);
    server.sandbox.faults.clear();
    const { rows } = await server.context.pool.query(
      `SELECT r.state, r.intent_id FROM refund r JOIN payment p ON p.attempt_id = r.attempt_id WHERE p.booking_id = $1`,
      [bookingId],
    );
    expect(rows).toMatchObject([{ state: 'due' }]);
    expect(await listProviderRefunds(server, bookingId)).toEqual([50_001]);
    const secondRefundRequest = {
      intentId: rows[0].intent_id,
      idempotencyKey: `refund-${rows[0].intent_id}`,
      partAmount: 50_001n as never,
    };
    server.sandbox.faults.addApiFault({ kind: '500', on: /POST \/v1\/refunds$/, times: 20 });
    await server.context.cardProvider.refundIntent(secondRefundRequest);
    server.sandbox.faults.clear();
    bench.advanceClock(4 * minutesPerDay + 120);
    await reconcilePayments(server.context);
    expect(await listProviderRefunds(server, bookingId)).toEqual([50_001]);
    expect((await readReservationOfBooking(server, buyer, reservation)).status).not.toBe(500);
  });

  it('of which the provider has given back more is reported, and not transferred', async () => {
    const reservation = await makeReservation();
    bench.advanceClock(4 * minutesPerDay);
    const { buyer, bookingId } = await signInAgain(reservation);
    await giveUp(server, buyer, reservation, 500.01);
    // The operator has refunded the whole charge of the deposit in the provider's dashboard.
    const { cardProvider } = server.context;
    const { findIntent } = cardProvider;
    vi.spyOn(cardProvider, 'findIntent').mockImplementation(async (id) => {
      const intent = await findIntent(id);
      return intent && { ...intent, amountRefunded: intent.amount };
    });
    await bench.runPayments();
    expect(await readSellerPayment(server, bookingId)).toMatchObject({ sale: 'confirmed', transfers: [] });
    await checkMoney(server.context);
    expect(await listDiscrepancies(bookingId)).toContain('charge-mismatch');
    vi.restoreAllMocks();
    await checkMoney(server.context);
    expect(await listDiscrepancies(bookingId)).not.toContain('charge-mismatch');
  });
});

describe('a forfeited deposit that the bank of the buyer disputes later', () => {
  it.each(['resumed', 'released'] as const)(
    'is frozen, cannot be refunded, and is paid when it is %s',
    async (outcome) => {
      const reservation = await makeReservation();
      bench.advanceClock(4 * minutesPerDay);
      const { buyer, bookingId } = await signInAgain(reservation);
      await giveUp(server, buyer, reservation, 500.01);
      const { rows } = await server.context.pool.query('SELECT intent_id FROM payment WHERE booking_id = $1', [
        bookingId,
      ]);
      let [status, isOpen] = ['needs_response', true];
      vi.spyOn(server.context.cardProvider, 'findDispute').mockImplementation(async (disputeId, kind) => ({
        disputeId,
        kind,
        intentId: rows[0].intent_id,
        amount: cents(50_000),
        reason: 'fraudulent',
        status,
        open: isOpen,
        createdAt: new Date(),
      }));
      const disputeId = `dp_${bookingId}`;
      await recordDispute(server.context, disputeId, 'dispute');
      expect(await readSellerPayment(server, bookingId)).toMatchObject({ sale: 'frozen' });
      const admin = await bench.signInAgain(bench.admin);
      const refundAnswer = await call(server, admin, 'POST', `/api/v1/payments/${bookingId}/refund`, {
        reason: 'Asked for',
      });
      expect(refundAnswer).toMatchObject({ status: 409, body: { code: 'CHARGE_DISPUTED' } });
      [status, isOpen] = ['won', false];
      await recordDispute(server.context, disputeId, 'dispute');
      vi.restoreAllMocks();
      const decision = { outcome, reason: 'The bank has decided for the seller.' };
      const url = `/api/v1/orders/${bookingId}/complaint/decision`;
      expect((await call(server, admin, 'POST', url, decision)).status).toBe(200);
      expect(await readSellerPayment(server, bookingId)).toMatchObject({ sale: 'confirmed' });
    },
  );
});
