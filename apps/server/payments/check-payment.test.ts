import { openDatabase, openPool } from '@carhouse/database/connection/connect';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { sumTotalsByBooking } from '../testing/audit-charges.ts';
import { type Answer, bookListing, call, makeCar, makeUser, type TestUser } from '../testing/builders.ts';
import { makeCardEvent, postEvent, readSandboxKeys, signBody } from '../testing/card-events.ts';
import {
  answerCodePage,
  askCode,
  type CodeOrder,
  makeCodeOrder,
  readPageUrl,
  requestPaymentCheck,
} from '../testing/paynow.ts';
import { createSeededRandom, shuffle } from '../testing/seeded.ts';
import { closeTestNode, openTestNode } from '../testing/test-node.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { readMissedEvents } from './read-missed-events.ts';
import { reconcilePayments } from './reconcile-payments.ts';

let server: TestServer;
let seller: TestUser;

beforeAll(async () => {
  server = await startTestServer();
  seller = await makeUser(server, 'Seller');
});
afterEach(() => {
  server.sandbox.faults.clear();
  server.setWebhookDelivery(false);
  server.setClock(() => new Date());
});
afterAll(() => server.close());

const minutes = 60_000;
const moveClockForward = (milliseconds: number) => server.setClock(() => new Date(Date.now() + milliseconds));
const queryRows = async (sql: string, value: string) => (await server.context.pool.query(sql, [value])).rows;
const listPayments = ({ bookingId }: CodeOrder) =>
  queryRows(
    'SELECT method, card_brand, card_last4, amount_cents::text AS cents FROM payment WHERE booking_id = $1',
    bookingId,
  );
const listAttemptStates = async ({ bookingId }: CodeOrder) =>
  (await queryRows('SELECT state FROM payment_attempt WHERE booking_id = $1', bookingId)).map(({ state }) => state);
const isPaid = async ({ buyer, bookingId }: CodeOrder) =>
  (await call(server, buyer, 'GET', `/api/payment/${bookingId}`)).body.paid;
const readPaymentProgress = ({ buyer, bookingId }: CodeOrder) => requestPaymentCheck(server, buyer, bookingId);

/** The payment rows of an order that was paid exactly once. */
const singlePaymentRows = [{ method: 'paynow', card_brand: null, card_last4: null, cents: '8880000' }];
async function expectPaidOnce(order: CodeOrder): Promise<void> {
  expect(await listPayments(order)).toEqual(singlePaymentRows);
  expect(await listAttemptStates(order)).toEqual(['succeeded']);
  expect(sumTotalsByBooking(server.sandbox.account).get(order.bookingId)).toEqual({ charges: 1, refunds: 0 });
  expect(
    await queryRows("SELECT kind FROM outbox WHERE kind = 'receipt' AND booking_id = $1", order.bookingId),
  ).toHaveLength(1);
}

/** Posts an event of the provider, signed at the time of the server's clock. */
async function deliverEvent(event: object): Promise<Answer> {
  const { webhookSecret } = await readSandboxKeys(server);
  const body = JSON.stringify(event);
  const seconds = Math.floor(server.context.now().getTime() / 1000);
  return postEvent(server, body, signBody(body, webhookSecret, { seconds }));
}

/** Makes an order whose PayNow code is paid before the server knows of the payment. */
async function makePaidCodeOrder(): Promise<CodeOrder> {
  const order = await makeCodeOrder(server, seller);
  expect(await answerCodePage(server, order.pageUrl, 'approve')).toBe(200);
  return order;
}

describe('a paid code is settled', () => {
  it('when the page asks, and the same answer comes again', async () => {
    const order = await makeCodeOrder(server, seller);
    expect((await readPaymentProgress(order)).body).toMatchObject({
      state: 'waiting',
      code: { pageUrl: order.pageUrl },
      holdEndsAt: expect.any(String),
      transactionId: null,
    });
    await answerCodePage(server, order.pageUrl, 'approve');
    const paidProgress = { state: 'paid', code: null, holdEndsAt: null, transactionId: order.intentId };
    expect((await readPaymentProgress(order)).body).toEqual(paidProgress);
    expect((await readPaymentProgress(order)).body).toEqual(paidProgress);
    await expectPaidOnce(order);
  });

  it('by its event alone, when the page is closed', async () => {
    const order = await makeCodeOrder(server, seller);
    server.setWebhookDelivery(true);
    await answerCodePage(server, order.pageUrl, 'approve');
    await expect.poll(() => isPaid(order)).toBe(true);
    await expectPaidOnce(order);
    expect((await readPaymentProgress(order)).body).toMatchObject({ state: 'paid', transactionId: order.intentId });
  });

  it('by the list of events, and by the reconciler, when page and webhook are both lost', async () => {
    const [listedOrder, reconciledOrder] = [await makePaidCodeOrder(), await makeCodeOrder(server, seller)];
    await readMissedEvents(server.context);
    await expectPaidOnce(listedOrder);
    await answerCodePage(server, reconciledOrder.pageUrl, 'approve');
    moveClockForward(3 * minutes);
    await reconcilePayments(server.context);
    await expectPaidOnce(reconciledOrder);
  });

  it('by the report of a browser, which is believed as little as for a card', async () => {
    const order = await makeCodeOrder(server, seller);
    const reportPaymentAsBrowser = () =>
      call(server, order.buyer, 'POST', '/api/payment', { paymentId: order.bookingId, transactionId: order.intentId });
    expect(await reportPaymentAsBrowser()).toMatchObject({ status: 409, body: { code: 'PAYMENT_PENDING' } });
    await answerCodePage(server, order.pageUrl, 'approve');
    expect((await reportPaymentAsBrowser()).status).toBe(200);
    await expectPaidOnce(order);
  });

  it('once, when its events arrive tripled, shuffled and late', async () => {
    const order = await makePaidCodeOrder();
    const eventTypes = [
      'payment_intent.requires_action',
      'charge.succeeded',
      'payment_intent.succeeded',
      'refund.updated',
    ];
    const events = eventTypes.map((type) => makeCardEvent(order.intentId, { type }));
    const repeatedEvents = shuffle([...events, ...events, ...events], createSeededRandom(7));
    const answers = await Promise.all(repeatedEvents.map(deliverEvent));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    await expectPaidOnce(order);
    moveClockForward(16 * minutes);
    for (const type of eventTypes) {
      expect((await deliverEvent(makeCardEvent(order.intentId, { type }))).status).toBe(200);
    }
    await expectPaidOnce(order);
  });

  it('once, when two nodes learn of it by page, event, report and reconciler at the same time', async () => {
    const { config, cardProvider: provider, payoutProvider, cardForm: form } = server.context;
    const pool = openPool({ url: server.databaseUrl, applicationName: 'carhouse-test-second', max: 4 });
    const secondNode = await openTestNode({
      config,
      pool,
      databaseUrl: server.databaseUrl,
      database: openDatabase(pool),
      cards: { provider, payoutProvider, form, sandboxUrl: null },
      sessionSecret: server.sessionSecret,
      now: () => new Date(Date.now() + 3 * minutes),
    });
    try {
      for (let round = 0; round < 4; round += 1) {
        const order = await makePaidCodeOrder();
        const requestFromSecondNode = (url: string, payload?: object) =>
          secondNode.app.inject({
            method: 'POST',
            url,
            headers: { authorization: order.buyer.token },
            ...(payload && { payload }),
          });
        const [answerOfFirstNode, answerOfSecondNode, reportAnswer, eventAnswer] = await Promise.all([
          readPaymentProgress(order),
          requestFromSecondNode(`/api/v1/bookings/${order.bookingId}/payment-check`),
          requestFromSecondNode('/api/payment', { paymentId: order.bookingId, transactionId: order.intentId }),
          deliverEvent(makeCardEvent(order.intentId)),
          reconcilePayments(secondNode.context),
        ]);
        expect([answerOfFirstNode.body.state, answerOfSecondNode.json().state]).toEqual(['paid', 'paid']);
        expect([reportAnswer.statusCode, eventAnswer.status]).toEqual([200, 200]);
        await expectPaidOnce(order);
      }
    } finally {
      await closeTestNode(secondNode);
      await pool.end();
    }
  });
});

describe('a paid code is not settled', () => {
  it.each([
    ['a smaller amount', { kind: 'amount_tampered', by: -100 }],
    ['another currency', { kind: 'wrong_currency', currency: 'usd' }],
    ['live mode', { kind: 'livemode_true' }],
    ['a part of the amount', { kind: 'lie', fields: { amount_received: 1 } }],
    ['another attempt', { kind: 'lie', fields: { metadata: { attempt_id: 'another' } } }],
  ] as const)('with %s', async (_what, fault) => {
    const order = await makePaidCodeOrder();
    server.sandbox.faults.addApiFault({ ...fault, on: /^GET / });
    expect(await readPaymentProgress(order)).toMatchObject({ status: 422, body: { code: 'PAYMENT_NOT_VERIFIED' } });
    expect(await listPayments(order)).toEqual([]);
    server.sandbox.faults.clear();
    expect((await readPaymentProgress(order)).body.state).toBe('paid');
  });

  it('while the provider is away: the page asks again', async () => {
    const order = await makePaidCodeOrder();
    server.sandbox.faults.addApiFault({ kind: '500' });
    expect(await readPaymentProgress(order)).toMatchObject({
      status: 503,
      body: { code: 'PAYMENT_PROVIDER_UNAVAILABLE' },
    });
    server.sandbox.faults.clear();
    expect((await readPaymentProgress(order)).body.state).toBe('paid');
  });
});

describe('a code whose hold has ended', () => {
  it('can no longer be paid, also when nobody else wants the car', async () => {
    const order = await makeCodeOrder(server, seller);
    moveClockForward(16 * minutes);
    expect((await readPaymentProgress(order)).body).toEqual({
      state: 'ended',
      code: null,
      holdEndsAt: null,
      transactionId: null,
    });
    expect(await answerCodePage(server, order.pageUrl, 'approve')).toBe(410);
    expect(await listAttemptStates(order)).toEqual(['cancelled']);
    const secondAnswer = await askCode(server, order.buyer, order.bookingId);
    expect(secondAnswer.status).toBe(200);
    expect(readPageUrl(secondAnswer)).not.toBe(order.pageUrl);
  });

  it('is ended by the reconciler when the page is closed', async () => {
    const order = await makeCodeOrder(server, seller);
    moveClockForward(16 * minutes);
    await reconcilePayments(server.context);
    expect(await answerCodePage(server, order.pageUrl, 'approve')).toBe(410);
    expect((await readPaymentProgress(order)).body.state).toBe('ended');
  });

  it('still buys the car when it was paid before', async () => {
    const order = await makePaidCodeOrder();
    moveClockForward(16 * minutes);
    expect((await readPaymentProgress(order)).body.state).toBe('paid');
    await expectPaidOnce(order);
  });

  it('waits for a bank that decides at that moment', async () => {
    const order = await makeCodeOrder(server, seller);
    moveClockForward(16 * minutes);
    server.sandbox.faults.addApiFault({ kind: 'lie', fields: { status: 'processing' } });
    expect((await readPaymentProgress(order)).body).toMatchObject({ state: 'waiting', code: null });
    server.sandbox.faults.clear();
    expect((await readPaymentProgress(order)).body.state).toBe('ended');
  });

  it('goes back when the money comes after another buyer has the car', async () => {
    const order = await makeCodeOrder(server, seller);
    const [row] = await queryRows('SELECT listing_id FROM booking WHERE id = $1', order.bookingId);
    const otherBuyer = await makeUser(server, 'Buyer');
    const otherBookingId = await bookListing(server, otherBuyer, row?.listing_id);
    await answerCodePage(server, order.pageUrl, 'approve');
    // The provider reports the charge as cancelled first, and as succeeded only later.
    moveClockForward(16 * minutes);
    const callPattern = new RegExp(`${order.intentId}(/cancel)?$`);
    server.sandbox.faults.addApiFault({ kind: 'lie', fields: { status: 'canceled' }, on: callPattern });
    expect((await askCode(server, otherBuyer, otherBookingId)).status).toBe(200);
    server.sandbox.faults.clear();
    expect((await readPaymentProgress(order)).body.state).toBe('ended');
    expect((await deliverEvent(makeCardEvent(order.intentId))).status).toBe(200);
    expect((await readPaymentProgress(order)).body).toMatchObject({ state: 'refunded', transactionId: order.intentId });
    expect(await queryRows('SELECT state FROM refund WHERE intent_id = $1', order.intentId)).toEqual([
      { state: 'pending' },
    ]);
    expect(await isPaid(order)).toBe(false);
    expect((await requestPaymentCheck(server, otherBuyer, otherBookingId)).body.state).toBe('waiting');
  });
});

it('an order that nobody began to pay has nothing to check', async () => {
  const buyer = await makeUser(server, 'Buyer');
  const bookingId = await bookListing(server, buyer, await makeCar(server, seller));
  expect((await requestPaymentCheck(server, buyer, bookingId)).body.state).toBe('ended');
  await call(server, buyer, 'POST', '/api/create-payment-intent', { paymentId: bookingId });
  expect((await requestPaymentCheck(server, buyer, bookingId)).body).toMatchObject({ state: 'none', code: null });
});
