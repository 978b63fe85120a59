import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { call } from '../testing/builders.ts';
import { makeConfirmedSale, readSellerPayment, sumPostingsOfOrder } from '../testing/confirmed-sale.ts';
import { openPayoutBench, type PayoutBench } from '../testing/payout-bench.ts';
import { makePaidSeller, type PaidSeller } from '../testing/payout-seller.ts';
import { makeConfirmedSaleInParts, type OrderInParts } from '../testing/price-parts.ts';
import { assertAudits } from '../testing/run-audits.ts';
import type { TestServer } from '../testing/test-server.ts';

let bench: PayoutBench;
let server: TestServer;
let seller: PaidSeller;

beforeAll(async () => {
  bench = await openPayoutBench();
  ({ server, seller } = bench);
});
afterEach(async () => {
  bench.reset();
  await assertAudits(server.context.pool);
});
afterAll(() => bench.close());

const parts = [1_000, 2_000, 3_000];
const listTransfers = ({ bookingId }: OrderInParts) =>
  server.sandbox.account.transfers().filter(({ transfer_group: group }) => group === bookingId);
const listPayouts = ({ bookingId }: OrderInParts) =>
  server.sandbox.account.payouts().filter(({ metadata }) => metadata.booking_id === bookingId);
const listRefunds = async ({ bookingId }: OrderInParts): Promise<number[]> => {
  const { rows } = await server.context.pool.query('SELECT intent_id FROM payment WHERE booking_id = $1', [bookingId]);
  const intents = new Set(rows.map((row) => row.intent_id));
  return server.sandbox.account.refunds().flatMap((each) => (intents.has(each.payment_intent) ? [each.amount] : []));
};
const refundOrder = async ({ bookingId }: OrderInParts) =>
  call(server, await bench.signInAgain(bench.admin), 'POST', `/api/v1/payments/${bookingId}/refund`, {
    reason: 'Not as described',
  });
/** Lets the provider pay some of the payouts of an order to the bank. */
async function advancePayouts(order: OrderInParts, start: number, end: number): Promise<void> {
  for (const { id } of listPayouts(order).slice(start, end)) {
    await server.sandbox.delayedChangeControl.settle(id);
    await server.sandbox.delayedChangeControl.settle(id);
  }
  bench.advanceClock(61);
  await bench.runPayments();
}

describe('a confirmed sale that was paid in parts', () => {
  it('is transferred from each charge, and paid out when every payout has arrived', async () => {
    const order = await makeConfirmedSaleInParts(server, seller, parts);
    await bench.runPayments();
    expect(await readSellerPayment(server, order.bookingId)).toEqual({
      sale: 'transferred',
      transfers: ['made', 'made', 'made'],
      payouts: [],
    });
    expect(
      listTransfers(order)
        .map(({ amount }) => amount)
        .sort((a, b) => a - b),
    ).toEqual([100_000, 200_000, 300_000]);
    expect(new Set(listTransfers(order).map((each) => each.source_transaction)).size).toBe(3);
    await bench.runPayments();
    expect(await readSellerPayment(server, order.bookingId)).toMatchObject({
      payouts: ['under-way', 'under-way', 'under-way'],
    });
    await advancePayouts(order, 0, 2);
    expect(await readSellerPayment(server, order.bookingId)).toMatchObject({
      sale: 'transferred',
      payouts: expect.arrayContaining(['paid', 'paid', 'under-way']),
    });
    await assertAudits(server.context.pool);
    await advancePayouts(order, 2, 3);
    expect(await readSellerPayment(server, order.bookingId)).toMatchObject({
      sale: 'paid-out',
      payouts: ['paid', 'paid', 'paid'],
    });
    expect(await sumPostingsOfOrder(server, order.bookingId)).toEqual({});
  });

  it('waits for a transfer whose answer was lost, and is then transferred once', async () => {
    const order = await makeConfirmedSaleInParts(server, seller, parts);
    server.sandbox.faults.addApiFault({ kind: 'truncated', on: /POST \/v1\/transfers$/, times: 1 });
    await bench.runPayments();
    server.sandbox.faults.clear();
    server.sandbox.forgetKeys();
    bench.advanceClock(25 * 60);
    await bench.runPayments();
    await bench.runPayments();
    expect(await readSellerPayment(server, order.bookingId)).toMatchObject({
      sale: 'transferred',
      transfers: ['made', 'made', 'made'],
    });
    expect(listTransfers(order)).toHaveLength(3);
  });

  it('is refunded: every transfer is reversed before its charge goes back', async () => {
    const order = await makeConfirmedSaleInParts(server, seller, parts);
    await bench.runPayments();
    expect((await refundOrder(order)).status).toBe(200);
    expect(await readSellerPayment(server, order.bookingId)).toEqual({
      sale: 'refunded',
      transfers: ['reversed', 'reversed', 'reversed'],
      payouts: [],
    });
    expect((await listRefunds(order)).sort((a, b) => a - b)).toEqual([100_000, 200_000, 300_000]);
    expect(await sumPostingsOfOrder(server, order.bookingId)).toEqual({});
  });

  it('is refunded after a part of it is at the bank: that part is a debt, the others are reversed or follow', async () => {
    const owner = await makePaidSeller(server);
    const order = await makeConfirmedSaleInParts(server, owner, parts);
    await bench.runPayments();
    await bench.runPayments();
    await advancePayouts(order, 0, 1);
    expect((await refundOrder(order)).status).toBe(200);
    await advancePayouts(order, 1, 3);
    expect(await readSellerPayment(server, order.bookingId)).toMatchObject({
      sale: 'refunded',
      transfers: ['made', 'made', 'made'],
      payouts: ['paid', 'paid', 'paid'],
    });
    expect(await sumPostingsOfOrder(server, order.bookingId)).toEqual({
      provider_balance: -600_000,
      seller_debt: 600_000,
    });
    const next = await makeConfirmedSaleInParts(server, owner, [6_000, 1_000]);
    await bench.runPayments();
    expect(listTransfers(next).map(({ amount }) => amount)).toEqual([100_000]);
    expect(await readSellerPayment(server, next.bookingId)).toMatchObject({ sale: 'transferred' });
  });

  it('is refunded, and its bank returns one part that is a debt and one that another sale has paid', async () => {
    const owner = await makePaidSeller(server, '555555551');
    const order = await makeConfirmedSaleInParts(server, owner, parts);
    await bench.runPayments();
    await bench.runPayments();
    await advancePayouts(order, 0, 3);
    await refundOrder(order);
    await makeConfirmedSale(server, await bench.signInAgain(owner), 1_500);
    await bench.runPayments();
    const returnPayout = async (cents: number): Promise<void> => {
      await server.sandbox.delayedChangeControl.settle(listPayouts(order).find(({ amount }) => amount === cents)?.id);
      bench.advanceClock(26 * 60);
      await bench.runPayments();
      await bench.runPayments();
    };
    await returnPayout(300_000);
    await assertAudits(server.context.pool);
    expect(await sumPostingsOfOrder(server, order.bookingId)).toEqual({
      provider_balance: -300_000,
      seller_debt: 300_000,
    });
    // The remaining debt is $1,500, which is less than this part of the share, so $500 go to the seller.
    await returnPayout(200_000);
    const transferAmounts = listTransfers(order).map(({ amount, amount_reversed: back }) => [amount, back]);
    expect(transferAmounts).toEqual(
      expect.arrayContaining([
        [300_000, 300_000],
        [200_000, 150_000],
      ]),
    );
    expect(await sumPostingsOfOrder(server, order.bookingId)).toMatchObject({
      provider_balance: -150_000,
      seller_debt: 150_000,
    });
    await assertAudits(server.context.pool);
  });

  it('is sent again in the part that the bank has returned', async () => {
    // The sandbox returns the payouts to this bank account after they were paid.
    const owner = await makePaidSeller(server, '555555551');
    const order = await makeConfirmedSaleInParts(server, owner, parts);
    await bench.runPayments();
    await bench.runPayments();
    await advancePayouts(order, 0, 3);
    expect(await readSellerPayment(server, order.bookingId)).toMatchObject({ sale: 'paid-out' });
    await server.sandbox.delayedChangeControl.settle(listPayouts(order)[0]?.id);
    bench.advanceClock(26 * 60);
    await bench.runPayments();
    const statesAfterReturn = await readSellerPayment(server, order.bookingId);
    expect(statesAfterReturn.sale).toBe('transferred');
    expect([...statesAfterReturn.payouts].sort((a, b) => a.localeCompare(b))).toEqual(['paid', 'paid', 'returned']);
  });
});
