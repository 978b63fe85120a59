import { gzipSync } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { buildApp } from '../app.ts';
import { providerWebhookPath } from '../http/routing/provider-paths.ts';
import { bookListing, call, confirmCard, makeCar, makeUser, password, type TestUser } from '../testing/builders.ts';
import { makeCardEvent, readSandboxKeys, signBody } from '../testing/card-events.ts';
import { dumpRows } from '../testing/row-dump.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

let server: TestServer;
/** A second app on the same server, with a log that the test reads. */
let app: FastifyInstance;
let seller: TestUser;
let secret: string;
const lines: string[] = [];

beforeAll(async () => {
  server = await startTestServer();
  const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) });
  app = await buildApp({ ...server.context, log });
  seller = await makeUser(server, 'Seller');
  secret = (await readSandboxKeys(server)).webhookSecret;
});
afterEach(() => server.sandbox.faults.clear());
afterAll(async () => {
  await app.close();
  await server.close();
});

type Order = { readonly buyer: TestUser; readonly bookingId: string; readonly intentId: string };

/**
 * Makes a booking whose card was charged without the server knowing it. A valid event would mark the booking as paid.
 */
async function makeChargedOrder(): Promise<Order> {
  const buyer = await makeUser(server, 'Buyer');
  const bookingId = await bookListing(server, buyer, await makeCar(server, seller));
  const openedPayment = await call(server, buyer, 'POST', '/api/create-payment-intent', { paymentId: bookingId });
  const clientSecret = String(openedPayment.body.clientSecret);
  expect((await confirmCard(server, clientSecret)).status).toBe(200);
  return { buyer, bookingId, intentId: clientSecret.split('_secret_')[0] ?? '' };
}

const makePastTimestamp = (seconds: number): number => Math.floor(Date.now() / 1000) - seconds;
const signWithAge = (body: string, seconds: number): string =>
  signBody(body, secret, { seconds: makePastTimestamp(seconds) });
const makeEventBody = (order: Order, changes: { livemode?: boolean } = {}): string =>
  JSON.stringify(makeCardEvent(order.intentId, changes), null, 2);

type WebhookPost = {
  readonly method?: 'GET' | 'PUT' | 'POST' | 'DELETE' | 'PATCH';
  readonly body?: string | Buffer;
  readonly headers?: Readonly<Record<string, string>>;
};

async function postToWebhook({ method = 'POST', body, headers = {} }: WebhookPost) {
  const answer = await app.inject({
    method,
    url: providerWebhookPath,
    headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
    ...(body === undefined ? {} : { payload: body }),
  });
  return { status: answer.statusCode, code: String(answer.json().code) };
}

const makeSignedPost = (body: string | Buffer, header: string): WebhookPost => ({
  body,
  headers: { 'stripe-signature': header },
});
/** Makes a valid event with the signature that `sign` computes. */
const makePostWithSignature = (sign: (body: string) => string) => (order: Order) => {
  const body = makeEventBody(order);
  return makeSignedPost(body, sign(body));
};
/** Returns a function that signs a body correctly, although the body is not an event that the server accepts. */
const prepareCorrectlySignedPost = (body: string) => () => makeSignedPost(body, signBody(body, secret));

const forgedAnswer = [400, 'INVALID_SIGNATURE'] as const;
const unreadableAnswer = [400, 'BAD_REQUEST'] as const;

/**
 * The cases of docs/reliability.md (hostile input G 131 to 143, and invariant I10), each with its name, the expected
 * answer, and the function that makes the request.
 */
const eventVariants: readonly (readonly [
  string,
  readonly [number, string],
  (order: Order) => WebhookPost | Promise<WebhookPost>,
])[] = [
  ['v0 only', forgedAnswer, makePostWithSignature((body) => signBody(body, secret, { scheme: 'v0' }))],
  ['301 s old', forgedAnswer, makePostWithSignature((body) => signWithAge(body, 302))],
  ['301 s ahead', forgedAnswer, makePostWithSignature((body) => signWithAge(body, -302))],
  ['a year ahead', forgedAnswer, makePostWithSignature((body) => signWithAge(body, -31_536_000))],
  ['of the year 1970', forgedAnswer, makePostWithSignature((body) => signBody(body, secret, { seconds: 0 }))],
  ['t is NaN', forgedAnswer, makePostWithSignature((body) => signBody(body, secret).replace(/t=\d+/, 't=NaN'))],
  ['t signed as NaN', forgedAnswer, makePostWithSignature((body) => signBody(body, secret, { seconds: Number.NaN }))],
  [
    'two t, the second one old',
    forgedAnswer,
    makePostWithSignature((body) => `t=${makePastTimestamp(0)},${signWithAge(body, 9_000)}`),
  ],
  [
    'two t, the first one old',
    forgedAnswer,
    makePostWithSignature((body) => `t=${makePastTimestamp(9_000)},${signBody(body, secret)}`),
  ],
  ['no t', forgedAnswer, makePostWithSignature((body) => signBody(body, secret).replace(/^t=\d+,/, ''))],
  ['no signature header', forgedAnswer, (order) => ({ body: makeEventBody(order) })],
  ['an empty signature', forgedAnswer, makePostWithSignature(() => '')],
  ['a signature of nonsense', forgedAnswer, makePostWithSignature(() => 't=,v1=,,=;')],
  ['a signature cut short', forgedAnswer, makePostWithSignature((body) => signBody(body, secret).slice(0, -1))],
  ['the secret of somebody else', forgedAnswer, makePostWithSignature((body) => signBody(body, 'whsec_other'))],
  ['an empty secret', forgedAnswer, makePostWithSignature((body) => signBody(body, ''))],
  ['the signature of another body', forgedAnswer, makePostWithSignature(() => signBody('{}', secret))],
  ['re-serialised', forgedAnswer, (order) => makeReserialisedPost(makeEventBody(order))],
  [
    'with one space more at the end',
    forgedAnswer,
    (order) => makePostWithChangedBody(makeEventBody(order), (body) => `${body} `),
  ],
  [
    'about another charge than was signed',
    forgedAnswer,
    (order) => makePostWithChangedBody(makeEventBody(order), (body) => replaceChargeId(body, order)),
  ],
  [
    'a byte order mark in front',
    forgedAnswer,
    (order) => makePostWithChangedBody(makeEventBody(order), (body) => `\uFEFF${body}`),
  ],
  [
    'a byte order mark that is signed',
    forgedAnswer,
    (order) => prepareCorrectlySignedPost(`\uFEFF${makeEventBody(order)}`)(),
  ],
  ['live mode', forgedAnswer, (order) => prepareCorrectlySignedPost(makeEventBody(order, { livemode: true }))()],
  ['from a browser with a session token', forgedAnswer, (order) => makePostWithSession(order, {})],
  ['from a page with a session cookie', forgedAnswer, (order) => makePostWithCookie(order)],
  ['gzip, signed before packing', [415, 'UNSUPPORTED_MEDIA_TYPE'], (order) => makeCompressedPost(makeEventBody(order))],
  [
    '300 KB',
    [413, 'PAYLOAD_TOO_LARGE'],
    (order) => prepareCorrectlySignedPost(`${makeEventBody(order)}${' '.repeat(300 * 1024)}`)(),
  ],
  ['signed, of no bytes', forgedAnswer, prepareCorrectlySignedPost('')],
  ['signed null', unreadableAnswer, prepareCorrectlySignedPost('null')],
  ['a signed list', unreadableAnswer, prepareCorrectlySignedPost('[]')],
  ['a signed text', unreadableAnswer, prepareCorrectlySignedPost('"x"')],
  ['signed, half a body', forgedAnswer, prepareCorrectlySignedPost('{"a":')],
  ['signed, of no fields', unreadableAnswer, prepareCorrectlySignedPost('{}')],
  [
    'signed, without its object',
    unreadableAnswer,
    prepareCorrectlySignedPost('{"id":"evt_1","type":"x","livemode":false,"data":null}'),
  ],
];

function makePostWithChangedBody(body: string, change: (body: string) => string): WebhookPost {
  return makeSignedPost(change(body), signBody(body, secret));
}

const makeReserialisedPost = (body: string): WebhookPost =>
  makePostWithChangedBody(body, (text) => JSON.stringify(JSON.parse(text)));
/** Returns the body with the id of a charge that differs in its last character. */
const replaceChargeId = (body: string, { intentId }: Order): string =>
  body.replace(intentId, `${intentId.slice(0, -1)}${intentId.endsWith('0') ? '1' : '0'}`);

function makePostWithSession({ buyer, intentId }: Order, headers: Readonly<Record<string, string>>): WebhookPost {
  return { body: JSON.stringify(makeCardEvent(intentId)), headers: { authorization: buyer.token, ...headers } };
}

/** Makes the request that a page of another site could send: the browser adds the cookie by itself. */
async function makePostWithCookie(order: Order): Promise<WebhookPost> {
  const payload = { email: order.buyer.email, password };
  const answer = await server.app.inject({ method: 'POST', url: '/api/auth/sign-in/email', payload });
  const cookie = String(answer.headers['set-cookie']).split(';')[0] ?? '';
  expect(cookie).toContain('session_token=');
  return { body: makeEventBody(order), headers: { cookie, origin: server.context.config.publicUrl } };
}

function makeCompressedPost(body: string): WebhookPost {
  const headers = { 'stripe-signature': signBody(body, secret), 'content-encoding': 'gzip' };
  return { body: gzipSync(body), headers };
}

describe("an event that is not the provider's is refused, changes no row and leaves one line in the log", () => {
  it('in more than twenty variants', () => {
    expect(new Set(eventVariants.map(([name]) => name)).size).toBeGreaterThan(20);
  });

  it.each(eventVariants)('%s', async (_name, [status, code], makePost) => {
    const order = await makeChargedOrder();
    const eventPost = await makePost(order);
    const rowsBefore = await dumpRows(server);
    lines.length = 0;
    expect(await postToWebhook(eventPost)).toEqual({ status, code });
    expect(await dumpRows(server)).toEqual(rowsBefore);
    // A request that is refused before its body is read is not logged, because its signature was not checked.
    expect(lines.map((line) => JSON.parse(line).code)).toEqual(status === 400 ? [code] : []);
    expect(lines.join('')).not.toContain(order.intentId);
  });

  it.each(['GET', 'PUT', 'PATCH', 'DELETE'] as const)('by %s', async (method) => {
    const order = await makeChargedOrder();
    const body = makeEventBody(order);
    const rowsBefore = await dumpRows(server);
    expect([404, 405]).toContain(
      (await postToWebhook({ ...makeSignedPost(body, signBody(body, secret)), method })).status,
    );
    expect(await dumpRows(server)).toEqual(rowsBefore);
  });
});

describe('a true event about a charge that is not as it should be is taken, pays nothing and raises an alarm', () => {
  const readOtherMetadata = async () => {
    const { rows } = await server.context.pool.query<{ attempt_id: string; booking_id: string }>(
      'SELECT id AS attempt_id, booking_id FROM payment_attempt WHERE intent_id = $1',
      [(await makeChargedOrder()).intentId],
    );
    return { metadata: rows[0] };
  };

  it.each<readonly [string, (cents: number) => object | Promise<object>]>([
    ['less has arrived than was asked for', (amount) => ({ amount_received: amount - 1 })],
    ['nothing has arrived', () => ({ amount_received: 0 })],
    ['another amount', (amount) => ({ amount: amount - 100, amount_received: amount - 100 })],
    ['more than the price', (amount) => ({ amount: amount + 100, amount_received: amount + 100 })],
    ['another currency', () => ({ currency: 'usd' })],
    ['the currency in capital letters', () => ({ currency: 'SGD' })],
    ['the attempt of another booking', readOtherMetadata],
    ['no metadata', () => ({ metadata: {} })],
    ['live mode', () => ({ livemode: true })],
  ])('%s', async (_name, forgeEvent) => {
    const order = await makeChargedOrder();
    const fields = await forgeEvent(86_800_000);
    server.sandbox.faults.addApiFault({
      kind: 'lie',
      fields,
      on: new RegExp(`GET /v1/payment_intents/${order.intentId}$`),
    });
    const body = makeEventBody(order);
    lines.length = 0;
    expect((await postToWebhook(makeSignedPost(body, signBody(body, secret)))).status).toBe(200);
    const isPaid = (await call(server, order.buyer, 'GET', `/api/payment/${order.bookingId}`)).body.paid;
    expect(isPaid).toBe(false);
    expect(lines.map((line) => [JSON.parse(line).level, JSON.parse(line).msg])).toContainEqual([
      50,
      'a charge differs from its payment attempt',
    ]);
  });
});
