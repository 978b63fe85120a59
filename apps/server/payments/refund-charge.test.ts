import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Answer, bookListing, call, confirmCard, makeCar, makeUser, type TestUser } from '../testing/builders.ts';
import { makeCardEvent, postEvent, readSandboxKeys, signBody } from '../testing/card-events.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { reconcilePayments } from './reconcile-payments.ts';

let server: TestServer;
let seller: TestUser;
let buyer: TestUser;

beforeAll(async () => {
  server = await startTestServer();
  seller = await makeUser(server, 'Seller');
});
afterEach(() => server.sandbox.faults.clear());
afterAll(() => server.close());

/** Makes a charge whose booking was cancelled before the server learnt of the charge. */
async function makeLateCharge(number?: string): Promise<{ bookingId: string; intentId: string }> {
  buyer = await makeUser(server, 'Buyer');
  const bookingId = await bookListing(server, buyer, await makeCar(server, seller));
  const openedPayment = await call(server, buyer, 'POST', '/api/create-payment-intent', { paymentId: bookingId });
  const secret = String(openedPayment.body.clientSecret);
  expect((await confirmCard(server, secret, number === undefined ? {} : { number })).status).toBe(200);
  await server.context.pool.query("UPDATE booking SET status = 'cancelled', closed_at = now() WHERE id = $1", [
    bookingId,
  ]);
  return { bookingId, intentId: secret.split('_secret_')[0] ?? '' };
}

const reportPayment = (order: { bookingId: string; intentId: string }): Promise<Answer> =>
  call(server, buyer, 'POST', '/api/payment', { paymentId: order.bookingId, transactionId: order.intentId });

async function readRefundStates(intentId: string) {
  const queryResult = await server.context.pool.query(
    'SELECT r.state AS refund, a.state AS attempt FROM refund r JOIN payment_attempt a ON a.id = r.attempt_id WHERE r.intent_id = $1',
    [intentId],
  );
  return { ...queryResult.rows[0], atProvider: findSentRefunds(intentId).map((refund) => refund.status) };
}

const findSentRefunds = (intentId: string) =>
  server.sandbox.account.refunds().filter((refund) => refund.payment_intent === intentId);
const refundedAnswer = { status: 409, body: { code: 'PAYMENT_REFUNDED' } };

describe('a refund', () => {
  it('stays due while the provider is away, and is sent by the reconciler, once', async () => {
    const order = await makeLateCharge();
    server.sandbox.faults.addApiFault({ kind: '500', on: /refunds/ });
    expect(await reportPayment(order)).toMatchObject(refundedAnswer);
    expect(await readRefundStates(order.intentId)).toEqual({ refund: 'due', attempt: 'refund_due', atProvider: [] });
    server.sandbox.faults.clear();
    await Promise.all([reconcilePayments(server.context), reconcilePayments(server.context)]);
    await reconcilePayments(server.context);
    expect(await readRefundStates(order.intentId)).toEqual({
      refund: 'succeeded',
      attempt: 'refunded',
      atProvider: ['succeeded'],
    });
  });

  it('whose answer was lost is not sent twice', async () => {
    const order = await makeLateCharge();
    server.sandbox.faults.addApiFault({ kind: 'rst_after_create', on: /POST .*refunds/, times: 3 });
    expect(await reportPayment(order)).toMatchObject(refundedAnswer);
    server.sandbox.faults.clear();
    await reconcilePayments(server.context);
    expect(await readRefundStates(order.intentId)).toEqual({
      refund: 'succeeded',
      attempt: 'refunded',
      atProvider: ['succeeded'],
    });
  });

  it('that takes its time at the provider is followed to its end', async () => {
    const order = await makeLateCharge('4000000000007726');
    expect(await reportPayment(order)).toMatchObject(refundedAnswer);
    expect(await readRefundStates(order.intentId)).toEqual({
      refund: 'pending',
      attempt: 'refund_due',
      atProvider: ['pending'],
    });
    await expect.poll(() => findSentRefunds(order.intentId)[0]?.status).toBe('succeeded');
    await reconcilePayments(server.context);
    expect(await readRefundStates(order.intentId)).toEqual({
      refund: 'succeeded',
      attempt: 'refunded',
      atProvider: ['succeeded'],
    });
  });

  it('that has succeeded keeps its state when older events about it arrive late', async () => {
    const order = await makeLateCharge();
    expect(await reportPayment(order)).toMatchObject(refundedAnswer);
    const { webhookSecret } = await readSandboxKeys(server);
    for (const type of ['refund.updated', 'charge.refunded', 'refund.failed']) {
      const body = JSON.stringify(makeCardEvent(order.intentId, { type }));
      expect((await postEvent(server, body, signBody(body, webhookSecret))).status).toBe(200);
    }
    expect(await readRefundStates(order.intentId)).toMatchObject({ refund: 'succeeded', attempt: 'refunded' });
  });
});
