import { createStripeProvider } from '@carhouse/payments/stripe-provider';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildApp } from '../app.ts';
import { bookListing, call, confirmCard, makeCar, makeUser, type TestUser } from '../testing/builders.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { reconcilePayments } from './reconcile-payments.ts';

let server: TestServer;
let seller: TestUser;

beforeAll(async () => {
  server = await startTestServer();
  seller = await makeUser(server, 'Seller');
});
afterAll(() => server.close());

/** Makes a hold whose charge the provider does not know, because the provider account was emptied or replaced. */
async function makeChargeMissingAtProvider(): Promise<{
  buyer: TestUser;
  otherBuyer: TestUser;
  ownBookingId: string;
  otherBooking: string;
}> {
  const [buyer, otherBuyer] = [await makeUser(server, 'Buyer'), await makeUser(server, 'Buyer')];
  const car = await makeCar(server, seller);
  const [ownBookingId, otherBooking] = [
    await bookListing(server, buyer, car),
    await bookListing(server, otherBuyer, car),
  ];
  expect((await openPayment(buyer, ownBookingId)).status).toBe(200);
  await server.context.pool.query("UPDATE payment_attempt SET intent_id = 'pi_of_' || id WHERE booking_id = $1", [
    ownBookingId,
  ]);
  return { buyer, otherBuyer, ownBookingId, otherBooking };
}

const openPayment = (caller: TestUser, paymentId: string) =>
  call(server, caller, 'POST', '/api/create-payment-intent', { paymentId });

async function runAfterHoldEnd<T>(checkHold: () => Promise<T>): Promise<T> {
  server.setClock(() => new Date(Date.now() + 16 * 60_000));
  try {
    return await checkHold();
  } finally {
    server.setClock(() => new Date());
  }
}

describe('a charge that the provider does not know', () => {
  it('gives way to a new one, and what is charged then is paid for', async () => {
    const { buyer, ownBookingId } = await makeChargeMissingAtProvider();
    const secret = String((await openPayment(buyer, ownBookingId)).body.clientSecret);
    expect((await confirmCard(server, secret)).status).toBe(200);
    const transactionId = secret.split('_secret_')[0];
    const result = await call(server, buyer, 'POST', '/api/payment', { paymentId: ownBookingId, transactionId });
    expect(result.status, JSON.stringify(result.body)).toBe(200);
    expect((await call(server, buyer, 'GET', `/api/payment/${ownBookingId}`)).body.paid).toBe(true);
  });

  it('holds the car for nobody else once its time is over', async () => {
    const { otherBuyer, otherBooking } = await makeChargeMissingAtProvider();
    const answer = await runAfterHoldEnd(() => openPayment(otherBuyer, otherBooking));
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  });

  it('is let go by the reconciler', async () => {
    const { ownBookingId } = await makeChargeMissingAtProvider();
    await runAfterHoldEnd(() => reconcilePayments(server.context));
    const refundStatesResult = await server.context.pool.query(
      'SELECT state FROM payment_attempt WHERE booking_id = $1',
      [ownBookingId],
    );
    expect(refundStatesResult.rows).toEqual([{ state: 'cancelled' }]);
  });
});

it('what the provider refuses is a fault of the server, not of the caller', async () => {
  const buyer = await makeUser(server, 'Buyer');
  const paymentId = await bookListing(server, buyer, await makeCar(server, seller));
  const cardProvider = createStripeProvider({
    secretKey: 'sk_test_of_nobody',
    webhookSecrets: ['whsec_x'],
    livemode: false,
    endpoint: { protocol: 'http', host: '127.0.0.1', port: server.sandbox.port },
  });
  const app = await buildApp({ ...server.context, cardProvider });
  const answer = await app.inject({
    method: 'POST',
    url: '/api/create-payment-intent',
    headers: { authorization: buyer.token },
    payload: { paymentId },
  });
  await app.close();
  expect([answer.statusCode, answer.json().code]).toEqual([500, 'INTERNAL']);
  expect((await openPayment(buyer, paymentId)).status).toBe(200);
});

describe('the reconciler', () => {
  it('reaches a charge behind more refunds that cannot be sent than it reads at once', async () => {
    server.expectBroken(
      'an attempt is over another amount than its booking',
      'money is owed back and no refund is noted',
    );
    const buyer = await makeUser(server, 'Buyer');
    const bookingId = await bookListing(server, buyer, await makeCar(server, seller));
    await server.context.pool.query(
      `INSERT INTO payment_attempt (id, booking_id, listing_id, buyer_id, amount_cents, currency, state, intent_id, created_at, expires_at, updated_at)
       SELECT gen_random_uuid(), id, listing_id, buyer_id, 100, 'sgd', 'refund_due', 'pi_stuck_' || n, now() - interval '1 day', now(), now()
       FROM booking, generate_series(1, 101) AS n WHERE id = $1`,
      [bookingId],
    );
    const secret = String((await openPayment(buyer, bookingId)).body.clientSecret);
    expect((await confirmCard(server, secret)).status).toBe(200);
    await runAfterHoldEnd(() => reconcilePayments(server.context));
    expect((await call(server, buyer, 'GET', `/api/payment/${bookingId}`)).body.paid).toBe(true);
  });
});
