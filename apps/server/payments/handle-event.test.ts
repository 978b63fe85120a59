import { readFileSync } from 'node:fs';
import { createStripeProvider } from '@carhouse/payments/stripe-provider';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { buildApp } from '../app.ts';
import { providerWebhookPath } from '../http/routing/provider-paths.ts';
import { sumTotalsByBooking } from '../testing/audit-charges.ts';
import { type Answer, bookListing, call, confirmCard, makeCar, makeUser, type TestUser } from '../testing/builders.ts';
import { makeCardEvent, postEvent, readSandboxKeys, signBody } from '../testing/card-events.ts';
import { dumpRows } from '../testing/row-dump.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { handledEventTypes } from './handle-event.ts';
import { reconcilePayments } from './reconcile-payments.ts';

let server: TestServer;
let seller: TestUser;
let buyer: TestUser;
let secret: string;

beforeAll(async () => {
  server = await startTestServer();
  seller = await makeUser(server, 'Seller');
  secret = (await readSandboxKeys(server)).webhookSecret;
});
afterEach(() => server.setClock(() => new Date()));
afterAll(() => server.close());

/** Makes a booking whose card was charged without the server knowing it yet. */
async function makeChargedOrder(): Promise<{ bookingId: string; intentId: string }> {
  buyer = await makeUser(server, 'Buyer');
  const bookingId = await bookListing(server, buyer, await makeCar(server, seller));
  const openedPayment = await call(server, buyer, 'POST', '/api/create-payment-intent', { paymentId: bookingId });
  const clientSecret = String(openedPayment.body.clientSecret);
  expect((await confirmCard(server, clientSecret)).status).toBe(200);
  return { bookingId, intentId: clientSecret.split('_secret_')[0] ?? '' };
}

/** Sends an event that is signed at the server's current time. */
function sendEvent(event: object, msAhead = 0): Promise<Answer> {
  const body = JSON.stringify(event, null, 2);
  const seconds = Math.floor((Date.now() + msAhead) / 1000);
  return postEvent(server, body, signBody(body, secret, { seconds }));
}

const readStatus = async (bookingId: string): Promise<unknown> =>
  (await server.context.pool.query('SELECT status FROM booking WHERE id = $1', [bookingId])).rows[0]?.status;
const readMoneyOfBooking = (bookingId: string) => sumTotalsByBooking(server.sandbox.account).get(bookingId);
const hourMs = 3_600_000;

describe('an event that comes late', () => {
  it('and again after 25 hours has the one effect that it had', async () => {
    const order = await makeChargedOrder();
    const event = makeCardEvent(order.intentId);
    expect((await sendEvent(event)).status).toBe(200);
    server.setClock(() => new Date(Date.now() + 25 * hourMs));
    const rowsBefore = await dumpRows(server);
    expect((await sendEvent(event, 25 * hourMs)).status).toBe(200);
    expect(await dumpRows(server)).toEqual(rowsBefore);
  });

  it('by three days finds the booking paid by the reconciler, and charges nobody again', async () => {
    const order = await makeChargedOrder();
    server.setClock(() => new Date(Date.now() + 72 * hourMs));
    await reconcilePayments(server.context);
    expect(await readStatus(order.bookingId)).toBe('paid');
    expect((await sendEvent(makeCardEvent(order.intentId), 72 * hourMs)).status).toBe(200);
    expect([await readStatus(order.bookingId), readMoneyOfBooking(order.bookingId)]).toEqual([
      'paid',
      { charges: 1, refunds: 0 },
    ]);
  });

  it('by three days pays the booking when it is the first report of the charge', async () => {
    const order = await makeChargedOrder();
    server.setClock(() => new Date(Date.now() + 72 * hourMs));
    expect((await sendEvent(makeCardEvent(order.intentId), 72 * hourMs)).status).toBe(200);
    expect([await readStatus(order.bookingId), readMoneyOfBooking(order.bookingId)]).toEqual([
      'paid',
      { charges: 1, refunds: 0 },
    ]);
  });
});

it('events of all handled types are asked for in the instructions for operators', () => {
  const instructions = readFileSync(new URL('../../../docs/operations.md', import.meta.url), 'utf8').split(
    '## Deployment',
  )[0];
  expect(handledEventTypes.filter((type) => instructions?.includes(`\`${type}\``) !== true)).toEqual([]);
});

it('an event that was stored as processed, because its type had no effect yet, has its effect when it is replayed', async () => {
  const order = await makeChargedOrder();
  await server.context.pool.query(
    `INSERT INTO webhook_event (event_id, type, intent_id, payload, received_at, processed_at)
     VALUES ('evt_of_older_version', 'payment_intent.succeeded', $1, '{}', now(), now())`,
    [order.intentId],
  );
  const admin = await makeUser(server, 'admin');
  const path = '/api/v1/reconciliation/events/evt_of_older_version/replay';
  expect((await call(server, admin, 'POST', path, {})).status).toBe(200);
  expect(await readStatus(order.bookingId)).toBe('paid');
});

it('events in reverse order end as those in order: paid, once', async () => {
  const order = await makeChargedOrder();
  for (const type of ['payment_intent.succeeded', 'payment_intent.processing', 'payment_intent.created'])
    expect((await sendEvent(makeCardEvent(order.intentId, { type }))).status).toBe(200);
  expect([await readStatus(order.bookingId), readMoneyOfBooking(order.bookingId)]).toEqual([
    'paid',
    { charges: 1, refunds: 0 },
  ]);
});

describe('the bytes of an event', () => {
  it.each([
    ['written anew after it was signed', (body: string) => JSON.stringify(JSON.parse(body))],
    ['with a byte order mark put before it after it was signed', (body: string) => `\uFEFF${body}`],
    ['with a blank put behind it after it was signed', (body: string) => `${body} `],
  ])('are refused when they came %s', async (_what, changeEvent) => {
    const order = await makeChargedOrder();
    const body = JSON.stringify(makeCardEvent(order.intentId), null, 2);
    const rowsBefore = await dumpRows(server);
    const answer = await postEvent(server, changeEvent(body), signBody(body, secret));
    expect(answer).toMatchObject({ status: 400, body: { code: 'INVALID_SIGNATURE' } });
    expect(await dumpRows(server)).toEqual(rowsBefore);
  });
});

describe('while the webhook secret is rolled over', () => {
  /** Posts an event of the order to a server with these webhook secrets, and returns the status of the response. */
  async function postWithSecrets(secrets: readonly string[], header: (body: string) => string): Promise<number> {
    const order = await makeChargedOrder();
    const keys = await readSandboxKeys(server);
    const cardProvider = createStripeProvider({
      secretKey: keys.secretKey,
      webhookSecrets: secrets,
      livemode: false,
      endpoint: { protocol: 'http', host: '127.0.0.1', port: server.sandbox.port },
    });
    const app = await buildApp({ ...server.context, cardProvider });
    const body = JSON.stringify(makeCardEvent(order.intentId));
    const headers = { 'content-type': 'application/json', 'stripe-signature': header(body) };
    const answer = await app.inject({ method: 'POST', url: providerWebhookPath, headers, payload: body });
    await app.close();
    expect(await readStatus(order.bookingId)).toBe(answer.statusCode === 200 ? 'paid' : 'unpaid');
    return answer.statusCode;
  }
  const [oldSecret, newSecret] = ['whsec_of_yesterday_0123456789', 'whsec_of_tomorrow_0123456789'];

  it('both secrets are taken, and a header with the signatures of both', async () => {
    expect(await postWithSecrets([oldSecret, newSecret], (body) => signBody(body, oldSecret))).toBe(200);
    expect(await postWithSecrets([oldSecret, newSecret], (body) => signBody(body, newSecret))).toBe(200);
    const signWithBothSecrets = (body: string): string =>
      `${signBody(body, oldSecret)},${signBody(body, newSecret).replace(/^t=\d+,/, '')}`;
    expect(await postWithSecrets([newSecret], signWithBothSecrets)).toBe(200);
  });

  it('the old one is refused afterwards', async () => {
    expect(await postWithSecrets([newSecret], (body) => signBody(body, oldSecret))).toBe(400);
  });
});
