import { cents } from '@carhouse/domain/money/money';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Answer, call } from '../testing/builders.ts';
import { makeConfirmedSale, readSellerPayment, sumPostingsOfOrder } from '../testing/confirmed-sale.ts';
import { openPayoutBench, type PayoutBench } from '../testing/payout-bench.ts';
import { makePaidSeller, type PaidSeller } from '../testing/payout-seller.ts';
import {
  findDepositCharge,
  giveUp,
  makeReservableCar,
  reserveCar,
  type TestReservation,
} from '../testing/reservations.ts';
import { assertAudits } from '../testing/run-audits.ts';
import type { TestServer } from '../testing/test-server.ts';
import { readMissedEvents } from './read-missed-events.ts';
import { recordDispute } from './record-dispute.ts';

let bench: PayoutBench;
let server: TestServer;

beforeAll(async () => {
  bench = await openPayoutBench();
  ({ server } = bench);
});
afterEach(async () => {
  vi.restoreAllMocks();
  bench.reset();
  await assertAudits(server.context.pool);
});
afterAll(() => bench.close());

type ForfeitedReservation = TestReservation & { readonly owner: PaidSeller };

/**
 * Lets a buyer give up a reservation of this seller's car on the fourth day. The seller then gets $500, and $500.01
 * goes back to the buyer.
 */
async function makeForfeitedReservation(
  owner: PaidSeller = bench.seller,
  card?: string,
): Promise<ForfeitedReservation> {
  const car = await makeReservableCar(server, await bench.signInAgain(owner), { deposit: 1_000.01 });
  const reservation = await reserveCar(server, car, card === undefined ? {} : { card });
  bench.advanceClock(4 * 24 * 60);
  await giveUp(server, await bench.signInAgain(reservation.buyer), reservation, 500.01);
  return { ...reservation, owner };
}

/** Sets the status of the bank's dispute about the rest of the charge. */
async function setDisputeStatus(
  order: ForfeitedReservation,
  status: 'needs_response' | 'won' | 'lost',
  amount = 50_000n,
): Promise<void> {
  const intentId = await findDepositCharge(server, order);
  vi.spyOn(server.context.cardProvider, 'findDispute').mockImplementation(async (disputeId, kind) => ({
    disputeId,
    kind,
    intentId,
    amount: cents(amount),
    reason: 'fraudulent',
    status,
    open: status === 'needs_response',
    createdAt: new Date(),
  }));
  await recordDispute(server.context, `dp_${order.bookingId}`, 'dispute');
  vi.restoreAllMocks();
}

const undoDeposit = async ({ bookingId }: ForfeitedReservation): Promise<Answer> =>
  call(server, await bench.signInAgain(bench.admin), 'POST', `/api/v1/payments/${bookingId}/refund`, {
    reason: 'The dispute is lost',
  });
/** Lets an admin repair the refund that the provider has refused. */
async function repairFailedRefund(order: ForfeitedReservation): Promise<Answer> {
  const intentId = await findDepositCharge(server, order);
  bench.advanceClock(4 * 24 * 60 + 30);
  const admin = await bench.signInAgain(bench.admin);
  await call(server, admin, 'POST', '/api/v1/reconciliation/runs', {});
  const { body } = await call(server, admin, 'GET', '/api/v1/reconciliation?state=open');
  const [failedFinding] = (body.findings as { id: string; kind: string; subject: string }[]).filter(
    ({ kind, subject }) => kind === 'refund-failed' && subject === intentId,
  );
  return call(server, admin, 'POST', `/api/v1/reconciliation/findings/${failedFinding?.id}/repair`, {});
}
const readSale = async ({ bookingId }: ForfeitedReservation) =>
  (await call(server, await bench.signInAgain(bench.admin), 'GET', `/api/v1/orders/${bookingId}`)).body.sale;
const payOutSale = async (order: ForfeitedReservation): Promise<void> => {
  await bench.runPayments();
  await bench.runPayments();
  for (const { id } of server.sandbox.account
    .payouts()
    .filter(({ metadata }) => metadata.booking_id === order.bookingId))
    for (let step = 0; step < 2; step += 1) await server.sandbox.delayedChangeControl.settle(id);
  bench.advanceClock(4 * 24 * 60 + 120);
  await bench.runPayments();
};

describe('a forfeited part of a deposit whose dispute is lost', () => {
  it('is not paid to the seller', async () => {
    const order = await makeForfeitedReservation();
    await setDisputeStatus(order, 'needs_response');
    expect(await undoDeposit(order)).toMatchObject({ status: 409, body: { code: 'CHARGE_DISPUTED' } });
    await setDisputeStatus(order, 'lost');
    expect(await readSale(order)).toMatchObject({ state: 'frozen', kind: 'deposit', takenBack: true });
    expect(await undoDeposit(order)).toMatchObject({ status: 200, body: { state: 'void', amount: 500 } });
    expect(await undoDeposit(order)).toMatchObject({ status: 200, body: { state: 'void' } });
    await bench.runPayments();
    expect(await readSellerPayment(server, order.bookingId)).toMatchObject({ sale: 'refunded', transfers: [] });
    expect(await sumPostingsOfOrder(server, order.bookingId)).toEqual({});
    expect(await readSale(order)).toMatchObject({
      complaints: [{ ground: 'dispute', outcome: 'refunded', decision: 'The dispute is lost' }],
    });
    const { rows } = await server.context.pool.query(
      "SELECT recipient_id FROM outbox WHERE booking_id = $1 AND kind = 'charged-back'",
      [order.bookingId],
    );
    expect(rows).toEqual([{ recipient_id: order.owner.id }]);
  });

  it('goes back from the account of the seller', async () => {
    const order = await makeForfeitedReservation();
    await bench.runPayments();
    expect(await readSellerPayment(server, order.bookingId)).toMatchObject({ sale: 'transferred' });
    await setDisputeStatus(order, 'needs_response');
    expect(await readSale(order)).toMatchObject({ state: 'transferred', takenBack: false });
    expect(await sumPostingsOfOrder(server, order.bookingId)).toMatchObject({
      provider_balance: -50_000,
      dispute: 50_000,
    });
    await setDisputeStatus(order, 'lost');
    expect(await undoDeposit(order)).toMatchObject({ status: 200, body: { state: 'void', amount: 500 } });
    await bench.runPayments();
    expect(await readSellerPayment(server, order.bookingId)).toEqual({
      sale: 'refunded',
      transfers: ['reversed'],
      payouts: [],
    });
    expect(await sumPostingsOfOrder(server, order.bookingId)).toEqual({});
    expect(await readSale(order)).toMatchObject({
      complaints: [{ ground: 'dispute', decision: 'The dispute is lost' }],
    });
  });

  it('is a debt of a seller who has it at their bank, which their next sale pays', async () => {
    const owner = await makePaidSeller(server);
    const order = await makeForfeitedReservation(owner);
    await payOutSale(order);
    expect(await readSellerPayment(server, order.bookingId)).toMatchObject({ sale: 'paid-out' });
    await setDisputeStatus(order, 'lost');
    expect((await undoDeposit(order)).status).toBe(200);
    expect(await sumPostingsOfOrder(server, order.bookingId)).toEqual({
      provider_balance: -50_000,
      seller_debt: 50_000,
    });
    const next = await makeConfirmedSale(server, await bench.signInAgain(owner), 800);
    await bench.runPayments();
    expect(bench.listTransfers(next).map(({ amount }) => amount)).toEqual([30_000]);
  });

  it('is not undone when the bank has taken back only what is refunded to the buyer', async () => {
    vi.spyOn(server.context.cardProvider, 'refundIntent').mockResolvedValue({ refundId: null, state: 'failed' });
    const order = await makeForfeitedReservation();
    await setDisputeStatus(order, 'lost', 50_001n);
    expect(await undoDeposit(order)).toMatchObject({ status: 409, body: { code: 'CHARGE_DISPUTED' } });
    expect(await repairFailedRefund(order)).toMatchObject({ status: 200, body: { state: 'repaired' } });
    expect(await readSale(order)).toMatchObject({ state: 'frozen', takenBack: false });
    expect(await undoDeposit(order)).toMatchObject({ status: 409, body: { code: 'CHARGE_DISPUTED' } });
    const { provider_fee: fee = 0, ...books } = await sumPostingsOfOrder(server, order.bookingId);
    expect(books).toEqual({ provider_balance: 50_000 - fee, seller_payable: -50_000 });
  });

  it('is not taken for the refund of the buyer, whose own bank sends that back', async () => {
    const order = await makeForfeitedReservation(bench.seller, '4000 0000 0000 5126');
    const intentId = await findDepositCharge(server, order);
    await setDisputeStatus(order, 'lost', 50_001n);
    expect((await undoDeposit(order)).status).toBe(200);
    for (const { id } of server.sandbox.account.refunds().filter((each) => each.payment_intent === intentId))
      await server.sandbox.delayedChangeControl.settle(id);
    bench.reset();
    await readMissedEvents(server.context);
    expect(await repairFailedRefund(order)).toMatchObject({ status: 409, body: { code: 'CHARGE_DISPUTED' } });
    expect(await sumPostingsOfOrder(server, order.bookingId)).toMatchObject({ refund: -50_001 });
  });

  it('in part, or not at all, is not undone', async () => {
    const order = await makeForfeitedReservation();
    expect(await undoDeposit(order)).toMatchObject({ status: 409, body: { code: 'ILLEGAL_TRANSITION' } });
    await setDisputeStatus(order, 'lost', 49_999n);
    expect(await undoDeposit(order)).toMatchObject({ status: 409, body: { code: 'CHARGE_DISPUTED' } });
  });
});

describe('a forfeited part of a deposit whose dispute is won', () => {
  it('stays the money of the seller', async () => {
    const order = await makeForfeitedReservation();
    await bench.runPayments();
    await setDisputeStatus(order, 'needs_response');
    await setDisputeStatus(order, 'won');
    expect(await undoDeposit(order)).toMatchObject({ status: 409, body: { code: 'ILLEGAL_TRANSITION' } });
    await payOutSale(order);
    expect(await readSellerPayment(server, order.bookingId)).toMatchObject({ sale: 'paid-out', payouts: ['paid'] });
    expect(await sumPostingsOfOrder(server, order.bookingId)).toEqual({});
  });
});
