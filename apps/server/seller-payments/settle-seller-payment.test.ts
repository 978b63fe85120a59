import { cents } from '@carhouse/domain/money/money';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { call } from '../testing/builders.ts';
import { makeConfirmedSale, readSellerPayment, sumPostingsOfOrder } from '../testing/confirmed-sale.ts';
import { type PaidOrder, payOrder } from '../testing/paid-order.ts';
import { openPayoutBench, type PayoutBench } from '../testing/payout-bench.ts';
import { makePaidSeller, type PaidSeller } from '../testing/payout-seller.ts';
import { assertAudits } from '../testing/run-audits.ts';
import type { TestServer } from '../testing/test-server.ts';

/**
 * These tests cover faults of payments to sellers: an operator's actions, a wrong clock, a lost answer and a wrong
 * answer.
 */

let bench: PayoutBench;
let server: TestServer;
let seller: PaidSeller;

beforeAll(async () => {
  bench = await openPayoutBench();
  ({ server } = bench);
});
afterEach(() => bench.reset());
afterAll(() => bench.close());
beforeEach(async () => {
  // A test leaves money behind in the account of its seller.
  seller = await makePaidSeller(server);
});

/** Moves money of the charge of an order to the seller, as an operator does in the provider's dashboard. */
async function transferInDashboard(order: PaidOrder, amount: number): Promise<string> {
  const charge = server.sandbox.account.charges().find(({ payment_intent: intent }) => intent === order.intentId);
  const answer = await server.context.payoutProvider.createTransfer({
    accountId: seller.providerAccountId,
    amount: cents(amount),
    currency: 'sgd',
    chargeId: charge?.id ?? '',
    group: order.bookingId,
    idempotencyKey: `by-hand-${order.bookingId}-${amount}`,
  });
  if (answer.kind !== 'succeeded') throw new Error(answer.message);
  return answer.transfer.transferId;
}

async function reverseInDashboard(transferId: string | undefined, amount: number): Promise<void> {
  const answer = await server.context.payoutProvider.reverseTransfer({
    transferId: transferId ?? '',
    amount: cents(amount),
    idempotencyKey: `by-hand-${transferId}-${amount}`,
  });
  expect(answer.kind).toBe('succeeded');
}

describe('a transfer that an operator has reversed at the provider', () => {
  it('in part does not stop the refund of its sale', async () => {
    const order = await makeConfirmedSale(server, seller);
    await bench.runPayments();
    await reverseInDashboard(bench.listTransfers(order)[0]?.id, 40_000);
    expect((await bench.refund(order)).status).toBe(200);
    expect(bench.listRefunds(order)).toHaveLength(1);
    expect(bench.listTransfers(order)).toMatchObject([{ amount_reversed: 100_000 }]);
    expect(await readSellerPayment(server, order.bookingId)).toMatchObject({ transfers: ['reversed'] });
    expect(await sumPostingsOfOrder(server, order.bookingId)).toEqual({});
  });

  it('is not paid out with the money of another sale', async () => {
    const [order, otherOrder] = [await makeConfirmedSale(server, seller), await makeConfirmedSale(server, seller)];
    await bench.runPayments();
    await reverseInDashboard(bench.listTransfers(order)[0]?.id, 100_000);
    await bench.runPayments();
    expect(bench.listPayouts(order)).toEqual([]);
    expect(bench.listPayouts(otherOrder)).toHaveLength(1);
    await bench.refund(order);
    expect(bench.listRefunds(order)).toHaveLength(1);
    expect(await sumPostingsOfOrder(server, order.bookingId)).toEqual({});
  });

  it('is not taken for the transfer whose answer was lost', async () => {
    const order = await makeConfirmedSale(server, seller);
    await reverseInDashboard(await transferInDashboard(order, 100_000), 100_000);
    server.sandbox.faults.addApiFault({ kind: '500', on: /POST \/v1\/transfers$/, times: 3 });
    await bench.runPayments();
    server.sandbox.faults.clear();
    bench.advanceClock(11);
    await bench.runPayments();
    expect(bench.listTransfers(order).filter(({ reversed }) => !reversed)).toHaveLength(1);
    expect(await readSellerPayment(server, order.bookingId)).toMatchObject({ sale: 'transferred' });
  });
});

describe('a transfer that the provider has and the database has not', () => {
  it('is not made again, as after an older state of the database was restored', async () => {
    const saleToRefund = await makeConfirmedSale(server, seller, 600);
    await bench.runPayments();
    await bench.runPayments();
    await bench.advancePayout(saleToRefund, 2);
    await bench.refund(saleToRefund);
    // The share of $1,000 pays the debt of $600. The charge is large enough for two transfers of the remaining share.
    const order = await makeConfirmedSale(server, await bench.signInAgain(seller));
    const madeTransferId = await transferInDashboard(order, 40_000);
    await bench.runPayments();
    await bench.runPayments();
    expect(bench.listTransfers(order).map(({ id }) => id)).toEqual([madeTransferId]);
    expect(bench.listPayouts(order)).toHaveLength(1);
  });

  it('and that has become the transfer of its sale is not taken back because of an old finding', async () => {
    const order = await payOrder(server, seller, { car: { dollars: 1_000 } });
    const transferId = await transferInDashboard(order, 100_000);
    bench.advanceClock(20);
    const admin = await bench.signInAgain(bench.admin);
    await call(server, admin, 'POST', '/api/v1/reconciliation/runs', {});
    const { body } = await call(server, admin, 'GET', '/api/v1/reconciliation?state=open');
    const discrepancyId = (body.findings as { id: string; subject: string }[]).find(
      ({ subject }) => subject === transferId,
    );
    const url = `/api/v1/orders/${order.bookingId}`;
    const owner = await bench.signInAgain(seller);
    for (const step of ['transferred', 'handed-over']) await call(server, owner, 'POST', `${url}/steps`, { step });
    await call(server, await bench.signInAgain(order.buyer), 'POST', `${url}/confirmation`, {});
    await bench.runPayments();
    expect(await readSellerPayment(server, order.bookingId)).toMatchObject({ sale: 'transferred' });
    const repairPath = `/api/v1/reconciliation/findings/${discrepancyId?.id}/repair`;
    expect(await call(server, admin, 'POST', repairPath, {})).toMatchObject({
      status: 200,
      body: { state: 'repaired' },
    });
    expect(bench.listTransfers(order)).toMatchObject([{ id: transferId, amount_reversed: 0 }]);
  });
});

describe('a payout', () => {
  it('is not made twice because the clock of a node is an hour ahead', async () => {
    const order = await makeConfirmedSale(server, seller);
    await bench.runPayments();
    bench.advanceClock(60);
    server.sandbox.faults.addApiFault({ kind: 'truncated', on: /POST \/v1\/payouts$/, times: 3 });
    await bench.runPayments();
    server.sandbox.faults.clear();
    expect(await readSellerPayment(server, order.bookingId)).toMatchObject({ payouts: ['sending'] });
    // The seller's account holds the money of another sale, and the provider has forgotten the key.
    await makeConfirmedSale(server, await bench.signInAgain(seller));
    await bench.runPayments();
    server.sandbox.forgetKeys();
    bench.advanceClock(25 * 60);
    await bench.runPayments();
    expect(await readSellerPayment(server, order.bookingId)).toMatchObject({ payouts: ['under-way'] });
    expect(bench.listPayouts(order)).toHaveLength(1);
  });

  it.each([
    ['amount', { kind: 'amount_tampered', by: -99_000 }],
    ['currency', { kind: 'wrong_currency', currency: 'usd' }],
    ['mode', { kind: 'livemode_true' }],
  ] as const)('is not recorded when the provider gives it another %s', async (_what, fault) => {
    const order = await makeConfirmedSale(server, seller);
    await bench.runPayments();
    server.sandbox.faults.addApiFault({ ...fault, on: /\/v1\/payouts/ });
    await bench.runPayments();
    expect(await readSellerPayment(server, order.bookingId)).toMatchObject({ payouts: ['sending'] });
    server.sandbox.faults.clear();
    bench.advanceClock(11);
    await bench.runPayments();
    expect(await readSellerPayment(server, order.bookingId)).toMatchObject({ payouts: ['under-way'] });
    expect(bench.listPayouts(order)).toHaveLength(1);
  });

  it('that has failed has no next step, although the account could not be read then', async () => {
    const owner = await makePaidSeller(server, '111111116');
    const order = await makeConfirmedSale(server, owner);
    await bench.runPayments();
    await bench.runPayments();
    server.sandbox.faults.addApiFault({ kind: '500', on: /GET \/v1\/accounts\// });
    await bench.advancePayout(order, 2);
    expect(await readSellerPayment(server, order.bookingId)).toMatchObject({ payouts: ['failed'] });
    const { rows } = await server.context.pool.query('SELECT next_step_at FROM payout WHERE booking_id = $1', [
      order.bookingId,
    ]);
    expect(rows).toEqual([{ next_step_at: null }]);
  });

  it('that is under way while its sale is refunded is no fault of the books', async () => {
    const owner = await makePaidSeller(server, '666666662');
    const order = await makeConfirmedSale(server, owner);
    await bench.runPayments();
    await bench.runPayments();
    await bench.refund(order);
    expect(await readSellerPayment(server, order.bookingId)).toMatchObject({ payouts: ['under-way'] });
    await assertAudits(server.context.pool);
    await bench.advancePayout(order, 2);
    await assertAudits(server.context.pool);
  });
});
