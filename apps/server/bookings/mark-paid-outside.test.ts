import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { deliverOutbox } from '../payments/deliver-outbox.ts';
import { reconcilePayments } from '../payments/reconcile-payments.ts';
import { bookListing, call, confirmCard, makeCar, makeUser, type TestUser } from '../testing/builders.ts';
import { makeCardEvent, postEvent, readSandboxKeys, signBody } from '../testing/card-events.ts';
import { openNodeInMode } from '../testing/introducer-node.ts';
import { readMailsTo } from '../testing/mailbox.ts';
import { makeChargedOrder, payOrder } from '../testing/paid-order.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

/**
 * One database and one card provider with one server node in each business mode, to test orders from before and after a
 * change of the mode.
 */
let server: TestServer;
let introducerNode: Awaited<ReturnType<typeof openNodeInMode>>;
let seller: TestUser;

beforeAll(async () => {
  server = await startTestServer();
  introducerNode = await openNodeInMode(server, 'introducer');
  seller = await makeUser(server, 'Seller', { verified: true });
});
beforeEach(() => server.setClock(() => new Date()));
afterAll(async () => {
  await introducerNode.closeNode();
  await server.close();
});

const markStep = (caller: TestUser | null, id: string, step: string, node: TestServer = introducerNode) =>
  call(node, caller, 'POST', `/api/v1/orders/${id}/steps`, { step });
const readOrder = async (caller: TestUser, id: string, node: TestServer = introducerNode) =>
  (await call(node, caller, 'GET', `/api/v1/orders/${id}`)).body;
const moveClockForward = (minutes: number): void => server.setClock(() => new Date(Date.now() + minutes * 60_000));

/** Sends the event of a charge that has succeeded to the node that takes no payments, as the card provider does. */
async function sendEvent(intentId: string) {
  const body = JSON.stringify(makeCardEvent(intentId));
  return postEvent(introducerNode, body, signBody(body, (await readSandboxKeys(server)).webhookSecret));
}

async function makeOrder() {
  const buyer = await makeUser(server, 'Buyer');
  const car = await makeCar(server, seller);
  return { buyer, car, bookingId: await bookListing(introducerNode, buyer, car) };
}

describe('an order that is paid to the seller', () => {
  it('is marked by the seller: the car is sold, other bookings close, and there is neither payment nor sale', async () => {
    const { buyer, car, bookingId } = await makeOrder();
    const losingBuyer = await makeUser(server, 'Buyer');
    const lostBookingId = await bookListing(introducerNode, losingBuyer, car);
    expect((await markStep(seller, bookingId, 'viewed')).status).toBe(200);
    expect((await markStep(seller, bookingId, 'paid-outside')).body).toEqual({ modifiedCount: 1 });
    expect((await markStep(seller, bookingId, 'paid-outside')).body).toEqual({ modifiedCount: 0 });
    const order = await readOrder(buyer, bookingId);
    expect(order).toMatchObject({ state: 'paid', status: 'paid', paidOutside: true, receipt: false, sale: null });
    expect((await call(introducerNode, null, 'GET', `/api/productById/${car}`)).body.status).toBe('sold');
    expect(await readOrder(losingBuyer, lostBookingId)).toMatchObject({
      status: 'cancelled',
      closeReason: 'The car was sold to another buyer.',
    });
    const [listedOrder] = (await call(introducerNode, buyer, 'GET', '/api/myorders')).body;
    expect(listedOrder).toMatchObject({ paid: true, paidOutside: true });
    expect((await call(introducerNode, buyer, 'GET', `/api/v1/bookings/${bookingId}/receipt`)).status).toBe(404);
    const { sales } = (await call(introducerNode, seller, 'GET', '/api/v1/sales')).body;
    expect(sales).toContainEqual(expect.objectContaining({ _id: bookingId, state: 'paid', receipt: false }));
  });

  it('goes on to the transfer and the hand-over, and then stays as it is', async () => {
    const { buyer, bookingId } = await makeOrder();
    await markStep(seller, bookingId, 'paid-outside');
    expect((await markStep(seller, bookingId, 'handed-over')).body.code).toBe('ILLEGAL_TRANSITION');
    expect((await markStep(buyer, bookingId, 'transferred')).status).toBe(200);
    expect((await markStep(seller, bookingId, 'handed-over')).status).toBe(200);
    expect(await readOrder(buyer, bookingId)).toMatchObject({ state: 'handed-over', sale: null });
    expect((await call(introducerNode, buyer, 'POST', `/api/v1/orders/${bookingId}/confirmation`, {})).status).toBe(
      409,
    );
  });

  it('is marked by nobody else', async () => {
    const { buyer, bookingId } = await makeOrder();
    const errorCodes = [];
    for (const caller of [buyer, await makeUser(server, 'Seller'), await makeUser(server, 'admin'), null])
      errorCodes.push((await markStep(caller, bookingId, 'paid-outside')).body.code);
    expect(errorCodes).toEqual(['ROLE_REQUIRED', 'NOT_FOUND', 'NOT_FOUND', 'UNAUTHENTICATED']);
    expect((await readOrder(buyer, bookingId)).status).toBe('unpaid');
  });

  it('is not marked after it was cancelled', async () => {
    const { buyer, bookingId } = await makeOrder();
    await call(introducerNode, buyer, 'POST', `/api/v1/bookings/${bookingId}/cancellation`, {});
    expect((await markStep(seller, bookingId, 'paid-outside')).body.code).toBe('ILLEGAL_TRANSITION');
  });

  it('sells the car once when two orders of it are marked at the same time', async () => {
    const { car, bookingId } = await makeOrder();
    const otherBookingId = await bookListing(introducerNode, await makeUser(server, 'Buyer'), car);
    const answers = await Promise.all([bookingId, otherBookingId].map((id) => markStep(seller, id, 'paid-outside')));
    expect(answers.map(({ status }) => status)).toEqual(expect.arrayContaining([200, 409]));
  });

  it('is mailed to the buyer, and so is the lost car to the others', async () => {
    const { buyer, car, bookingId } = await makeOrder();
    const losingBuyer = await makeUser(server, 'Buyer');
    await bookListing(introducerNode, losingBuyer, car);
    await markStep(seller, bookingId, 'paid-outside');
    await deliverOutbox(introducerNode.context, introducerNode.context.mailer);
    const mails = await readMailsTo(introducerNode, buyer.email);
    expect(mails.find(({ subject }) => subject.startsWith('The seller has your payment: '))?.text).toContain(
      'If you have not paid',
    );
    const mailSubjects = (await readMailsTo(introducerNode, losingBuyer.email)).map(({ subject }) => subject);
    expect(mailSubjects).toContainEqual(expect.stringMatching(/^The car you booked was sold: /));
  });

  it('is not marked where buyers pay here', async () => {
    const { buyer, bookingId } = await makeOrder();
    const answer = await markStep(seller, bookingId, 'paid-outside', server);
    expect(answer).toMatchObject({ status: 409, body: { code: 'PAID_THROUGH_SITE' } });
    expect((await readOrder(buyer, bookingId, server)).status).toBe('unpaid');
  });
});

describe('where buyers pay sellers directly', () => {
  it('no charge is opened or recorded, by the calls of the specification either', async () => {
    const { buyer, bookingId } = await makeOrder();
    const refusedAnswer = { status: 409, body: { code: 'PAYMENTS_NOT_TAKEN' } };
    for (const body of [{ resellPrice: 868_000 }, { resellPrice: 868_000, paymentId: bookingId }, {}])
      expect(await call(introducerNode, buyer, 'POST', '/api/create-payment-intent', body)).toMatchObject(
        refusedAnswer,
      );
    const payment = {
      resellPrice: 868_000,
      transactionId: 'pi_unknown',
      buyerEmail: buyer.email,
      paymentId: bookingId,
    };
    expect(await call(introducerNode, buyer, 'POST', '/api/payment', payment)).toMatchObject(refusedAnswer);
    expect((await call(introducerNode, null, 'POST', '/api/create-payment-intent', {})).status).toBe(401);
    const { rows } = await server.context.pool.query('SELECT FROM payment_attempt WHERE booking_id = $1', [bookingId]);
    expect(rows).toHaveLength(0);
  });
});

describe('when the operator stops taking payments', () => {
  it('a charge that has succeeded is settled by the webhook, and the seller is owed its money', async () => {
    const order = await makeChargedOrder(server, seller);
    expect((await sendEvent(order.intentId)).status).toBe(200);
    expect(await readOrder(order.buyer, order.bookingId)).toMatchObject({
      status: 'paid',
      paidOutside: false,
      receipt: true,
      sale: { state: 'paid' },
    });
  });

  it("is settled by the buyer's report and by the reconciler too", async () => {
    const orderToReport = await makeChargedOrder(server, seller);
    const payment = { paymentId: orderToReport.bookingId, transactionId: orderToReport.intentId };
    expect((await call(introducerNode, orderToReport.buyer, 'POST', '/api/payment', payment)).status).toBe(200);
    const orderToReconcile = await makeChargedOrder(server, seller);
    moveClockForward(5);
    await reconcilePayments(introducerNode.context);
    expect((await readOrder(orderToReconcile.buyer, orderToReconcile.bookingId)).status).toBe('paid');
  });

  it('a charge of another order is not recorded', async () => {
    const chargedOrder = await makeChargedOrder(server, seller);
    const { buyer, bookingId } = await makeOrder();
    const payment = { paymentId: bookingId, transactionId: chargedOrder.intentId };
    expect((await call(introducerNode, buyer, 'POST', '/api/payment', payment)).body.code).toBe('PAYMENTS_NOT_TAKEN');
  });

  it('an order is not marked while its buyer may still pay by card, and afterwards the card cannot pay', async () => {
    const buyer = await makeUser(server, 'Buyer');
    const bookingId = await bookListing(server, buyer, await makeCar(server, seller));
    const startedPaymentAnswer = await call(server, buyer, 'POST', '/api/create-payment-intent', {
      paymentId: bookingId,
    });
    expect(await markStep(seller, bookingId, 'paid-outside')).toMatchObject({
      status: 409,
      body: { code: 'CAR_RESERVED' },
    });
    moveClockForward(16);
    expect((await markStep(seller, bookingId, 'paid-outside')).body).toEqual({ modifiedCount: 1 });
    expect((await confirmCard(server, String(startedPaymentAnswer.body.clientSecret))).status).not.toBe(200);
  });

  it('a charge that has succeeded unseen pays the order, and the mark of the seller is refused', async () => {
    const order = await makeChargedOrder(server, seller);
    moveClockForward(16);
    expect((await markStep(seller, order.bookingId, 'paid-outside')).status).toBe(409);
    expect(await readOrder(order.buyer, order.bookingId)).toMatchObject({ status: 'paid', paidOutside: false });
  });

  it('an order that was paid here is handed over, confirmed and refunded as before', async () => {
    const paidOrder = await payOrder(server, seller);
    await markStep(paidOrder.buyer, paidOrder.bookingId, 'transferred');
    expect((await markStep(seller, paidOrder.bookingId, 'handed-over')).status).toBe(200);
    const confirmPath = `/api/v1/orders/${paidOrder.bookingId}/confirmation`;
    expect((await call(introducerNode, paidOrder.buyer, 'POST', confirmPath, {})).status).toBe(200);
    const orderToRefund = await payOrder(server, seller);
    const admin = await makeUser(server, 'admin');
    const refundPath = `/api/v1/payments/${orderToRefund.paymentId}/refund`;
    expect((await call(introducerNode, admin, 'POST', refundPath, { reason: 'The car is gone.' })).status).toBe(200);
    expect((await readOrder(orderToRefund.buyer, orderToRefund.bookingId)).state).toBe('refunded');
  });
});

describe('when the operator begins to take payments', () => {
  it('an open order is paid by card, and one that was paid to the seller goes on', async () => {
    const unpaidOrder = await makeOrder();
    const orderPaidOutside = await makeOrder();
    await markStep(seller, orderPaidOutside.bookingId, 'paid-outside');
    const openedPaymentAnswer = await call(server, unpaidOrder.buyer, 'POST', '/api/create-payment-intent', {
      paymentId: unpaidOrder.bookingId,
    });
    const secret = String(openedPaymentAnswer.body.clientSecret);
    await confirmCard(server, secret);
    const payment = { paymentId: unpaidOrder.bookingId, transactionId: secret.split('_secret_')[0] };
    expect((await call(server, unpaidOrder.buyer, 'POST', '/api/payment', payment)).status).toBe(200);
    const { buyer, bookingId } = orderPaidOutside;
    const secondAnswer = await call(server, buyer, 'POST', '/api/create-payment-intent', { paymentId: bookingId });
    expect(secondAnswer.body.code).toBe('ALREADY_PAID');
    expect((await markStep(buyer, bookingId, 'transferred', server)).status).toBe(200);
    expect((await markStep(seller, bookingId, 'handed-over', server)).status).toBe(200);
    expect(await readOrder(buyer, bookingId, server)).toMatchObject({ state: 'handed-over', paidOutside: true });
  });

  it('the database takes no payment for an order that was paid to the seller', async () => {
    const { bookingId } = await makeOrder();
    await markStep(seller, bookingId, 'paid-outside');
    const paidOrder = await payOrder(server, seller);
    await expect(
      server.context.pool.query(
        `INSERT INTO payment (id, booking_id, attempt_id, listing_id, buyer_id, intent_id, amount_cents, currency, paid_at)
         SELECT gen_random_uuid(), $1, attempt_id, listing_id, buyer_id, 'pi_other', amount_cents, currency, paid_at
         FROM payment WHERE id = $2`,
        [bookingId, paidOrder.paymentId],
      ),
    ).rejects.toMatchObject({ constraint: 'payment_not_paid_outside' });
  });
});
