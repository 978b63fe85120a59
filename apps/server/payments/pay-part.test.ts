import { reservationDays } from '@carhouse/domain/payment/payment-plan';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { checkMoney } from '../reconciliation/check-money.ts';
import { bookListing, call, confirmCard, makeCar, makeUser, type TestUser } from '../testing/builders.ts';
import { sumPostingsOfOrder } from '../testing/confirmed-sale.ts';
import { readMailsTo } from '../testing/mailbox.ts';
import { answerCodePage, askCode, readPageUrl } from '../testing/paynow.ts';
import {
  makeOrderInParts,
  type OrderInParts,
  payPartByCard,
  payPartByCode,
  readPartStates,
  savePlan,
  showPlan,
} from '../testing/price-parts.ts';
import { assertAudits } from '../testing/run-audits.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { endLapsedReservations } from './cancel-reservation.ts';
import { deliverOutbox } from './deliver-outbox.ts';
import { reconcilePayments } from './reconcile-payments.ts';

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
  server.setClock(() => new Date());
  await assertAudits(server.context.pool);
});
afterAll(() => server.close());

/** The price of a car that no single charge can take: $1,400,000. */
const bigPartAmounts = [200_000, 999_999.99, 200_000.01];

const readBooking = async ({ bookingId }: OrderInParts) =>
  (await server.context.pool.query('SELECT status, reserved_until FROM booking WHERE id = $1', [bookingId])).rows[0];
const readCarStatus = async ({ listingId }: OrderInParts): Promise<string> =>
  (await server.context.pool.query('SELECT status FROM listing WHERE id = $1', [listingId])).rows[0].status;
const listRefundsAtProvider = async ({ bookingId }: OrderInParts): Promise<number[]> => {
  const { rows } = await server.context.pool.query('SELECT intent_id FROM payment WHERE booking_id = $1 ORDER BY id', [
    bookingId,
  ]);
  return rows.flatMap(({ intent_id: id }) =>
    server.sandbox.account.refunds().flatMap((each) => (each.payment_intent === id ? [each.amount] : [])),
  );
};
const moveClockForward = (days: number): void => server.setClock(() => new Date(Date.now() + days * 86_400_000));
const openDiscrepancies = async (): Promise<number> =>
  (await server.context.pool.query("SELECT count(*)::int AS count FROM discrepancy WHERE state = 'open'")).rows[0]
    .count;

describe('a price in parts', () => {
  it('is paid by a card, PayNow and a card, and the last part sells the car', async () => {
    const order = await makeOrderInParts(server, seller, bigPartAmounts);
    expect((await payPartByCode(server, order)).body.state).toBe('paid');
    expect(await readPartStates(server, order)).toEqual(['paid', 'open', 'open']);
    expect(await readBooking(order)).toMatchObject({ status: 'unpaid', reserved_until: expect.any(Date) });
    expect(await readCarStatus(order)).toBe('available');
    expect(await sumPostingsOfOrder(server, order.bookingId)).toEqual({
      buyer: -20_000_000,
      provider_balance: 20_000_000,
    });
    expect((await payPartByCard(server, order)).status).toBe(200);
    expect((await payPartByCard(server, order)).status).toBe(200);
    expect(await readBooking(order)).toEqual({ status: 'paid', reserved_until: null });
    expect(await readCarStatus(order)).toBe('sold');
    expect(await sumPostingsOfOrder(server, order.bookingId)).toEqual({
      provider_balance: 140_000_000,
      seller_payable: -140_000_000,
    });
    const receipt = await call(server, order.buyer, 'GET', `/api/v1/bookings/${order.bookingId}/receipt`);
    expect(receipt.body).toMatchObject({
      amount: 1_400_000,
      parts: [
        { number: 1, amount: 200_000, method: 'paynow', refund: null },
        { number: 2, amount: 999_999.99, method: 'card', card: { last4: '4242' } },
        { number: 3, amount: 200_000.01, method: 'card' },
      ],
    });
    expect((await payPartByCard(server, order)).body.code).toBe('ALREADY_PAID');
    await checkMoney(server.context);
    expect(await openDiscrepancies()).toBe(0);
  });

  it('is told to both sides part by part, and the last part by the receipt', async () => {
    const owner = await makeUser(server, 'Seller');
    const order = await makeOrderInParts(server, owner, [600, 400.5]);
    await payPartByCard(server, order);
    await deliverOutbox(server.context, server.context.mailer);
    const readMailText = async (recipient: TestUser, subject: string) =>
      (await readMailsTo(server, recipient.email)).find((mail) => mail.subject.startsWith(subject))?.text;
    const buyerMailText = await readMailText(order.buyer, 'Receipt for a part of the price: ');
    for (const line of ['Paid last: $600, receipt number CH-', 'ending in 4242', 'Paid so far: $600 of $1,000.50'])
      expect(buyerMailText).toContain(line);
    const sellerMailText = await readMailText(owner, 'A part of the price is paid: ');
    expect(sellerMailText).toContain('Paid so far: $600 of $1,000.50');
    expect(sellerMailText).not.toContain('ending in');
    await payPartByCard(server, order);
    await deliverOutbox(server.context, server.context.mailer);
    expect(await readMailText(order.buyer, 'Receipt: ')).toContain('Your payment has arrived');
    expect(await readMailText(owner, 'Your car was sold: ')).toContain('A buyer has paid for your car');
    const { rows } = await server.context.pool.query(
      "SELECT count(*)::int AS count FROM outbox WHERE booking_id = $1 AND kind = 'part-paid'",
      [order.bookingId],
    );
    expect(rows).toEqual([{ count: 2 }]);
  });

  it('is no discrepancy while a part is paid and others are not', async () => {
    const order = await makeOrderInParts(server, seller, [20_000, 30_000]);
    await payPartByCard(server, order);
    await checkMoney(server.context);
    expect(await openDiscrepancies()).toBe(0);
  });

  it('keeps the car for its buyer: nobody else pays, and the seller neither withdraws nor cancels', async () => {
    const order = await makeOrderInParts(server, seller, [20_000, 30_000]);
    await payPartByCard(server, order);
    const otherBuyer = await makeUser(server, 'Buyer');
    const bookingId = await bookListing(server, otherBuyer, order.listingId as never);
    const openedPayment = await call(server, otherBuyer, 'POST', '/api/create-payment-intent', {
      paymentId: bookingId,
    });
    expect(openedPayment).toMatchObject({ status: 409, body: { code: 'CAR_RESERVED' } });
    const withdrawalAnswer = await call(server, seller, 'POST', `/api/v1/listings/${order.listingId}/withdrawal`, {});
    expect(withdrawalAnswer.body.code).toBe('CAR_RESERVED');
    const cancelled = await call(server, seller, 'POST', `/api/v1/bookings/${order.bookingId}/cancellation`, {});
    expect(cancelled.body.code).toBe('ILLEGAL_TRANSITION');
    expect(await readPartStates(server, order)).toEqual(['paid', 'open']);
  });

  it('shows its plan to buyer, seller and admin only', async () => {
    const order = await makeOrderInParts(server, seller, [20_000, 30_000]);
    for (const caller of [order.buyer, seller, admin])
      expect((await showPlan(server, caller, order.bookingId)).body).toMatchObject({ price: 50_000, changeable: true });
    expect((await showPlan(server, await makeUser(server, 'Buyer'), order.bookingId)).status).toBe(404);
    expect((await savePlan(server, seller, order.bookingId, [25_000, 25_000])).status).toBe(404);
  });

  it('pays in two tabs at once only what is next', async () => {
    const order = await makeOrderInParts(server, seller, [20_000, 30_000]);
    const tabAnswers = await Promise.all([payPartByCard(server, order), payPartByCard(server, order)]);
    expect(tabAnswers.some(({ status }) => status === 200)).toBe(true);
    const states = await readPartStates(server, order);
    expect(states[0]).toBe('paid');
    const { rows } = await server.context.pool.query(
      "SELECT sum(amount_cents)::int AS cents FROM payment_attempt WHERE booking_id = $1 AND state = 'succeeded'",
      [order.bookingId],
    );
    const chargedSum = server.sandbox.account
      .intents()
      .filter((each) => each.description?.includes(order.bookingId) && each.status === 'succeeded')
      .reduce((sum, each) => sum + each.amount, 0);
    expect(chargedSum).toBe(rows[0].cents);
  });
});

describe('a plan', () => {
  it.each([
    [[10_000, 30_000], 'a sum below the price'],
    [[20_000, 40_000], 'a sum above the price'],
    [[900, 49_100], 'a first part that is too small'],
    [[49_999.6, 0.4], 'a part below the smallest charge'],
    [[40_000], 'one part that is not the price'],
    [[20_000, 29_999.999, 0.001], 'parts of a cent'],
  ])('of %j is refused: %s', async (amounts) => {
    const buyer = await makeUser(server, 'Buyer');
    const bookingId = await bookListing(server, buyer, await makeCar(server, seller, { dollars: 50_000 }));
    expect((await savePlan(server, buyer, bookingId, amounts)).status).toBe(422);
    expect((await showPlan(server, buyer, bookingId)).body.parts).toEqual([]);
  });

  it('replaces an open charge of the whole price, and joins the price again', async () => {
    const buyer = await makeUser(server, 'Buyer');
    const bookingId = await bookListing(server, buyer, await makeCar(server, seller, { dollars: 50_000 }));
    await call(server, buyer, 'POST', '/api/create-payment-intent', { paymentId: bookingId });
    expect((await savePlan(server, buyer, bookingId, [20_000, 30_000])).status).toBe(200);
    await call(server, buyer, 'POST', '/api/create-payment-intent', { paymentId: bookingId });
    expect((await savePlan(server, buyer, bookingId, [25_000, 25_000])).status).toBe(200);
    expect((await savePlan(server, buyer, bookingId, [50_000])).body.parts).toEqual([]);
    const openedPayment = await call(server, buyer, 'POST', '/api/create-payment-intent', { paymentId: bookingId });
    const intentId = String(openedPayment.body.clientSecret).split('_secret_')[0];
    const intents = server.sandbox.account.intents().filter((each) => each.description?.includes(bookingId));
    expect(intents.map(({ amount, status }) => [amount, status])).toEqual([
      [5_000_000, 'canceled'],
      [2_000_000, 'canceled'],
      [5_000_000, 'requires_payment_method'],
    ]);
    expect(intents.at(-1)?.id).toBe(intentId);
  });

  it('does not change while a code can be paid, nor after a part is paid', async () => {
    const order = await makeOrderInParts(server, seller, [20_000, 30_000]);
    const codeAnswer = await askCode(server, order.buyer, order.bookingId);
    const savePlanAgain = () => savePlan(server, order.buyer, order.bookingId, [30_000, 20_000]);
    expect(await savePlanAgain()).toMatchObject({ status: 409, body: { code: 'ILLEGAL_TRANSITION' } });
    await answerCodePage(server, readPageUrl(codeAnswer), 'approve');
    await payPartByCode(server, order);
    expect(await savePlanAgain()).toMatchObject({ status: 409, body: { code: 'ILLEGAL_TRANSITION' } });
  });
});

describe('a reservation', () => {
  it('ends after its term: every part is refunded, and the car is free', async () => {
    const order = await makeOrderInParts(server, seller, [20_000, 20_000, 30_000]);
    await payPartByCard(server, order);
    await payPartByCode(server, order);
    await endLapsedReservations(server.context);
    expect(await readBooking(order)).toMatchObject({ status: 'unpaid' });
    moveClockForward(reservationDays + 0.1);
    await endLapsedReservations(server.context);
    expect(await readBooking(order)).toEqual({ status: 'cancelled', reserved_until: null });
    expect(await listRefundsAtProvider(order)).toEqual([2_000_000, 2_000_000]);
    await reconcilePayments(server.context);
    server.setClock(() => new Date());
    expect(await readPartStates(server, order)).toEqual(['refunded', 'refunded', 'open']);
    const otherBuyer = await makeUser(server, 'Buyer');
    const bookingId = await bookListing(server, otherBuyer, order.listingId as never);
    const openedPayment = await call(server, otherBuyer, 'POST', '/api/create-payment-intent', {
      paymentId: bookingId,
    });
    expect(openedPayment.status).toBe(200);
  });

  it('ends when its buyer cancels, and cannot begin again at once', async () => {
    const order = await makeOrderInParts(server, seller, [20_000, 30_000]);
    await payPartByCard(server, order);
    const openedPayment = await call(server, order.buyer, 'POST', '/api/create-payment-intent', {
      paymentId: order.bookingId,
    });
    const cancelled = await call(server, order.buyer, 'POST', `/api/v1/bookings/${order.bookingId}/cancellation`, {});
    expect(cancelled.status).toBe(200);
    expect(await readBooking(order)).toEqual({ status: 'cancelled', reserved_until: null });
    expect(await listRefundsAtProvider(order)).toEqual([2_000_000]);
    expect((await confirmCard(server, String(openedPayment.body.clientSecret))).status).toBe(400);
    const newBookingId = await bookListing(server, order.buyer, order.listingId as never);
    expect(await savePlan(server, order.buyer, newBookingId, [20_000, 30_000])).toMatchObject({
      status: 429,
      body: { code: 'HOLD_COOLDOWN' },
    });
  });

  it('ends when an admin breaks it, and when the seller is suspended', async () => {
    const owner = await makeUser(server, 'Seller');
    const orders = [
      await makeOrderInParts(server, owner, [20_000, 30_000]),
      await makeOrderInParts(server, owner, [25_000, 30_000]),
    ] as const;
    for (const order of orders) await payPartByCard(server, order);
    const url = `/api/v1/listings/${orders[0].listingId}/hold-break`;
    expect((await call(server, admin, 'POST', url, { reason: 'Asked by the buyer' })).body).toEqual({
      modifiedCount: 1,
      sold: false,
    });
    await call(server, admin, 'POST', `/api/v1/accounts/${owner.id}/suspension`, { reason: 'To be looked into' });
    await reconcilePayments(server.context);
    expect(await listRefundsAtProvider(orders[0])).toEqual([2_000_000]);
    expect(await listRefundsAtProvider(orders[1])).toEqual([2_500_000]);
  });

  it('of a charge that succeeds late does not begin: the charge is refunded', async () => {
    const order = await makeOrderInParts(server, seller, [20_000, 30_000]);
    const openedPayment = await call(server, order.buyer, 'POST', '/api/create-payment-intent', {
      paymentId: order.bookingId,
    });
    await confirmCard(server, String(openedPayment.body.clientSecret));
    await server.context.pool.query(
      "UPDATE booking SET status = 'cancelled', closed_at = now(), close_reason = 'x' WHERE id = $1",
      [order.bookingId],
    );
    await server.context.pool.query(
      `INSERT INTO audit_entry (id, at, action, noun, noun_id, after)
       VALUES (gen_random_uuid(), now(), 'cancel', 'booking', $1, '{"status":"cancelled"}')`,
      [order.bookingId],
    );
    const transactionId = String(openedPayment.body.clientSecret).split('_secret_')[0];
    const reportAnswer = await call(server, order.buyer, 'POST', '/api/payment', {
      paymentId: order.bookingId,
      transactionId,
    });
    expect(reportAnswer.body.code).toBe('PAYMENT_REFUNDED');
  });
});

describe('a refund of a sale that was paid in parts', () => {
  it('refunds every charge, and is complete when all have arrived', async () => {
    const order = await makeOrderInParts(server, seller, [20_000, 25_000, 30_000]);
    await payPartByCard(server, order);
    server.sandbox.delayedChangeControl.hold();
    await payPartByCode(server, order);
    await payPartByCard(server, order);
    const refundOrder = () =>
      call(server, admin, 'POST', `/api/v1/payments/${order.bookingId}/refund`, { reason: 'The car was damaged.' });
    expect((await refundOrder()).body).toMatchObject({ state: 'pending', amount: 75_000 });
    expect(await listRefundsAtProvider(order)).toEqual([2_000_000, 2_500_000, 3_000_000]);
    for (const { id } of server.sandbox.account.refunds()) await server.sandbox.delayedChangeControl.settle(id);
    await reconcilePayments(server.context);
    expect((await refundOrder()).body).toMatchObject({ state: 'succeeded', amount: 75_000 });
    expect(await listRefundsAtProvider(order)).toHaveLength(3);
    expect(await readPartStates(server, order)).toEqual(['refunded', 'refunded', 'refunded']);
    expect(await readCarStatus(order)).toBe('withdrawn');
    expect(await sumPostingsOfOrder(server, order.bookingId)).toEqual({});
    const receipt = await call(server, order.buyer, 'GET', `/api/v1/bookings/${order.bookingId}/receipt`);
    expect(receipt.body.refund).toMatchObject({ state: 'succeeded', amount: 75_000 });
  });
});
