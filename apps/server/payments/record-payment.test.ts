import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Answer, bookListing, call, confirmCard, makeCar, makeUser, type TestUser } from '../testing/builders.ts';
import { readSandboxKeys } from '../testing/card-events.ts';
import { dumpRows } from '../testing/row-dump.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

let server: TestServer;
let seller: TestUser;
let buyer: TestUser;

beforeAll(async () => {
  server = await startTestServer();
  seller = await makeUser(server, 'Seller');
});
afterEach(() => server.sandbox.faults.clear());
afterAll(() => server.close());

type Order = {
  readonly buyer: TestUser;
  readonly bookingId: string;
  readonly secret: string;
  readonly intentId: string;
};

/** Makes a booking whose payment page is open. */
async function makeOpenOrder(caller?: TestUser): Promise<Order> {
  buyer = caller ?? (await makeUser(server, 'Buyer'));
  const bookingId = await bookListing(server, buyer, await makeCar(server, seller));
  const answer = await call(server, buyer, 'POST', '/api/create-payment-intent', { paymentId: bookingId });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  const secret = String(answer.body.clientSecret);
  return { buyer, bookingId, secret, intentId: secret.split('_secret_')[0] ?? '' };
}

async function makeChargedOrder(caller?: TestUser): Promise<Order> {
  const order = await makeOpenOrder(caller);
  expect((await confirmCard(server, order.secret)).status).toBe(200);
  return order;
}

const reportPayment = (
  caller: TestUser | null,
  paymentId: string,
  transactionId: string,
  otherFields: object = {},
): Promise<Answer> => call(server, caller, 'POST', '/api/payment', { paymentId, transactionId, ...otherFields });

/** Reports a payment and expects that this leaves every row unchanged. */
async function reportUnchanged(caller: TestUser | null, paymentId: string, transactionId: string): Promise<Answer> {
  const rowsBefore = await dumpRows(server);
  const answer = await reportPayment(caller, paymentId, transactionId);
  expect(await dumpRows(server)).toEqual(rowsBefore);
  return answer;
}

const notVerifiedAnswer = { status: 422, body: { code: 'PAYMENT_NOT_VERIFIED' } };
const paymentPendingAnswer = { status: 409, body: { code: 'PAYMENT_PENDING' } };
const notFoundAnswer = { status: 404, body: { code: 'NOT_FOUND' } };

/** Creates an intent in the server's account at the provider that belongs to no payment attempt. */
async function makeIntentWithoutAttempt(): Promise<string> {
  const { secretKey } = await readSandboxKeys(server);
  const answer = await fetch(`${server.sandbox.url}/v1/payment_intents`, {
    method: 'POST',
    headers: { authorization: `Bearer ${secretKey}` },
    body: new URLSearchParams({ amount: '100', currency: 'sgd', confirm: 'true', payment_method: 'pm_card_visa' }),
  });
  expect(answer.status).toBe(200);
  return String(((await answer.json()) as { id: string }).id);
}

describe('a forged report of a payment is refused and changes nothing', () => {
  it.each(['pi_0000000000000000', 'pi_x/../../events', '', 'ch_1', "' or '1'='1", 'x'.repeat(255)])(
    'for the transaction %j',
    async (transactionId) => {
      const order = await makeOpenOrder();
      expect(await reportUnchanged(order.buyer, order.bookingId, transactionId)).toMatchObject(notVerifiedAnswer);
    },
  );

  it('for a charge of the provider that no booking of ours opened', async () => {
    const order = await makeOpenOrder();
    expect(await reportUnchanged(order.buyer, order.bookingId, await makeIntentWithoutAttempt())).toMatchObject(
      notVerifiedAnswer,
    );
  });

  it("for another buyer's charge", async () => {
    const chargedOrder = await makeChargedOrder();
    const order = await makeOpenOrder();
    expect(await reportUnchanged(order.buyer, order.bookingId, chargedOrder.intentId)).toMatchObject(notVerifiedAnswer);
  });

  it('for the charge of another own booking', async () => {
    const chargedOrder = await makeChargedOrder();
    const order = await makeOpenOrder(chargedOrder.buyer);
    expect(await reportUnchanged(order.buyer, order.bookingId, chargedOrder.intentId)).toMatchObject(notVerifiedAnswer);
  });

  it('for a charge that has paid another own booking already', async () => {
    const chargedOrder = await makeChargedOrder();
    expect((await reportPayment(chargedOrder.buyer, chargedOrder.bookingId, chargedOrder.intentId)).status).toBe(200);
    const order = await makeOpenOrder(chargedOrder.buyer);
    expect(await reportUnchanged(order.buyer, order.bookingId, chargedOrder.intentId)).toMatchObject(notVerifiedAnswer);
  });

  it.each([
    ['a smaller amount', { kind: 'amount_tampered', by: -100 }],
    ['a larger amount', { kind: 'amount_tampered', by: 1 }],
    ['another currency', { kind: 'wrong_currency', currency: 'usd' }],
    ['the currency in capitals', { kind: 'wrong_currency', currency: 'SGD' }],
    ['live mode', { kind: 'livemode_true' }],
  ] as const)('for a charge of %s', async (_what, fault) => {
    const order = await makeChargedOrder();
    server.sandbox.faults.addApiFault({ ...fault, on: /^GET / });
    expect(await reportUnchanged(order.buyer, order.bookingId, order.intentId)).toMatchObject(notVerifiedAnswer);
    server.sandbox.faults.clear();
    expect((await reportPayment(order.buyer, order.bookingId, order.intentId)).status).toBe(200);
  });

  it('for a charge of another amount that nobody has confirmed yet', async () => {
    const order = await makeOpenOrder();
    server.sandbox.faults.addApiFault({ kind: 'amount_tampered', by: -100, on: /^GET / });
    expect(await reportUnchanged(order.buyer, order.bookingId, order.intentId)).toMatchObject(notVerifiedAnswer);
  });

  it('for a charge that nobody has confirmed', async () => {
    const order = await makeOpenOrder();
    expect(await reportUnchanged(order.buyer, order.bookingId, order.intentId)).toMatchObject(paymentPendingAnswer);
  });

  it('for a charge that waits for 3-D Secure', async () => {
    const order = await makeOpenOrder();
    const cardAnswer = await confirmCard(server, order.secret, { number: '4000002760003184' });
    expect(cardAnswer.body.status).toBe('requires_action');
    expect(await reportUnchanged(order.buyer, order.bookingId, order.intentId)).toMatchObject(paymentPendingAnswer);
  });

  it("for another's booking, also by its seller, as for one that does not exist", async () => {
    const order = await makeChargedOrder();
    const otherBuyer = await makeUser(server, 'Buyer');
    for (const caller of [otherBuyer, seller]) {
      expect(await reportUnchanged(caller, order.bookingId, order.intentId)).toMatchObject(notFoundAnswer);
      expect(await reportUnchanged(caller, server.context.newId(), order.intentId)).toMatchObject(notFoundAnswer);
    }
    expect(await reportUnchanged(otherBuyer, 'x', order.intentId)).toMatchObject(notFoundAnswer);
    expect(await reportUnchanged(null, order.bookingId, order.intentId)).toMatchObject({ status: 401 });
  });

  it.each([
    { transactionId: 'pi_1' },
    { paymentId: 'x' },
    { paymentId: 'x', transactionId: ['pi_1'] },
    { paymentId: 'x', transactionId: { $ne: null } },
    { paymentId: 'x', transactionId: 'pi_\u0000' },
    { paymentId: 'x', transactionId: 'x'.repeat(256) },
    [],
  ])('for a body that is not right: %#', async (body) => {
    const order = await makeOpenOrder();
    const rowsBefore = await dumpRows(server);
    const answer = await call(server, order.buyer, 'POST', '/api/payment', body);
    expect(answer).toMatchObject({ status: 422, body: { code: 'INVALID' } });
    expect(await dumpRows(server)).toEqual(rowsBefore);
  });
});

describe('the report of a payment', () => {
  it('is no proof: the price and the address in it are ignored', async () => {
    const order = await makeChargedOrder();
    const otherFields = { resellPrice: 1, buyerEmail: 'nobody@people.example', paid: true, amount: 1, currency: 'usd' };
    expect((await reportPayment(order.buyer, order.bookingId, order.intentId, otherFields)).status).toBe(200);
    const queryResult = await server.context.pool.query(
      'SELECT amount_cents, currency, buyer_id FROM payment WHERE intent_id = $1',
      [order.intentId],
    );
    expect(queryResult.rows).toEqual([{ amount_cents: 86_800_000n, currency: 'sgd', buyer_id: order.buyer.id }]);
  });

  it('may be repeated, one after the other and at once, and changes nothing more', async () => {
    const order = await makeChargedOrder();
    const firstAnswer = await reportPayment(order.buyer, order.bookingId, order.intentId);
    const rowsBefore = await dumpRows(server);
    const repeatedAnswers = await Promise.all(
      Array.from({ length: 5 }, () => reportPayment(order.buyer, order.bookingId, order.intentId)),
    );
    for (const answer of repeatedAnswers) expect(answer).toMatchObject({ status: 200, body: firstAnswer.body });
    expect(await dumpRows(server)).toEqual(rowsBefore);
  });

  it('may be repeated while the provider is away, because the payment is on record', async () => {
    const order = await makeChargedOrder();
    const firstAnswer = await reportPayment(order.buyer, order.bookingId, order.intentId);
    server.sandbox.faults.addApiFault({ kind: '502_html' });
    const repeatedAnswer = await reportUnchanged(order.buyer, order.bookingId, order.intentId);
    expect(repeatedAnswer).toMatchObject({ status: 200, body: firstAnswer.body });
  });

  it('is answered 202 while the provider is away, and nothing is paid before it was asked', async () => {
    const order = await makeChargedOrder();
    server.sandbox.faults.addApiFault({ kind: '502_html' });
    const answer = await reportUnchanged(order.buyer, order.bookingId, order.intentId);
    expect(answer).toMatchObject({ status: 202, body: { acknowledged: true, status: 'PENDING' } });
    server.sandbox.faults.clear();
    expect((await reportPayment(order.buyer, order.bookingId, order.intentId)).status).toBe(200);
  });
});
