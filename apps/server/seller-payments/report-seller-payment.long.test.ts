import { cents } from '@carhouse/domain/money/money';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { reconcilePayments } from '../payments/reconcile-payments.ts';
import { recordDispute } from '../payments/record-dispute.ts';
import { call } from '../testing/builders.ts';
import { makeConfirmedSale, readSellerPayment } from '../testing/confirmed-sale.ts';
import { type PaidOrder, payOrder } from '../testing/paid-order.ts';
import { openPayoutBench, type PayoutBench } from '../testing/payout-bench.ts';
import { makePaidSeller, type PaidSeller } from '../testing/payout-seller.ts';
import type { TestServer } from '../testing/test-server.ts';

let bench: PayoutBench;
let server: TestServer;
let seller: PaidSeller;

const monthMinutes = 30 * 24 * 60;

// A fault that outlasts its test would disturb the next test, so each test has a server of its own.
beforeEach(async () => {
  bench = await openPayoutBench();
  ({ server, seller } = bench);
});
afterEach(async () => {
  vi.restoreAllMocks();
  await bench.close();
});

/** The kinds of the open discrepancies about an order, after the reconciliation has run. */
async function listDiscrepancyKinds({ bookingId }: PaidOrder): Promise<readonly string[]> {
  const admin = await bench.signInAgain(bench.admin);
  await call(server, admin, 'POST', '/api/v1/reconciliation/runs', {});
  const { body } = await call(server, admin, 'GET', '/api/v1/reconciliation?state=open');
  const findings = body.findings as { kind: string; subject: string; evidence: object }[];
  return findings.filter((each) => JSON.stringify(each).includes(bookingId)).map(({ kind }) => kind);
}

/** Sends the money of the seller's account to their bank, as an operator does in the provider's dashboard. */
const payOutInDashboard = (amount: number) =>
  server.context.payoutProvider.createPayout({
    accountId: seller.providerAccountId,
    amount: cents(amount),
    currency: 'sgd',
    bookingId: 'by-hand',
    idempotencyKey: 'by-hand',
  });

describe('money that does not move for a month is reported', () => {
  it('when a transferred sale is not paid out', async () => {
    const order = await makeConfirmedSale(server, seller);
    await bench.runPayments();
    await payOutInDashboard(100_000);
    bench.advanceClock(monthMinutes);
    await bench.runPayments();
    expect(await listDiscrepancyKinds(order)).not.toEqual([]);
  });

  it('when a payout does not arrive', async () => {
    seller = await makePaidSeller(server, '666666662');
    const order = await makeConfirmedSale(server, seller);
    await bench.runPayments();
    await bench.runPayments();
    bench.advanceClock(monthMinutes);
    await bench.runPayments();
    expect(await listDiscrepancyKinds(order)).not.toEqual([]);
  });

  it('when the transfer of a refunded sale cannot be reversed', async () => {
    const order = await makeConfirmedSale(server, seller);
    await bench.runPayments();
    await payOutInDashboard(100_000);
    await bench.refund(order);
    bench.advanceClock(monthMinutes);
    await bench.runPayments();
    expect(await listDiscrepancyKinds(order)).not.toEqual([]);
  });
});

describe('a refund is sent', () => {
  it('although an operator has transferred a part of the share by hand', async () => {
    const order = await makeConfirmedSale(server, seller);
    const charge = server.sandbox.account.charges().find(({ payment_intent: intent }) => intent === order.intentId);
    await server.context.payoutProvider.createTransfer({
      accountId: seller.providerAccountId,
      amount: cents(40_000),
      currency: 'sgd',
      chargeId: charge?.id ?? '',
      group: order.bookingId,
      idempotencyKey: 'by-hand',
    });
    await bench.runPayments();
    await bench.refund(order);
    bench.advanceClock(11);
    await reconcilePayments(server.context);
    expect(bench.listRefunds(order)).toHaveLength(1);
  });

  it('although the provider has closed the account of a payout whose outcome is unknown', async () => {
    const order = await makeConfirmedSale(server, seller);
    await bench.runPayments();
    server.sandbox.faults.addApiFault({ kind: '500', on: /POST \/v1\/payouts$/, times: 3 });
    await bench.runPayments();
    server.sandbox.faults.clear();
    const { payoutProvider } = server.context;
    const { listPayouts, createPayout } = payoutProvider;
    const accountId = 'acct_closed';
    vi.spyOn(payoutProvider, 'listPayouts').mockImplementation((_id, place) => listPayouts(accountId, place));
    vi.spyOn(payoutProvider, 'createPayout').mockImplementation((payoutInput) =>
      createPayout({ ...payoutInput, accountId }),
    );
    await bench.refund(order);
    bench.advanceClock(11);
    await reconcilePayments(server.context);
    expect(bench.listRefunds(order)).toHaveLength(1);
  });
});

describe('a seller', () => {
  it('is paid although three older sales cannot be read', async () => {
    const brokenOrders = [];
    for (let count = 0; count < 3; count += 1) brokenOrders.push(await makeConfirmedSale(server, seller));
    const order = await makeConfirmedSale(server, seller);
    for (const { intentId } of brokenOrders)
      server.sandbox.faults.addApiFault({ kind: 'wrong_shape', on: new RegExp(`GET /v1/payment_intents/${intentId}`) });
    for (let run = 0; run < 5; run += 1) {
      bench.advanceClock(11);
      await bench.runPayments();
    }
    expect(await readSellerPayment(server, order.bookingId)).toMatchObject({ sale: 'transferred' });
  });

  it('who is suspended after a transfer is not paid out', async () => {
    const order = await makeConfirmedSale(server, seller);
    await bench.runPayments();
    const reasonBody = { reason: 'To be looked into' };
    await call(server, bench.admin, 'POST', `/api/v1/accounts/${seller.id}/suspension`, reasonBody);
    await bench.runPayments();
    expect(bench.listPayouts(order)).toEqual([]);
  });
});

describe('a payout that arrives late', () => {
  it('is watched for a return as long as another one', async () => {
    seller = await makePaidSeller(server, '555555551');
    const order = await makeConfirmedSale(server, seller);
    await bench.runPayments();
    await bench.runPayments();
    bench.advanceClock(15 * 24 * 60);
    await bench.advancePayout(order, 2);
    await server.sandbox.delayedChangeControl.settle(bench.listPayouts(order)[0]?.id);
    bench.advanceClock(26 * 60);
    await bench.runPayments();
    expect(await readSellerPayment(server, order.bookingId)).toMatchObject({ payouts: ['returned'] });
  });
});

describe('a sale whose dispute is lost', () => {
  it('is paid to its seller when an admin releases it', async () => {
    const order = await payOrder(server, seller, { number: '4000 0000 0000 0259', car: { dollars: 1_000 } });
    const id = server.sandbox.account.disputes().find((each) => each.payment_intent === order.intentId)?.id ?? '';
    await recordDispute(server.context, id, 'dispute');
    const { cardProvider } = server.context;
    const { findDispute } = cardProvider;
    vi.spyOn(cardProvider, 'findDispute').mockImplementation(async (disputeId, kind) => {
      const realDispute = await findDispute(disputeId, kind);
      return realDispute && { ...realDispute, status: 'lost', open: false };
    });
    await recordDispute(server.context, id, 'dispute');
    const decision = { outcome: 'released', reason: 'The seller has handed the car over.' };
    bench.advanceClock(1);
    const admin = await bench.signInAgain(bench.admin);
    await call(server, admin, 'POST', `/api/v1/orders/${order.bookingId}/complaint/decision`, decision);
    await bench.runPayments();
    expect(['transferred', 'paid-out', 'refunded']).toContain((await readSellerPayment(server, order.bookingId)).sale);
  });
});
