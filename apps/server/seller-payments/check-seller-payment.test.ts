import { type Cents, cents } from '@carhouse/domain/money/money';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { handleEvent } from '../payments/handle-event.ts';
import { readMissedEvents } from '../payments/read-missed-events.ts';
import { recordDispute } from '../payments/record-dispute.ts';
import { call } from '../testing/builders.ts';
import { makeConfirmedSale, readSellerPayment, sumPostingsOfOrder } from '../testing/confirmed-sale.ts';
import { type PaidOrder, payOrder } from '../testing/paid-order.ts';
import { openPayoutBench, type PayoutBench } from '../testing/payout-bench.ts';
import { makePaidSeller, openPayoutForm, type PaidSeller, sendPayoutForm } from '../testing/payout-seller.ts';
import { proveByApp } from '../testing/second-step.ts';
import type { TestServer } from '../testing/test-server.ts';

let bench: PayoutBench;
let server: TestServer;
let seller: PaidSeller;

beforeAll(async () => {
  bench = await openPayoutBench();
  ({ server } = bench);
});
beforeEach(async () => {
  seller = await makePaidSeller(server);
});
afterEach(() => {
  vi.restoreAllMocks();
  bench.reset();
});
afterAll(() => bench.close());

/** Makes a confirmed sale of $1,000 that was paid with this card. */
async function makeConfirmedSaleWithCard(number: string): Promise<PaidOrder> {
  const order = await payOrder(server, seller, { number, car: { dollars: 1_000 } });
  const url = `/api/v1/orders/${order.bookingId}`;
  for (const step of ['transferred', 'handed-over']) await call(server, seller, 'POST', `${url}/steps`, { step });
  await call(server, order.buyer, 'POST', `${url}/confirmation`, {});
  return order;
}

/** Runs the reconciliation. @returns the ids of the open discrepancies of this kind, by their subjects. */
async function listOpenDiscrepancies(kind: string): Promise<ReadonlyMap<string, string>> {
  const admin = await bench.signInAgain(bench.admin);
  expect((await call(server, admin, 'POST', '/api/v1/reconciliation/runs', {})).status).toBe(200);
  const { body } = await call(server, admin, 'GET', '/api/v1/reconciliation?state=open');
  const findings = body.findings as { id: string; kind: string; subject: string }[];
  return new Map(findings.filter((each) => each.kind === kind).map(({ subject, id }) => [subject, id]));
}

/** Requests a repair several times at one moment. @returns the statuses. */
async function repair(id: string | undefined, callCount: number): Promise<readonly number[]> {
  bench.advanceClock(1);
  const admin = await bench.signInAgain(bench.admin);
  const url = `/api/v1/reconciliation/findings/${id}/repair`;
  const answers = await Promise.all(Array.from({ length: callCount }, () => call(server, admin, 'POST', url, {})));
  return answers.map(({ status }) => status);
}

describe('a share', () => {
  it.each([
    ['nothing', 1_000, []],
    ['one cent', 999.99, [1]],
  ])('of %s ends its sale, and a refund undoes that', async (_caseName, fixed, payouts) => {
    const rule = { isEnd: false, basisPoints: 0, fixed, cap: null, gstBasisPoints: 0, seller: seller.id };
    expect((await call(server, bench.admin, 'POST', '/api/v1/fee-rules', rule)).status).toBe(200);
    const order = await makeConfirmedSale(server, seller);
    await bench.runPayments();
    await bench.runPayments();
    if (payouts.length > 0) await bench.advancePayout(order, 2);
    expect(await readSellerPayment(server, order.bookingId)).toMatchObject({ sale: 'paid-out' });
    expect(bench.listPayouts(order).map(({ amount }) => amount)).toEqual(payouts);
    expect((await bench.refund(order)).body).toMatchObject({ state: 'succeeded' });
    const [owed = 0] = payouts;
    expect(await sumPostingsOfOrder(server, order.bookingId)).toEqual(
      owed === 0 ? {} : { provider_balance: -owed, seller_debt: owed },
    );
  });
});

describe('a payout', () => {
  it('is sent again once, when admins repair it at one moment', async () => {
    seller = await makePaidSeller(server, '111111116');
    const order = await makeConfirmedSale(server, seller);
    await bench.runPayments();
    await bench.runPayments();
    await bench.advancePayout(order, 2);
    const discrepancyId = (await listOpenDiscrepancies('payout-returned')).get(order.bookingId);
    const { token } = await bench.signInAgain(seller);
    const sellerWithProof = { ...seller, token: await proveByApp(server, seller.email, token) };
    await sendPayoutForm(server, await openPayoutForm(server, sellerWithProof), 'fill', {
      account_number: '000123456',
    });
    expect(await repair(discrepancyId, 3)).toEqual([200, 200, 200]);
    expect(await readSellerPayment(server, order.bookingId)).toMatchObject({ payouts: ['failed', 'under-way'] });
    expect(bench.listPayouts(order)).toHaveLength(2);
  });

  it('is not changed by an event that names another account', async () => {
    const order = await makeConfirmedSale(server, seller);
    await bench.runPayments();
    await bench.runPayments();
    const { providerAccountId: accountId } = await makePaidSeller(server);
    const objectId = bench.listPayouts(order)[0]?.id ?? '';
    for (const type of ['payout.failed', 'payout.paid', 'payout.canceled'])
      await handleEvent(server.context, { type, intentId: null, objectId, accountId });
    expect(await readSellerPayment(server, order.bookingId)).toMatchObject({ payouts: ['under-way'] });
  });

  it('reaches a seller whose account was deleted after the transfer', async () => {
    const order = await makeConfirmedSale(server, seller);
    await bench.runPayments();
    expect((await call(server, bench.admin, 'DELETE', `/api/seller/${seller.id}`)).status).toBe(200);
    await bench.runPayments();
    await bench.advancePayout(order, 2);
    expect(await readSellerPayment(server, order.bookingId)).toMatchObject({ sale: 'paid-out', payouts: ['paid'] });
  });
});

describe('a refund of a sale that is transferred', () => {
  it('and that the bank of the buyer returns is sent again, and leaves the books even', async () => {
    const order = await makeConfirmedSaleWithCard('4000 0000 0000 5126');
    await bench.runPayments();
    await bench.refund(order);
    for (const { id } of bench.listRefunds(order)) await server.sandbox.delayedChangeControl.settle(id);
    await readMissedEvents(server.context);
    expect(await sumPostingsOfOrder(server, order.bookingId)).toEqual({ provider_balance: 100_000, refund: -100_000 });
    const discrepancyId = (await listOpenDiscrepancies('refund-failed')).get(order.intentId);
    expect(await repair(discrepancyId, 2)).toEqual([200, 200]);
    expect(bench.listRefunds(order).map(({ status }) => status)).toEqual(['failed', 'succeeded']);
    expect(bench.listTransfers(order)).toMatchObject([{ amount_reversed: 100_000 }]);
  });

  /** Makes the provider report the dispute of this order as lost. @returns its id. */
  function loseDispute(order: PaidOrder, change: { readonly amount?: Cents } = {}): string {
    const { cardProvider } = server.context;
    const { findDispute } = cardProvider;
    vi.spyOn(cardProvider, 'findDispute').mockImplementation(async (id, kind) => {
      const realDispute = await findDispute(id, kind);
      return realDispute && { ...realDispute, ...change, status: 'lost', open: false };
    });
    return server.sandbox.account.disputes().find((each) => each.payment_intent === order.intentId)?.id ?? '';
  }

  it('and that the provider refuses because of a dispute is void after the dispute is lost', async () => {
    const order = await makeConfirmedSaleWithCard('4000 0000 0000 0259');
    await bench.runPayments();
    expect((await bench.refund(order)).body).toMatchObject({ state: 'failed' });
    await recordDispute(server.context, loseDispute(order), 'dispute');
    const discrepancyId = (await listOpenDiscrepancies('refund-failed')).get(order.intentId);
    expect(await repair(discrepancyId, 2)).toEqual([200, 200]);
    expect(bench.listTransfers(order)).toMatchObject([{ amount_reversed: 100_000 }]);
    const { provider_fee: fee = 0, ...books } = await sumPostingsOfOrder(server, order.bookingId);
    expect(books).toEqual(fee === 0 ? {} : { provider_balance: -fee });
  });

  it('stays due when the lost dispute took back only a part of it', async () => {
    const order = await makeConfirmedSaleWithCard('4000 0000 0000 0259');
    await bench.runPayments();
    expect((await bench.refund(order)).body).toMatchObject({ state: 'failed' });
    await recordDispute(server.context, loseDispute(order, { amount: cents(20_000) }), 'dispute');
    const discrepancyId = (await listOpenDiscrepancies('refund-failed')).get(order.intentId);
    expect(await repair(discrepancyId, 2)).toEqual([409, 409]);
    expect(await sumPostingsOfOrder(server, order.bookingId)).toMatchObject({ refund: -100_000 });
  });
});
