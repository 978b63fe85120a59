import type { BookingId } from '@carhouse/domain/booking/booking';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { handleEvent } from '../payments/handle-event.ts';
import { call, makeUser } from '../testing/builders.ts';
import { confirmSale, makeConfirmedSale, readSellerPayment, sumPostingsOfOrder } from '../testing/confirmed-sale.ts';
import { disputedCard, loseDisputes } from '../testing/lost-dispute.ts';
import { type PaidOrder, payOrder } from '../testing/paid-order.ts';
import { openPayoutBench, type PayoutBench } from '../testing/payout-bench.ts';
import { makePaidSeller, type PaidSeller } from '../testing/payout-seller.ts';
import type { TestServer } from '../testing/test-server.ts';
import { startTransfer } from './start-transfer.ts';

let bench: PayoutBench;
let server: TestServer;
let seller: PaidSeller;

beforeAll(async () => {
  bench = await openPayoutBench();
  ({ server, seller } = bench);
});
afterEach(() => bench.reset());
afterAll(() => bench.close());

const listMailKinds = async (order: PaidOrder): Promise<string[]> => {
  const { rows } = await server.context.pool.query<{ kind: string }>(
    "SELECT kind FROM outbox WHERE booking_id = $1 AND kind IN ('transferred', 'paid-out', 'payout-returned') ORDER BY 1",
    [order.bookingId],
  );
  return rows.map(({ kind }) => kind);
};

describe('a confirmed sale', () => {
  it('is transferred with its charge as the source, and paid out to the bank', async () => {
    const order = await makeConfirmedSale(server, seller);
    await bench.runPayments();
    expect(await readSellerPayment(server, order.bookingId)).toEqual({
      sale: 'transferred',
      transfers: ['made'],
      payouts: [],
    });
    const charge = server.sandbox.account.charges().find((each) => each.payment_intent === order.intentId);
    expect(bench.listTransfers(order)).toMatchObject([
      { amount: 100_000, destination: seller.providerAccountId, source_transaction: charge?.id },
    ]);
    await bench.runPayments();
    expect(await readSellerPayment(server, order.bookingId)).toMatchObject({ payouts: ['under-way'] });
    expect(await sumPostingsOfOrder(server, order.bookingId)).toEqual({ payout: 100_000, seller_payable: -100_000 });
    await bench.advancePayout(order, 2);
    expect(await readSellerPayment(server, order.bookingId)).toEqual({
      sale: 'paid-out',
      transfers: ['made'],
      payouts: ['paid'],
    });
    expect(await sumPostingsOfOrder(server, order.bookingId)).toEqual({});
    expect(await listMailKinds(order)).toEqual(['paid-out', 'transferred']);
    await bench.runPayments();
    expect([bench.listTransfers(order).length, bench.listPayouts(order).length]).toEqual([1, 1]);
  });

  it('waits while its seller has no account, is suspended, or the bank of the buyer disputes the charge', async () => {
    const unpayableSeller = await makeUser(server, 'Seller');
    const unpaidOrder = await makeConfirmedSale(server, unpayableSeller);
    const sellerToSuspend = await makePaidSeller(server);
    const waitingOrder = await makeConfirmedSale(server, sellerToSuspend);
    const reasonBody = { reason: 'To be looked into' };
    await call(server, bench.admin, 'POST', `/api/v1/accounts/${sellerToSuspend.id}/suspension`, reasonBody);
    await bench.runPayments();
    for (const order of [unpaidOrder, waitingOrder])
      expect(await readSellerPayment(server, order.bookingId)).toMatchObject({ sale: 'confirmed', transfers: [] });
  });

  it('is transferred once, whatever several servers do at one moment', async () => {
    const orders = [await makeConfirmedSale(server, seller), await makeConfirmedSale(server, seller)];
    await Promise.all([bench.runPayments(), bench.runPayments(), bench.runPayments()]);
    await Promise.all([bench.runPayments(), bench.runPayments(), bench.runPayments()]);
    for (const order of orders) {
      expect([bench.listTransfers(order).length, bench.listPayouts(order).length]).toEqual([1, 1]);
      expect(await readSellerPayment(server, order.bookingId)).toMatchObject({ payouts: ['under-way'] });
    }
  });
});

describe('a failure whose outcome is unknown', () => {
  it.each(['truncated', '500', 'rst_after_create'] as const)('of a transfer (%s) does not pay twice', async (kind) => {
    const order = await makeConfirmedSale(server, seller);
    server.sandbox.faults.addApiFault({ kind, on: /POST \/v1\/transfers$/, times: 5 });
    await bench.runPayments();
    expect(await readSellerPayment(server, order.bookingId)).toMatchObject({
      sale: 'confirmed',
      transfers: ['sending'],
    });
    server.sandbox.faults.clear();
    // The provider forgets the key after a day, so only its list of transfers shows whether it has made the transfer.
    server.sandbox.forgetKeys();
    bench.advanceClock(25 * 60);
    await bench.runPayments();
    expect(await readSellerPayment(server, order.bookingId)).toMatchObject({
      sale: 'transferred',
      transfers: ['made'],
    });
    expect(bench.listTransfers(order)).toHaveLength(1);
  });

  it.each(['truncated', '500', 'rst_after_create'] as const)('of a payout (%s) does not pay twice', async (kind) => {
    const order = await makeConfirmedSale(server, seller);
    await bench.runPayments();
    server.sandbox.faults.addApiFault({ kind, on: /POST \/v1\/payouts$/, times: 5 });
    await bench.runPayments();
    expect(await readSellerPayment(server, order.bookingId)).toMatchObject({ payouts: ['sending'] });
    server.sandbox.faults.clear();
    server.sandbox.forgetKeys();
    bench.advanceClock(25 * 60);
    await bench.runPayments();
    expect(await readSellerPayment(server, order.bookingId)).toMatchObject({ payouts: ['under-way'] });
    expect(bench.listPayouts(order)).toHaveLength(1);
  });
});

describe('a payout that comes back', () => {
  it('before it arrives is sent again after the seller has changed their bank account', async () => {
    const owner = await makePaidSeller(server, '111111113');
    const order = await makeConfirmedSale(server, owner);
    await bench.runPayments();
    await bench.runPayments();
    await bench.advancePayout(order, 2);
    expect(await readSellerPayment(server, order.bookingId)).toMatchObject({
      sale: 'transferred',
      payouts: ['failed'],
    });
    expect(await listMailKinds(order)).toEqual(['payout-returned', 'transferred']);
    expect(await sumPostingsOfOrder(server, order.bookingId)).toEqual({
      seller_account: 100_000,
      seller_payable: -100_000,
    });
    bench.advanceClock(25 * 60);
    await bench.runPayments();
    expect(bench.listPayouts(order)).toHaveLength(1);
  });

  it('after it was paid reads as owed again, and not as settled', async () => {
    const owner = await makePaidSeller(server, '555555551');
    const order = await makeConfirmedSale(server, owner);
    await bench.runPayments();
    await bench.runPayments();
    await bench.advancePayout(order, 2);
    expect(await readSellerPayment(server, order.bookingId)).toMatchObject({ sale: 'paid-out', payouts: ['paid'] });
    await server.sandbox.delayedChangeControl.settle(bench.listPayouts(order)[0]?.id);
    bench.advanceClock(26 * 60);
    await bench.runPayments();
    expect(await readSellerPayment(server, order.bookingId)).toMatchObject({
      sale: 'transferred',
      payouts: ['returned'],
    });
    expect(await sumPostingsOfOrder(server, order.bookingId)).toEqual({
      seller_account: 100_000,
      seller_payable: -100_000,
    });
  });
});

describe('a charge that the bank of the buyer disputes', () => {
  it('is not transferred, and does not freeze a sale whose transfer has begun', async () => {
    const order = await makeConfirmedSale(server, seller);
    await server.context.pool.query(
      `INSERT INTO dispute (id, intent_id, kind, reason, provider_status, open, created_at, updated_at, amount_cents)
       VALUES ($1, $2, 'dispute', 'fraudulent', 'needs_response', true, now(), now(), 100000)`,
      [`dp_${order.bookingId}`, order.intentId],
    );
    await bench.runPayments();
    await startTransfer(server.context, order.bookingId as BookingId);
    expect(await readSellerPayment(server, order.bookingId)).toMatchObject({ sale: 'confirmed', transfers: [] });
    await server.context.pool.query('DELETE FROM dispute WHERE intent_id = $1', [order.intentId]);
    await bench.runPayments();
    expect(await readSellerPayment(server, order.bookingId)).toMatchObject({ sale: 'transferred' });
  });

  it('is transferred after an admin has decided about the lost dispute, also when the provider refuses the first try', async () => {
    const order = await payOrder(server, seller, { number: disputedCard, car: { dollars: 1_000 } });
    await confirmSale(server, seller, order);
    await loseDisputes(server, order.intentId);
    const decisionBody = { outcome: 'released', reason: 'Car House bears the loss.' };
    const path = `/api/v1/orders/${order.bookingId}/complaint/decision`;
    expect((await call(server, bench.admin, 'POST', path, decisionBody)).status).toBe(200);
    const createTransferSpy = vi
      .spyOn(server.context.payoutProvider, 'createTransfer')
      .mockResolvedValue({ kind: 'refused', reason: 'insufficient-balance', message: '' });
    await bench.runPayments();
    createTransferSpy.mockRestore();
    expect(await readSellerPayment(server, order.bookingId)).toMatchObject({
      sale: 'confirmed',
      transfers: ['refused'],
    });
    bench.advanceClock(11);
    await bench.runPayments();
    expect(await readSellerPayment(server, order.bookingId)).toMatchObject({ sale: 'transferred' });
  });
});

describe('a charge that was refunded at the provider meanwhile', () => {
  it('is not transferred', async () => {
    const order = await makeConfirmedSale(server, seller);
    await server.context.cardProvider.refundIntent({
      intentId: order.intentId,
      idempotencyKey: order.intentId,
      partAmount: null,
    });
    await bench.runPayments();
    expect(await readSellerPayment(server, order.bookingId)).toMatchObject({ sale: 'confirmed', transfers: [] });
    expect((await bench.refund(order)).status).toBe(200);
  });
});

describe('events of payouts', () => {
  it('make the server ask the provider, and are not believed', async () => {
    const order = await makeConfirmedSale(server, seller);
    await bench.runPayments();
    await bench.runPayments();
    const [payout] = bench.listPayouts(order);
    const event = {
      type: 'payout.paid',
      intentId: null,
      objectId: payout?.id ?? '',
      accountId: seller.providerAccountId,
    };
    await handleEvent(server.context, event);
    expect(await readSellerPayment(server, order.bookingId)).toMatchObject({ payouts: ['under-way'] });
    for (let step = 0; step < 2; step += 1) await server.sandbox.delayedChangeControl.settle(payout?.id);
    await Promise.all([1, 2, 3].map(() => handleEvent(server.context, event)));
    expect(await readSellerPayment(server, order.bookingId)).toMatchObject({ sale: 'paid-out', payouts: ['paid'] });
    await handleEvent(server.context, { ...event, objectId: 'po_of_nobody' });
  });
});

describe('a sale that is not confirmed', () => {
  it('is not transferred', async () => {
    const order = await payOrder(server, seller, { car: { dollars: 1_000 } });
    await bench.runPayments();
    expect(await readSellerPayment(server, order.bookingId)).toEqual({ sale: 'paid', transfers: [], payouts: [] });
  });
});
