import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkMoney } from '../reconciliation/check-money.ts';
import { type Answer, call, makeUser, type TestUser } from '../testing/builders.ts';
import {
  answerCodePage,
  type CodeOrder,
  type CodeOutcome,
  makeCodeOrder,
  requestPaymentCheck,
} from '../testing/paynow.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { reconcilePayments } from './reconcile-payments.ts';

let server: TestServer;
let seller: TestUser;
let admin: TestUser;

beforeAll(async () => {
  server = await startTestServer();
  server.sandbox.delayedChangeControl.hold();
  seller = await makeUser(server, 'Seller');
  admin = await makeUser(server, 'admin');
});
afterAll(() => server.close());

const dayMs = 86_400_000;

async function payByCode(outcome: CodeOutcome = 'approve'): Promise<CodeOrder> {
  const order = await makeCodeOrder(server, seller);
  await answerCodePage(server, order.pageUrl, outcome);
  expect((await requestPaymentCheck(server, order.buyer, order.bookingId)).body.state).toBe('paid');
  return order;
}

const refundOrder = ({ bookingId }: CodeOrder): Promise<Answer> =>
  call(server, admin, 'POST', `/api/v1/payments/${bookingId}/refund`, { reason: 'The car was damaged.' });
const readRefundState = async ({ intentId }: CodeOrder) =>
  (await server.context.pool.query('SELECT state, round FROM refund WHERE intent_id = $1', [intentId])).rows[0];
const findRefundsAtProvider = ({ intentId }: CodeOrder) =>
  server.sandbox.account.refunds().filter((each) => each.payment_intent === intentId);
/** Lets the provider finish the newest refund of an order. */
const finishRefund = (order: CodeOrder) =>
  server.sandbox.delayedChangeControl.settle(findRefundsAtProvider(order).at(-1)?.id);
/**
 * Moves the time of a payment back by this number of days. Sessions do not live for 90 days, so the clock of the server
 * cannot be moved.
 */
const setPaymentAge = ({ bookingId }: CodeOrder, days: number) =>
  server.context.pool.query('UPDATE payment SET paid_at = now() - make_interval(days => $2) WHERE booking_id = $1', [
    bookingId,
    days,
  ]);
const requestReceipt = ({ buyer, bookingId }: CodeOrder) =>
  call(server, buyer, 'GET', `/api/v1/bookings/${bookingId}/receipt`);

describe('a refund of a PayNow payment', () => {
  it('is pending until the provider says that it has succeeded, and is sent once', async () => {
    const order = await payByCode();
    expect((await refundOrder(order)).body).toMatchObject({ state: 'pending', amount: 88_800 });
    expect((await refundOrder(order)).body).toMatchObject({ state: 'pending' });
    await reconcilePayments(server.context);
    expect((await requestReceipt(order)).body).toMatchObject({
      method: 'paynow',
      card: null,
      refund: { state: 'pending', completedAt: null },
    });
    await finishRefund(order);
    await reconcilePayments(server.context);
    expect(await readRefundState(order)).toEqual({ state: 'succeeded', round: 1 });
    expect(findRefundsAtProvider(order)).toHaveLength(1);
  });

  it('that fails is due again when an admin says so, as a new refund', async () => {
    const order = await payByCode('approve_refund_fails');
    await refundOrder(order);
    await finishRefund(order);
    await reconcilePayments(server.context);
    expect(await readRefundState(order)).toEqual({ state: 'failed', round: 1 });
    await checkMoney(server.context);
    const { body } = await call(server, admin, 'GET', '/api/v1/reconciliation');
    const issue = (body.findings as { id: string; subject: string }[]).find(
      ({ subject }) => subject === order.intentId,
    );
    expect(issue).toMatchObject({ kind: 'refund-failed' });
    const repairFinding = () => call(server, admin, 'POST', `/api/v1/reconciliation/findings/${issue?.id}/repair`, {});
    await setPaymentAge(order, 91);
    expect(await repairFinding()).toMatchObject({ status: 409, body: { code: 'REFUND_PERIOD_OVER' } });
    expect(await readRefundState(order)).toEqual({ state: 'failed', round: 1 });
    await setPaymentAge(order, 0);
    expect((await repairFinding()).status).toBe(200);
    expect(await readRefundState(order)).toEqual({ state: 'pending', round: 2 });
    expect(findRefundsAtProvider(order)).toHaveLength(2);
  });

  it('cannot be made after 90 days: the admin reads why, and nothing changes', async () => {
    const order = await payByCode();
    await setPaymentAge(order, 90);
    expect(await refundOrder(order)).toMatchObject({
      status: 409,
      body: { code: 'REFUND_PERIOD_OVER', detail: expect.stringMatching(/90 days.*bank transfer/) },
    });
    expect(await readRefundState(order)).toBeUndefined();
    expect((await call(server, order.buyer, 'GET', `/api/payment/${order.bookingId}`)).body).toMatchObject({
      paid: true,
      paidWith: 'paynow',
    });
    await setPaymentAge(order, 89);
    expect((await refundOrder(order)).body).toMatchObject({ state: 'pending' });
  });
});

describe('a PayNow payment is named', () => {
  it("in the admins' list with the end of its refunds, and on the page of the order", async () => {
    const order = await payByCode();
    const answer = await call(server, admin, 'GET', `/api/v1/payments?search=${order.intentId}`);
    const [listedPayment] = answer.body as unknown as { refundableUntil: string; paidAt: string }[];
    expect(listedPayment).toMatchObject({ method: 'paynow', card: null });
    expect(Date.parse(listedPayment?.refundableUntil ?? '') - Date.parse(listedPayment?.paidAt ?? '')).toBe(90 * dayMs);
    const orderAnswer = await call(server, order.buyer, 'GET', `/api/v1/orders/${order.bookingId}`);
    expect(orderAnswer.body).toMatchObject({ paidWith: 'paynow' });
  });
});
