import { openDatabase, openPool } from '@carhouse/database/connection/connect';
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { providerWebhookPath } from '../http/routing/provider-paths.ts';
import { bookListing, call, confirmCard, makeCar, makeUser, type TestUser } from '../testing/builders.ts';
import { makeCardEvent, readSandboxKeys, signBody } from '../testing/card-events.ts';
import { closeTestNode, openTestNode, type TestNode } from '../testing/test-node.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

let testServer: TestServer;
let seller: TestUser;
/** A server node that has a single connection to the database. */
let nodeWithSmallPool: TestNode;
let pool: pg.Pool;

beforeAll(async () => {
  testServer = await startTestServer();
  seller = await makeUser(testServer, 'Seller');
  const { config, cardProvider: provider, payoutProvider, cardForm: form } = testServer.context;
  if (config.database.kind !== 'server') throw new Error('A test testServer has a server.');
  const { url } = config.database;
  pool = openPool({ url, applicationName: 'carhouse-test-narrow', max: 1 });
  const sessionSecret = testServer.sessionSecret;
  const cards = { provider, payoutProvider, form, sandboxUrl: null };
  const now = () => new Date();
  nodeWithSmallPool = await openTestNode({
    config,
    pool,
    databaseUrl: url,
    database: openDatabase(pool),
    cards,
    sessionSecret,
    now,
  });
});
afterEach(() => testServer.sandbox.faults.clear());
afterAll(async () => {
  await closeTestNode(nodeWithSmallPool);
  await pool.end();
  await testServer.close();
});

async function sendCall(app: FastifyInstance, caller: TestUser, method: 'GET' | 'POST', url: string, payload?: object) {
  const headers = { authorization: caller.token };
  const answer = await app.inject({ method, url, headers, ...(payload === undefined ? {} : { payload }) });
  const body: Record<string, unknown> = answer.json();
  return { status: answer.statusCode, body };
}

/** Returns the number of active database connections of the server. */
const countActiveConnections = (): number => testServer.context.pool.totalCount - testServer.context.pool.idleCount;

describe('one connection to the database', () => {
  it('is enough for every step of a payment: no step holds one while it asks for another', async () => {
    const buyer = await makeUser(testServer, 'Buyer');
    const productId = await makeCar(testServer, seller);
    const { app } = nodeWithSmallPool;
    const bookingFields = { productId, meetingDate: 'Sat', buyerNumber: '9123 4567' };
    const bookingAnswer = await sendCall(app, buyer, 'POST', '/api/bookingData', bookingFields);
    expect(bookingAnswer.status, JSON.stringify(bookingAnswer.body)).toBe(200);
    const paymentId = String(bookingAnswer.body.insertedId);
    const openedPayment = await sendCall(app, buyer, 'POST', '/api/create-payment-intent', { paymentId });
    expect(openedPayment.status, JSON.stringify(openedPayment.body)).toBe(200);
    const secret = String(openedPayment.body.clientSecret);
    const transactionId = secret.split('_secret_')[0] ?? '';
    await confirmCard(testServer, secret);
    expect((await sendCall(app, buyer, 'POST', '/api/payment', { paymentId, transactionId })).status).toBe(200);
    const eventText = JSON.stringify(makeCardEvent(transactionId));
    const signedHeaders = {
      'stripe-signature': signBody(eventText, (await readSandboxKeys(testServer)).webhookSecret),
    };
    const headers = { 'content-type': 'application/json', ...signedHeaders };
    const result = await app.inject({ method: 'POST', url: providerWebhookPath, payload: eventText, headers });
    expect(result.statusCode, result.body).toBe(200);
    expect((await sendCall(app, buyer, 'GET', '/api/myorders')).status).toBe(200);
    const otherBookingId = await bookListing(testServer, buyer, await makeCar(testServer, seller));
    expect((await sendCall(app, buyer, 'POST', `/api/v1/bookings/${otherBookingId}/cancellation`, {})).status).toBe(
      200,
    );
  });
});

describe('a silent card provider', () => {
  it('holds no connection: twelve payments wait for it, and booking goes on', async () => {
    const buyers = await Promise.all(Array.from({ length: 12 }, () => makeUser(testServer, 'Buyer')));
    const bookingIds = await Promise.all(
      buyers.map(async (buyer) => bookListing(testServer, buyer, await makeCar(testServer, seller))),
    );
    testServer.sandbox.faults.addApiFault({ kind: 'hang' });
    const answerPromises = buyers.map((buyer, index) =>
      call(testServer, buyer, 'POST', '/api/create-payment-intent', { paymentId: bookingIds[index] }),
    );
    // All payments have their hold by now and wait for the card provider.
    await expect
      .poll(
        async () =>
          (await testServer.context.pool.query("SELECT 1 FROM payment_attempt WHERE state = 'open'")).rowCount,
      )
      .toBeGreaterThanOrEqual(12);
    await expect.poll(countActiveConnections).toBe(0);
    const [buyer] = buyers;
    if (buyer === undefined) throw new Error('no buyer');
    const bookingPromise = makeCar(testServer, seller).then((car) => bookListing(testServer, buyer, car));
    // None of the requests has timed out, which would release its connection.
    expect(await Promise.race([bookingPromise, ...answerPromises])).toMatch(/^[0-9a-f-]{36}$/);
    expect((await Promise.all(answerPromises)).map(({ status }) => status)).toEqual(buyers.map(() => 503));
  });
});
