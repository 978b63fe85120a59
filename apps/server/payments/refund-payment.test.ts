import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Answer, bookListing, call, makeCar, makeUser, type TestUser } from '../testing/builders.ts';
import { type PaidOrder, payOrder } from '../testing/paid-order.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { readMissedEvents } from './read-missed-events.ts';
import { reconcilePayments } from './reconcile-payments.ts';

let server: TestServer;
let seller: TestUser;
let admin: TestUser;
let otherAdmin: TestUser;

beforeAll(async () => {
  server = await startTestServer();
  seller = await makeUser(server, 'Seller');
  admin = await makeUser(server, 'admin');
  otherAdmin = await makeUser(server, 'admin');
});
afterEach(() => server.sandbox.faults.clear());
afterAll(() => server.close());

const refund = (
  caller: TestUser | null,
  id: string,
  body: object = { reason: 'The car was not as described' },
): Promise<Answer> => call(server, caller, 'POST', `/api/v1/payments/${id}/refund`, body);
const findSentRefunds = (order: PaidOrder) =>
  server.sandbox.account.refunds().filter((each) => each.payment_intent === order.intentId);

async function readStates(order: PaidOrder) {
  const { rows } = await server.context.pool.query(
    `SELECT b.status AS booking, l.status AS car, a.state AS attempt, r.state AS refund, r.round
     FROM booking b JOIN listing l ON l.id = b.listing_id JOIN payment_attempt a ON a.booking_id = b.id
     LEFT JOIN refund r ON r.attempt_id = a.id WHERE b.id = $1`,
    [order.bookingId],
  );
  return rows[0];
}

describe('a refund by an admin', () => {
  it('gives the whole amount back, undoes the sale and is seen by the buyer', async () => {
    const order = await payOrder(server, seller);
    const answer = await refund(admin, order.paymentId);
    expect(answer).toMatchObject({
      status: 200,
      body: { paymentId: order.paymentId, bookingId: order.bookingId, amount: 868_000, state: 'succeeded' },
    });
    expect(findSentRefunds(order).map((each) => [each.amount, each.status])).toEqual([[86_800_000, 'succeeded']]);
    expect(await readStates(order)).toEqual({
      booking: 'refunded',
      car: 'withdrawn',
      attempt: 'refunded',
      refund: 'succeeded',
      round: 1,
    });
    const [shownOrder] = (await call(server, order.buyer, 'GET', '/api/myorders')).body as unknown as object[];
    expect(shownOrder).toMatchObject({ status: 'refunded', paid: false, refund: 'succeeded' });
  });

  it('is the same refund when it is asked for again, by the id of the booking too', async () => {
    const order = await payOrder(server, seller);
    const firstAnswer = await refund(admin, order.bookingId);
    expect(await refund(otherAdmin, order.paymentId, { reason: 'Another reason' })).toMatchObject({
      status: 200,
      body: firstAnswer.body,
    });
    expect(findSentRefunds(order)).toHaveLength(1);
  });

  it('is one refund when two admins press at the same time', async () => {
    const order = await payOrder(server, seller);
    const answers = await Promise.all([
      refund(admin, order.paymentId),
      refund(otherAdmin, order.paymentId),
      refund(admin, order.bookingId),
    ]);
    expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200]);
    expect(new Set(answers.map((answer) => answer.body.reason)).size).toBe(1);
    expect(findSentRefunds(order)).toHaveLength(1);
    const { rows } = await server.context.pool.query(
      "SELECT count(*)::int AS n FROM audit_entry WHERE noun = 'booking' AND noun_id = $1 AND action = 'refund'",
      [order.bookingId],
    );
    expect(rows).toEqual([{ n: 1 }]);
  });

  it('lets the seller put the car on sale again, and another buyer pay for it', async () => {
    const order = await payOrder(server, seller);
    await refund(admin, order.paymentId);
    await server.context.pool.query("UPDATE listing SET status = 'available' WHERE id = $1", [order.car]);
    const next = await makeUser(server, 'Buyer');
    const bookingId = await bookListing(server, next, order.car);
    expect((await call(server, next, 'POST', '/api/create-payment-intent', { paymentId: bookingId })).status).toBe(200);
  });

  it('stays due while the provider is away, and is sent later, once', async () => {
    const order = await payOrder(server, seller);
    server.sandbox.faults.addApiFault({ kind: '500', on: /refunds/ });
    expect(await refund(admin, order.paymentId)).toMatchObject({ status: 200, body: { state: 'due' } });
    server.sandbox.faults.clear();
    await Promise.all([reconcilePayments(server.context), reconcilePayments(server.context)]);
    expect(await readStates(order)).toMatchObject({ attempt: 'refunded', refund: 'succeeded' });
    expect(findSentRefunds(order)).toHaveLength(1);
  });

  it('that takes its time is followed to its end', async () => {
    const order = await payOrder(server, seller, { number: '4000000000007726' });
    expect((await refund(admin, order.paymentId)).body).toMatchObject({ state: 'pending' });
    expect(await readStates(order)).toMatchObject({ booking: 'refunded', attempt: 'refund_due', refund: 'pending' });
    await expect.poll(() => findSentRefunds(order)[0]?.status).toBe('succeeded');
    await reconcilePayments(server.context);
    expect(await readStates(order)).toMatchObject({ attempt: 'refunded', refund: 'succeeded' });
  });

  it('that had arrived and failed later is owed again, also when no webhook tells', async () => {
    const order = await payOrder(server, seller, { number: '4000000000005126' });
    expect((await refund(admin, order.paymentId)).body).toMatchObject({ state: 'succeeded' });
    await expect.poll(() => findSentRefunds(order)[0]?.status).toBe('failed');
    await readMissedEvents(server.context);
    expect(await readStates(order)).toMatchObject({ booking: 'refunded', attempt: 'refund_due', refund: 'failed' });
    await reconcilePayments(server.context);
    expect(findSentRefunds(order)).toHaveLength(1);
  });

  it('that had arrived and failed later is owed again by the webhook', async () => {
    server.setWebhookDelivery(true);
    const order = await payOrder(server, seller, { number: '4000000000005126' });
    await refund(admin, order.paymentId);
    await expect
      .poll(() => readStates(order))
      .toMatchObject({
        attempt: 'refund_due',
        refund: 'failed',
      });
    server.setWebhookDelivery(false);
  });

  it('is refused while the bank of the buyer has disputed the charge', async () => {
    const order = await payOrder(server, seller, { number: '4000000000000259' });
    await readMissedEvents(server.context);
    expect(await refund(admin, order.paymentId)).toMatchObject({ status: 409, body: { code: 'CHARGE_DISPUTED' } });
    expect(await readStates(order)).toMatchObject({ booking: 'paid', car: 'sold', refund: null });
  });

  it('that loses the race against a dispute fails at the provider and is left to reconciliation', async () => {
    const order = await payOrder(server, seller, { number: '4000000000000259' });
    expect((await refund(admin, order.paymentId)).body).toMatchObject({ state: 'failed' });
    expect(await readStates(order)).toMatchObject({ booking: 'refunded', attempt: 'refund_due', refund: 'failed' });
    expect(findSentRefunds(order)).toEqual([]);
  });
});

describe('a refund is refused', () => {
  it('to everybody but an admin', async () => {
    const order = await payOrder(server, seller);
    expect((await refund(null, order.paymentId)).status).toBe(401);
    for (const caller of [order.buyer, seller])
      expect(await refund(caller, order.paymentId)).toMatchObject({ status: 403, body: { code: 'ROLE_REQUIRED' } });
    expect(await readStates(order)).toMatchObject({ booking: 'paid' });
  });

  it('without a reason, with unknown fields, and of what is no payment', async () => {
    const order = await payOrder(server, seller);
    for (const body of [{}, { reason: ' ' }, { reason: 'x'.repeat(301) }, { reason: 'A reason', amount: 1 }])
      expect((await refund(admin, order.paymentId, body)).status).toBe(422);
    const buyer = await makeUser(server, 'Buyer');
    const unpaidBookingId = await bookListing(server, buyer, await makeCar(server, seller));
    for (const id of [unpaidBookingId, 'nonsense', server.context.newId()])
      expect(await refund(admin, id)).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
  });
});
