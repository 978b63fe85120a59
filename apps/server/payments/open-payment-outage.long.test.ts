import { findFreePort } from '@carhouse/database/testing/free-port';
import { guardProvider } from '@carhouse/payments/card-provider';
import { createStripeProvider } from '@carhouse/payments/stripe-provider';
import type { FastifyInstance } from 'fastify';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { buildApp } from '../app.ts';
import { bookListing, call, makeCar, makeUser, type TestUser } from '../testing/builders.ts';
import { readSandboxKeys } from '../testing/card-events.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

let server: TestServer;
let seller: TestUser;

beforeAll(async () => {
  server = await startTestServer();
  seller = await makeUser(server, 'Seller');
});
afterEach(() => {
  server.sandbox.faults.clear();
  vi.useRealTimers();
});
afterAll(() => server.close());

type Order = { readonly buyer: TestUser; readonly bookingId: string };

async function bookCar(): Promise<Order> {
  const buyer = await makeUser(server, 'Buyer');
  return { buyer, bookingId: await bookListing(server, buyer, await makeCar(server, seller)) };
}

describe('opening a payment while the card provider is in trouble', () => {
  it('ends after eight seconds when it is silent, and keeps the hold', async () => {
    const order = await bookCar();
    server.sandbox.faults.addApiFault({ kind: 'hang' });
    const startedAt = performance.now();
    expect(
      await call(server, order.buyer, 'POST', '/api/create-payment-intent', { paymentId: order.bookingId }),
    ).toMatchObject({ status: 503, body: { code: 'PAYMENT_PROVIDER_UNAVAILABLE' } });
    const durationMs = performance.now() - startedAt;
    expect(durationMs).toBeGreaterThan(7_900);
    // Without this server's time limits, the SDK would wait 80 seconds in each of three tries.
    expect(durationMs).toBeLessThan(60_000);
    const { rows } = await server.context.pool.query('SELECT state FROM payment_attempt WHERE booking_id = $1', [
      order.bookingId,
    ]);
    expect(rows).toEqual([{ state: 'open' }]);
  });
});

describe('a card provider that is gone', () => {
  it('is not asked any more after half of ten calls failed, and asked again after ten seconds; booking goes on', async () => {
    const keys = await readSandboxKeys(server);
    const port = await findFreePort();
    let requestCount = 0;
    let target = port;
    const makeProvider = (at: number) =>
      createStripeProvider({
        secretKey: keys.secretKey,
        webhookSecrets: [keys.webhookSecret],
        livemode: false,
        endpoint: { protocol: 'http', host: '127.0.0.1', port: at },
      });
    const cardProvider = guardProvider({
      ...server.context.cardProvider,
      openIntent: (intentInput) => {
        requestCount += 1;
        return makeProvider(target).openIntent(intentInput);
      },
    });
    const app = await buildApp({ ...server.context, cardProvider });
    const orders = await Promise.all(Array.from({ length: 12 }, bookCar));
    const statuses: number[] = [];
    for (const order of orders) statuses.push(await openPaymentAt(app, order));
    expect(statuses).toEqual(orders.map(() => 503));
    expect(requestCount).toBe(10);
    // The call is refused immediately: no request waits for a card provider that does not answer.
    for (const order of orders) expect(await openPaymentAt(app, order)).toBe(503);
    expect(requestCount).toBe(10);
    expect((await bookCar()).bookingId).toMatch(/^[0-9a-f-]{36}$/);

    target = server.sandbox.port;
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 11_000 });
    for (const order of orders) expect(await openPaymentAt(app, order)).toBe(200);
    await app.close();
  });
});

async function openPaymentAt(app: FastifyInstance, { buyer, bookingId }: Order): Promise<number> {
  const answer = await app.inject({
    method: 'POST',
    url: '/api/create-payment-intent',
    headers: { authorization: buyer.token },
    payload: { paymentId: bookingId },
  });
  return answer.statusCode;
}
