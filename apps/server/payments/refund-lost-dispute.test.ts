import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Answer, call, makeUser } from '../testing/builders.ts';
import { confirmSale, readSellerPayment, sumPostingsOfOrder } from '../testing/confirmed-sale.ts';
import { disputedCard, loseDisputes, recordDisputesOf } from '../testing/lost-dispute.ts';
import { type PaidOrder, payOrder } from '../testing/paid-order.ts';
import { openPayoutBench, type PayoutBench } from '../testing/payout-bench.ts';
import { makePaidSeller } from '../testing/payout-seller.ts';
import { makeOrderInParts, payPartByCard, readPartStates } from '../testing/price-parts.ts';
import type { TestServer } from '../testing/test-server.ts';
import { reconcilePayments } from './reconcile-payments.ts';

let bench: PayoutBench;
let server: TestServer;

beforeAll(async () => {
  bench = await openPayoutBench();
  ({ server } = bench);
});
afterEach(() => bench.reset());
afterAll(() => bench.close());

const makeDisputedOrder = (): Promise<PaidOrder> =>
  payOrder(server, bench.seller, { number: disputedCard, car: { dollars: 1_000 } });
const readOrder = async (bookingId: string): Promise<Answer> =>
  call(server, bench.admin, 'GET', `/api/v1/orders/${bookingId}`);
const sumMoneyWithoutFees = async (bookingId: string): Promise<Record<string, number>> => {
  const { provider_fee: fee = 0, provider_balance: balance = 0, ...sums } = await sumPostingsOfOrder(server, bookingId);
  return balance + fee === 0 ? sums : { ...sums, provider_balance: balance + fee };
};
async function listMails(bookingId: string): Promise<{ kind: string; recipient_id: string }[]> {
  const { rows } = await server.context.pool.query<{ kind: string; recipient_id: string }>(
    "SELECT kind, recipient_id FROM outbox WHERE booking_id = $1 AND kind IN ('refunded', 'charged-back')",
    [bookingId],
  );
  return rows;
}

describe('a frozen sale whose dispute is lost', () => {
  it('is undone by an admin without a refund, and both sides are told', async () => {
    const order = await makeDisputedOrder();
    await recordDisputesOf(server, order.intentId);
    expect((await readOrder(order.bookingId)).body).toMatchObject({
      sale: { state: 'frozen', disputed: true, takenBack: false },
    });
    expect(await bench.refund(order)).toMatchObject({ status: 409, body: { code: 'CHARGE_DISPUTED' } });
    await loseDisputes(server, order.intentId);
    expect((await readOrder(order.bookingId)).body).toMatchObject({ sale: { state: 'frozen', takenBack: true } });
    expect(await bench.refund(order)).toMatchObject({ status: 200, body: { state: 'void', amount: 1_000 } });
    expect((await readOrder(order.bookingId)).body).toMatchObject({
      state: 'refunded',
      refund: 'void',
      closeReason: 'Undone by Car House: Not as described',
      sale: { state: 'refunded', complaints: [{ ground: 'dispute', outcome: 'refunded' }] },
    });
    expect(bench.listRefunds(order)).toEqual([]);
    expect(await sumMoneyWithoutFees(order.bookingId)).toEqual({});
    const { rows } = await server.context.pool.query('SELECT status FROM listing WHERE id = $1', [order.car]);
    expect(rows).toEqual([{ status: 'withdrawn' }]);
    expect(await listMails(order.bookingId)).toEqual(
      expect.arrayContaining([
        { kind: 'charged-back', recipient_id: order.buyer.id },
        { kind: 'charged-back', recipient_id: bench.seller.id },
      ]),
    );
    await reconcilePayments(server.context);
    expect(await bench.refund(order)).toMatchObject({ status: 200, body: { state: 'void' } });
    expect(bench.listRefunds(order)).toEqual([]);
    expect(await listMails(order.bookingId)).toHaveLength(2);
  });

  it('is shown as such in the list of payments', async () => {
    const order = await makeDisputedOrder();
    await loseDisputes(server, order.intentId);
    const { body } = await call(server, bench.admin, 'GET', `/api/v1/payments?search=${order.intentId}`);
    expect(body).toMatchObject([{ takenBack: true, disputed: false }]);
    const undisputedOrder = await payOrder(server, bench.seller, { car: { dollars: 1_000 } });
    const undisputedAnswer = await call(
      server,
      bench.admin,
      'GET',
      `/api/v1/payments?search=${undisputedOrder.intentId}`,
    );
    expect(undisputedAnswer.body).toMatchObject([{ takenBack: false, disputed: false }]);
  });

  it('is undone once by two admins at one moment', async () => {
    const otherAdmin = await makeUser(server, 'admin');
    const order = await makeDisputedOrder();
    await loseDisputes(server, order.intentId);
    const path = `/api/v1/payments/${order.bookingId}/refund`;
    const answers = await Promise.all(
      [bench.admin, otherAdmin].map((caller) =>
        call(server, caller, 'POST', path, { reason: 'The bank has decided.' }),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    const { rows } = await server.context.pool.query(
      "SELECT cause FROM ledger_entry WHERE booking_id = $1 AND cause IN ('sale-undone', 'refund-due', 'refund-void') ORDER BY cause",
      [order.bookingId],
    );
    expect(rows).toEqual([{ cause: 'refund-due' }, { cause: 'refund-void' }, { cause: 'sale-undone' }]);
  });
});

describe('the sale of a lost dispute whose seller has been paid', () => {
  it('takes the transfer back', async () => {
    const order = await makeDisputedOrder();
    await confirmSale(server, bench.seller, order);
    await bench.runPayments();
    await loseDisputes(server, order.intentId);
    expect(await readSellerPayment(server, order.bookingId)).toMatchObject({ sale: 'transferred' });
    expect((await bench.refund(order)).body).toMatchObject({ state: 'void' });
    await bench.runPayments();
    expect(await readSellerPayment(server, order.bookingId)).toMatchObject({
      sale: 'refunded',
      transfers: ['reversed'],
    });
    expect(bench.listRefunds(order)).toEqual([]);
    expect(await sumMoneyWithoutFees(order.bookingId)).toEqual({});
  });

  it('makes a debt of what is at their bank', async () => {
    const owner = await makePaidSeller(server);
    const order = await payOrder(server, owner, { number: disputedCard, car: { dollars: 1_000 } });
    await confirmSale(server, owner, order);
    await bench.runPayments();
    await bench.runPayments();
    await bench.advancePayout(order, 2);
    await loseDisputes(server, order.intentId);
    expect((await bench.refund(order)).body).toMatchObject({ state: 'void' });
    expect(bench.listRefunds(order)).toEqual([]);
    expect(await sumMoneyWithoutFees(order.bookingId)).toEqual({ provider_balance: -100_000, seller_debt: 100_000 });
  });
});

describe('a sale that was paid in parts', () => {
  it('refunds the parts that no bank has taken back', async () => {
    const order = await makeOrderInParts(server, bench.seller, [600, 400]);
    await payPartByCard(server, order, disputedCard);
    await payPartByCard(server, order);
    const { rows } = await server.context.pool.query<{ intent_id: string }>(
      'SELECT intent_id FROM payment WHERE booking_id = $1 ORDER BY receipt_number',
      [order.bookingId],
    );
    const intents = rows.map((row) => row.intent_id);
    await loseDisputes(server, intents[0] ?? '');
    const reasonBody = { reason: 'The bank has decided.' };
    const undoneOrder = await call(
      server,
      bench.admin,
      'POST',
      `/api/v1/payments/${order.bookingId}/refund`,
      reasonBody,
    );
    expect(undoneOrder.status).toBe(200);
    const refunds = server.sandbox.account.refunds().filter((each) => intents.includes(each.payment_intent));
    expect(refunds).toMatchObject([{ payment_intent: intents[1], amount: 40_000 }]);
    expect(await readPartStates(server, order)).toEqual(['refunded', 'refunded']);
    expect(await sumMoneyWithoutFees(order.bookingId)).toEqual({});
  });
});
