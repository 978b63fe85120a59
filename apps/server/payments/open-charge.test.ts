import { createStripeProvider } from '@carhouse/payments/stripe-provider';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildApp } from '../app.ts';
import { book, call, confirmCard, makeCar, makePerson, type Person } from '../testing/builders.ts';
import { openTestHouse, type TestHouse } from '../testing/test-house.ts';
import { reconcilePayments } from './reconcile-payments.ts';

let house: TestHouse;
let seller: Person;

beforeAll(async () => {
  house = await openTestHouse();
  seller = await makePerson(house, 'Seller');
});
afterAll(() => house.close());

/** A hold whose charge the provider has never heard of: the account was emptied, or it is another account now. */
async function forgottenCharge(): Promise<{ buyer: Person; other: Person; own: string; others: string }> {
  const [buyer, other] = [await makePerson(house, 'Buyer'), await makePerson(house, 'Buyer')];
  const car = await makeCar(house, seller);
  const [own, others] = [await book(house, buyer, car), await book(house, other, car)];
  expect((await open(buyer, own)).status).toBe(200);
  await house.context.pool.query("UPDATE payment_attempt SET intent_id = 'pi_of_' || id WHERE booking_id = $1", [own]);
  return { buyer, other, own, others };
}

const open = (who: Person, paymentId: string) => call(house, who, 'POST', '/api/create-payment-intent', { paymentId });

async function whenTheHoldHasEnded<T>(work: () => Promise<T>): Promise<T> {
  house.setClock(() => new Date(Date.now() + 16 * 60_000));
  try {
    return await work();
  } finally {
    house.setClock(() => new Date());
  }
}

describe('a charge that the provider does not know', () => {
  it('gives way to a new one, and what is charged then is paid for', async () => {
    const { buyer, own } = await forgottenCharge();
    const secret = String((await open(buyer, own)).body.clientSecret);
    expect((await confirmCard(house, secret)).status).toBe(200);
    const transactionId = secret.split('_secret_')[0];
    const told = await call(house, buyer, 'POST', '/api/payment', { paymentId: own, transactionId });
    expect(told.status, JSON.stringify(told.body)).toBe(200);
    expect((await call(house, buyer, 'GET', `/api/payment/${own}`)).body.paid).toBe(true);
  });

  it('holds the car for nobody else once its time is over', async () => {
    const { other, others } = await forgottenCharge();
    const answer = await whenTheHoldHasEnded(() => open(other, others));
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  });

  it('is let go by the reconciler', async () => {
    const { own } = await forgottenCharge();
    await whenTheHoldHasEnded(() => reconcilePayments(house.context));
    const rows = await house.context.pool.query('SELECT state FROM payment_attempt WHERE booking_id = $1', [own]);
    expect(rows.rows).toEqual([{ state: 'cancelled' }]);
  });
});

it('what the provider refuses is a fault of the house, not of the caller', async () => {
  const buyer = await makePerson(house, 'Buyer');
  const paymentId = await book(house, buyer, await makeCar(house, seller));
  const cardProvider = createStripeProvider({
    secretKey: 'sk_test_of_nobody',
    webhookSecrets: ['whsec_x'],
    livemode: false,
    endpoint: { protocol: 'http', host: '127.0.0.1', port: house.sandbox.port },
  });
  const app = await buildApp({ ...house.context, cardProvider });
  const answer = await app.inject({
    method: 'POST',
    url: '/api/create-payment-intent',
    headers: { authorization: buyer.token },
    payload: { paymentId },
  });
  await app.close();
  expect([answer.statusCode, answer.json().code]).toEqual([500, 'INTERNAL']);
  expect((await open(buyer, paymentId)).status).toBe(200);
});

describe('the reconciler', () => {
  it('reaches a charge behind more refunds that cannot be sent than it reads at once', async () => {
    house.expectBroken(
      'an attempt is over another amount than its booking',
      'money is owed back and no refund is noted',
    );
    const buyer = await makePerson(house, 'Buyer');
    const bookingId = await book(house, buyer, await makeCar(house, seller));
    await house.context.pool.query(
      `INSERT INTO payment_attempt (id, booking_id, listing_id, buyer_id, amount_cents, currency, state, intent_id, created_at, expires_at, updated_at)
       SELECT gen_random_uuid(), id, listing_id, buyer_id, 100, 'sgd', 'refund_due', 'pi_stuck_' || n, now() - interval '1 day', now(), now()
       FROM booking, generate_series(1, 101) AS n WHERE id = $1`,
      [bookingId],
    );
    const secret = String((await open(buyer, bookingId)).body.clientSecret);
    expect((await confirmCard(house, secret)).status).toBe(200);
    await whenTheHoldHasEnded(() => reconcilePayments(house.context));
    expect((await call(house, buyer, 'GET', `/api/payment/${bookingId}`)).body.paid).toBe(true);
  });
});
