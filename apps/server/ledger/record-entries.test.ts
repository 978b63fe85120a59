import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { readMissedEvents } from '../payments/read-missed-events.ts';
import { reconcilePayments } from '../payments/reconcile-payments.ts';
import { recordDispute } from '../payments/record-dispute.ts';
import { sendRefund } from '../payments/refund-charge.ts';
import { auditCharges } from '../testing/audit-charges.ts';
import { bookListing, call, confirmCard, makeCar, makeUser, type TestUser } from '../testing/builders.ts';
import { readSandboxKeys } from '../testing/card-events.ts';
import { type PaidOrder, payOrder } from '../testing/paid-order.ts';
import { assertAudits } from '../testing/run-audits.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

let server: TestServer;
let seller: TestUser;
let admin: TestUser;

beforeAll(async () => {
  server = await startTestServer();
  seller = await makeUser(server, 'Seller');
  admin = await makeUser(server, 'admin');
});
afterEach(async () => {
  server.sandbox.faults.clear();
  await readMissedEvents(server.context);
  await reconcilePayments(server.context);
  await assertAudits(server.context.pool);
  await auditCharges(server.context.pool, server.sandbox.account, { isReconciled: true });
});
afterAll(() => server.close());

/** Returns the causes of an order's entries, oldest first, and the balances that they leave, in dollars. */
async function readBookEntries(bookingId: string) {
  const { rows } = await server.context.pool.query<{ cause: string; account: string; cents: string }>(
    `SELECT e.cause, p.account, p.amount_cents::text AS cents FROM ledger_entry e JOIN ledger_posting p ON p.entry_id = e.id
     WHERE e.booking_id = $1 ORDER BY e.number, p.line`,
    [bookingId],
  );
  const balances: Record<string, number> = {};
  for (const { account, cents } of rows) balances[account] = (balances[account] ?? 0) + Number(cents) / 100;
  return {
    causes: [...new Set(rows.map((row) => row.cause))],
    balances: Object.fromEntries(Object.entries(balances).filter(([, balance]) => balance !== 0)),
  };
}

const refundOrder = (order: PaidOrder) =>
  call(server, admin, 'POST', `/api/v1/payments/${order.paymentId}/refund`, { reason: 'The car was not as described' });

/**
 * Waits until the provider has ended a refund. A test must not leave a refund open, because the refund may end during
 * the audits of a later test, before its event is read.
 */
async function waitForRefundStatus(order: PaidOrder, status: 'succeeded' | 'failed'): Promise<void> {
  await expect
    .poll(() => server.sandbox.account.refunds().find((each) => each.payment_intent === order.intentId)?.status)
    .toBe(status);
}

async function decideDisputes(order: PaidOrder): Promise<void> {
  const { secretKey } = await readSandboxKeys(server);
  for (const { id } of server.sandbox.account.disputes().filter((each) => each.payment_intent === order.intentId)) {
    const answer = await fetch(`${server.sandbox.url}/v1/disputes/${id}/close`, {
      method: 'POST',
      headers: { authorization: `Bearer ${secretKey}` },
    });
    expect(answer.status).toBe(200);
  }
  await readMissedEvents(server.context);
}

describe('the ledger records', () => {
  it('a sale: the provider holds the price, and the seller is owed it', async () => {
    const order = await payOrder(server, seller);
    expect(await readBookEntries(order.bookingId)).toEqual({
      causes: ['charge', 'sale'],
      balances: { provider_balance: 868_000, seller_payable: -868_000 },
    });
  });

  it('a sale once, whoever reports the charge', async () => {
    const order = await payOrder(server, seller);
    const paymentReport = { paymentId: order.bookingId, transactionId: order.intentId };
    await Promise.all([
      call(server, order.buyer, 'POST', '/api/payment', paymentReport),
      call(server, order.buyer, 'POST', '/api/payment', paymentReport),
      readMissedEvents(server.context),
    ]);
    expect((await readBookEntries(order.bookingId)).balances).toEqual({
      provider_balance: 868_000,
      seller_payable: -868_000,
    });
  });

  it('a refund: nothing is owed and nothing is held', async () => {
    const order = await payOrder(server, seller);
    expect((await refundOrder(order)).status).toBe(200);
    expect(await readBookEntries(order.bookingId)).toEqual({
      causes: ['charge', 'sale', 'sale-undone', 'refund-due', 'refund-paid'],
      balances: {},
    });
  });

  it('a refund that the provider has not made yet: it is owed, and no longer to the seller', async () => {
    const order = await payOrder(server, seller, { number: '4000000000007726' });
    expect((await refundOrder(order)).body).toMatchObject({ state: 'pending' });
    expect((await readBookEntries(order.bookingId)).balances).toEqual({ provider_balance: 868_000, refund: -868_000 });
    await waitForRefundStatus(order, 'succeeded');
  });

  it('a refund that the bank returned: it is owed again', async () => {
    const order = await payOrder(server, seller, { number: '4000000000005126' });
    expect((await refundOrder(order)).status).toBe(200);
    await waitForRefundStatus(order, 'failed');
    await readMissedEvents(server.context);
    expect(await readBookEntries(order.bookingId)).toEqual({
      causes: ['charge', 'sale', 'sale-undone', 'refund-due', 'refund-paid', 'refund-returned'],
      balances: { provider_balance: 868_000, refund: -868_000 },
    });
  });

  it('a charge that came too late for its car', async () => {
    const car = await makeCar(server, seller);
    const buyer = await makeUser(server, 'Buyer');
    const bookingId = await bookListing(server, buyer, car);
    const paymentStartAnswer = await call(server, buyer, 'POST', '/api/create-payment-intent', {
      paymentId: bookingId,
    });
    const secret = String(paymentStartAnswer.body.clientSecret);
    await confirmCard(server, secret);
    await server.context.pool.query("UPDATE booking SET status = 'cancelled', closed_at = now() WHERE id = $1", [
      bookingId,
    ]);
    const transactionId = secret.split('_secret_')[0];
    await call(server, buyer, 'POST', '/api/payment', { paymentId: bookingId, transactionId });
    await readMissedEvents(server.context);
    expect(await readBookEntries(bookingId)).toEqual({ causes: ['charge', 'refund-due', 'refund-paid'], balances: {} });
  });

  it('a dispute: the bank withdraws the money, and the loss is recorded when the bank decides for the buyer', async () => {
    const order = await payOrder(server, seller, { number: '4000000000000259' });
    await readMissedEvents(server.context);
    expect((await readBookEntries(order.bookingId)).balances).toEqual({ dispute: 868_000, seller_payable: -868_000 });
    await decideDisputes(order);
    expect(await readBookEntries(order.bookingId)).toEqual({
      causes: ['charge', 'sale', 'dispute-withdrawn', 'dispute-lost'],
      balances: { loss: 868_000, seller_payable: -868_000 },
    });
  });

  it('an inquiry and a warning of fraud: no money moves', async () => {
    for (const cardNumber of ['4000000000001976', '4000000000005423']) {
      const order = await payOrder(server, seller, { number: cardNumber });
      await readMissedEvents(server.context);
      expect((await readBookEntries(order.bookingId)).balances).toEqual({
        provider_balance: 868_000,
        seller_payable: -868_000,
      });
    }
  });
});

describe('an entry waits for its booking before it locks the payment attempt, as a settlement does', () => {
  it.each([
    ['of a dispute', '4000000000000259', (order: PaidOrder) => recordDisputes(order)],
    ['of a refund', '4000000000007726', (order: PaidOrder) => finishRefund(order)],
  ])('%s', async (_caseName, cardNumber, recordEntry) => {
    const order = await payOrder(server, seller, { number: cardNumber });
    if (cardNumber === '4000000000007726') {
      expect((await refundOrder(order)).body).toMatchObject({ state: 'pending' });
      await waitForRefundStatus(order, 'succeeded');
    }
    const client = await server.context.pool.connect();
    try {
      await client.query('BEGIN');
      await client.query('SELECT FROM booking WHERE id = $1 FOR UPDATE', [order.bookingId]);
      const recordingPromise = recordEntry(order);
      const findBlockedQueriesSql = `SELECT FROM pg_stat_activity
        WHERE datname = current_database() AND wait_event_type = 'Lock' AND pid <> pg_backend_pid()`;
      await expect
        .poll(async () => (await server.context.pool.query(findBlockedQueriesSql)).rowCount, { interval: 20 })
        .toBe(1);
      const lockAttemptSql = 'SELECT FROM payment_attempt WHERE booking_id = $1 FOR UPDATE NOWAIT';
      expect((await client.query(lockAttemptSql, [order.bookingId])).rowCount).toBe(1);
      await client.query('COMMIT');
      await recordingPromise;
    } finally {
      // A transaction whose check has failed is still open and keeps its locks.
      await client.query('ROLLBACK');
      client.release();
    }
  });

  const recordDisputes = async (order: PaidOrder): Promise<void> => {
    for (const { id } of server.sandbox.account.disputes().filter((each) => each.payment_intent === order.intentId))
      await recordDispute(server.context, id, 'dispute');
  };
  const finishRefund = async (order: PaidOrder): Promise<void> => {
    expect(await sendRefund(server.context, order.intentId)).toBe('succeeded');
  };
});
