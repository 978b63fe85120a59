import { inTransaction } from '@carhouse/database/connection/transaction';
import { saveRefundState } from '@carhouse/database/payments/refunds';
import type { BookingId } from '@carhouse/domain/booking/booking';
import { type LedgerEntry, reversePostings } from '@carhouse/domain/ledger/ledger-entry';
import { makeVoidRefundEntry } from '@carhouse/domain/ledger/payment-entries';
import { centsFromDollars } from '@carhouse/domain/money/money';
import type { RefundState } from '@carhouse/domain/payment/payment';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { recordEntries } from '../ledger/record-entries.ts';
import { call, makeUser, type TestUser } from '../testing/builders.ts';
import { type PaidOrder, payOrder } from '../testing/paid-order.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

type ListedPayment = { _id: string; bookingId: string; amount: number; refund: object | null; buyerName: string };

let server: TestServer;
let admin: TestUser;
let orders: readonly PaidOrder[];

beforeAll(async () => {
  server = await startTestServer();
  admin = await makeUser(server, 'admin');
  const seller = await makeUser(server, 'Seller');
  orders = [await payOrder(server, seller), await payOrder(server, seller), await payOrder(server, seller)];
});
afterAll(() => server.close());

const readPayments = async (query = ''): Promise<ListedPayment[]> =>
  (await call(server, admin, 'GET', `/api/v1/payments${query}`)).body as unknown as ListedPayment[];

it('shows an admin every payment, newest first, page by page', async () => {
  expect((await readPayments()).map(({ _id }) => _id)).toEqual(orders.map(({ paymentId }) => paymentId).reverse());
  const firstAnswer = await server.app.inject({
    url: '/api/v1/payments?limit=2',
    headers: { authorization: admin.token },
  });
  expect(firstAnswer.json<ListedPayment[]>()).toHaveLength(2);
  const next = /<([^>]*)>; rel="next"/.exec(String(firstAnswer.headers.link))?.[1] ?? '';
  const nextPageAnswer = await server.app.inject({ url: next, headers: { authorization: admin.token } });
  expect(nextPageAnswer.json<ListedPayment[]>().map(({ _id }) => _id)).toEqual([orders[0]?.paymentId]);
  expect(nextPageAnswer.headers.link).toBeUndefined();
});

it('is searched by the number of the receipt and by the charge', async () => {
  const [order] = orders;
  if (order === undefined) throw new Error('no order');
  expect((await readPayments(`?search=${order.intentId}`)).map(({ _id }) => _id)).toEqual([order.paymentId]);
  const receipt = await call(server, admin, 'GET', `/api/v1/bookings/${order.bookingId}/receipt`);
  expect((await readPayments(`?search=${String(receipt.body.number)}`)).map(({ _id }) => _id)).toEqual([
    order.paymentId,
  ]);
  expect(await readPayments('?search=no-such-thing')).toEqual([]);
});

it('tells which of them was given back, and why', async () => {
  const [, order] = orders;
  if (order === undefined) throw new Error('no order');
  await call(server, admin, 'POST', `/api/v1/payments/${order.paymentId}/refund`, { reason: 'The car was damaged.' });
  const listedPayment = (await readPayments()).find(({ _id }) => _id === order.paymentId);
  expect(listedPayment?.refund).toMatchObject({ state: 'succeeded', reason: 'The car was damaged.' });
  expect((await readPayments()).filter(({ refund }) => refund === null)).toHaveLength(2);
});

it('lists, sums and exports the payments of a period, whose days begin at midnight in Singapore', async () => {
  const refundBody = { reason: 'The car was damaged.' };
  const refundAnswer = await call(server, admin, 'POST', `/api/v1/payments/${orders[1]?.paymentId}/refund`, refundBody);
  expect(refundAnswer.status).toBe(200);
  const days = ['2026-03-01T15:59:59.999Z', '2026-03-01T16:00:00Z', '2026-03-02T15:59:59.999Z'];
  for (const [index, order] of orders.entries()) {
    await server.context.pool.query('UPDATE payment SET paid_at = $1 WHERE id = $2', [days[index], order.paymentId]);
  }
  const [firstId, secondId, thirdId] = orders.map(({ paymentId }) => paymentId);
  const readPaymentIds = async (query: string) => (await readPayments(query)).map(({ _id }) => _id);
  expect(await readPaymentIds('?from=2026-03-02&to=2026-03-02')).toEqual([thirdId, secondId]);
  expect(await readPaymentIds('?to=2026-03-01')).toEqual([firstId]);
  expect(await readPaymentIds('?from=2026-03-03')).toEqual([]);
  expect(await readPaymentIds('?from=2026-03-02&to=2026-03-01')).toEqual([]);

  const [price = 0] = (await readPayments()).map(({ amount }) => amount);
  const readTotals = async (query: string) =>
    (await call(server, admin, 'GET', `/api/v1/payments/totals${query}`)).body;
  expect(await readTotals('?from=2026-03-02&to=2026-03-02')).toEqual({
    payments: 2,
    paid: 2 * price,
    refunded: price,
    refundsOpen: 0,
  });
  expect(await readTotals(`?to=2026-03-02&search=${orders[0]?.intentId}`)).toMatchObject({ payments: 1, paid: price });
  expect(await readTotals('?from=2026-03-03')).toEqual({ payments: 0, paid: 0, refunded: 0, refundsOpen: 0 });

  // A void refund belongs to a charge that the provider does not know, so its payment counts as no money.
  const [row] = (await server.context.pool.query('SELECT id, attempt_id, round FROM refund')).rows;
  const entry = makeVoidRefundEntry({
    refundId: row.id,
    bookingId: orders[1]?.bookingId as BookingId,
    amount: centsFromDollars(price),
    currency: 'sgd',
    round: row.round,
  });
  const setRefund = (state: RefundState, entries: readonly LedgerEntry[]) =>
    inTransaction(server.context.database, async (trx) => {
      await saveRefundState(trx, row.id, { state, refundId: null, now: new Date() });
      await recordEntries(server.context, trx, entries);
    });
  await setRefund('void', [entry]);
  expect(await readTotals('?from=2026-03-02&to=2026-03-02')).toEqual({
    payments: 2,
    paid: price,
    refunded: 0,
    refundsOpen: 0,
  });
  const reversalFields = { cause: 'refund-returned', postings: reversePostings(entry.postings) } as const;
  await setRefund('succeeded', [{ ...entry, ...reversalFields }]);

  // The download of a list demands a second factor that was proved in this session.
  await server.context.pool.query('UPDATE session SET factor_proved_at = now() WHERE account_id = $1', [admin.id]);
  const address = '/api/v1/payments/file?from=2026-03-02&to=2026-03-02';
  const fileAnswer = await server.app.inject({ url: address, headers: { authorization: admin.token } });
  const chargeLines = fileAnswer.body.split('\r\n').slice(1, -1);
  expect(chargeLines).toHaveLength(2);
  expect(chargeLines[0]).toContain(orders[2]?.intentId);
  expect((await call(server, admin, 'GET', '/api/v1/payments?from=2026-02-30')).status).toBe(400);
});
