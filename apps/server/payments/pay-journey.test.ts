import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bookListing, call, confirmCard, makeCar, makeUser, type TestUser } from '../testing/builders.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { reconcilePayments } from './reconcile-payments.ts';

let server: TestServer;
let seller: TestUser;

beforeAll(async () => {
  server = await startTestServer();
  seller = await makeUser(server, 'Seller', { verified: true });
});
afterAll(() => server.close());

async function openPayment(buyer: TestUser, bookingId: string): Promise<string> {
  const answer = await call(server, buyer, 'POST', '/api/create-payment-intent', {
    paymentId: bookingId,
    resellPrice: 868_000,
  });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return String(answer.body.clientSecret);
}

const readIntentId = (clientSecret: string): string => clientSecret.split('_secret_')[0] ?? '';

describe('paying for a booking', () => {
  it('makes the order paid, sells the car and closes the other bookings of it', async () => {
    const [buyer, otherBuyer] = [await makeUser(server, 'Buyer'), await makeUser(server, 'Buyer')];
    const car = await makeCar(server, seller);
    const bookingId = await bookListing(server, buyer, car);
    await bookListing(server, otherBuyer, car);
    const secret = await openPayment(buyer, bookingId);
    expect((await confirmCard(server, secret)).status).toBe(200);
    const paymentAnswer = await call(server, buyer, 'POST', '/api/payment', {
      paymentId: bookingId,
      transactionId: readIntentId(secret),
    });
    expect(paymentAnswer.status).toBe(200);
    expect(paymentAnswer.body.insertedId).toMatch(/^[0-9a-f-]{36}$/);
    const secondAnswer = await call(server, buyer, 'POST', '/api/payment', {
      paymentId: bookingId,
      transactionId: readIntentId(secret),
    });
    expect(secondAnswer.body.insertedId).toBe(paymentAnswer.body.insertedId);
    const [order] = (await call(server, buyer, 'GET', `/api/myorders?email=${buyer.email}`)).body;
    expect(order).toMatchObject({ paid: true, resellPrice: 868_000, productModel: 'Roma' });
    const [lostOrder] = (await call(server, otherBuyer, 'GET', '/api/myorders')).body;
    expect(lostOrder).toMatchObject({
      paid: false,
      status: 'cancelled',
      closeReason: 'The car was sold to another buyer.',
    });
    expect((await call(server, null, 'GET', `/api/productById/${car}`)).body.status).toBe('sold');
  });

  it('settles by the webhook alone when the browser says nothing', async () => {
    const buyer = await makeUser(server, 'Buyer');
    const bookingId = await bookListing(server, buyer, await makeCar(server, seller));
    server.setWebhookDelivery(true);
    try {
      await confirmCard(server, await openPayment(buyer, bookingId));
      await expect
        .poll(async () => (await call(server, buyer, 'GET', `/api/payment/${bookingId}`)).body.paid)
        .toBe(true);
    } finally {
      server.setWebhookDelivery(false);
    }
  });

  it('keeps the order unpaid when the card is declined, and lets another card pay', async () => {
    const buyer = await makeUser(server, 'Buyer');
    const bookingId = await bookListing(server, buyer, await makeCar(server, seller));
    const secret = await openPayment(buyer, bookingId);
    const declinedChargeAnswer = await confirmCard(server, secret, { number: '4000000000000002' });
    expect(declinedChargeAnswer.status).toBe(402);
    expect(declinedChargeAnswer.body.error).toMatchObject({
      code: 'card_declined',
      message: 'Your card was declined.',
    });
    const result = await call(server, buyer, 'POST', '/api/payment', {
      paymentId: bookingId,
      transactionId: readIntentId(secret),
    });
    expect(result).toMatchObject({ status: 409, body: { code: 'PAYMENT_PENDING' } });
    expect((await call(server, buyer, 'GET', `/api/payment/${bookingId}`)).body.paid).toBe(false);
    expect(await openPayment(buyer, bookingId)).toBe(secret);
    expect((await confirmCard(server, secret)).status).toBe(200);
  });

  it('answers the same charge to fifty requests at once for one booking', async () => {
    const buyer = await makeUser(server, 'Buyer');
    const bookingId = await bookListing(server, buyer, await makeCar(server, seller));
    const answers = await Promise.all(
      Array.from({ length: 50 }, () =>
        call(server, buyer, 'POST', '/api/create-payment-intent', { paymentId: bookingId }),
      ),
    );
    const secrets = new Set(
      answers.filter((answer) => answer.status === 200).map((answer) => answer.body.clientSecret),
    );
    expect(secrets.size).toBe(1);
    expect(answers.filter((answer) => ![200, 503].includes(answer.status))).toEqual([]);
  });

  it('tells a second buyer that the car is held, and frees it after the hold at the provider first', async () => {
    const [firstBuyer, secondBuyer] = [await makeUser(server, 'Buyer'), await makeUser(server, 'Buyer')];
    const car = await makeCar(server, seller);
    const [a, b] = [await bookListing(server, firstBuyer, car), await bookListing(server, secondBuyer, car)];
    const firstClientSecret = await openPayment(firstBuyer, a);
    const refusedAnswer = await call(server, secondBuyer, 'POST', '/api/create-payment-intent', { paymentId: b });
    expect(refusedAnswer).toMatchObject({ status: 409, body: { code: 'CAR_RESERVED' } });
    expect(Number(refusedAnswer.headers['retry-after'])).toBeGreaterThan(800);
    server.setClock(() => new Date(Date.now() + 16 * 60_000));
    try {
      await openPayment(secondBuyer, b);
    } finally {
      server.setClock(() => new Date());
    }
    const lateChargeAnswer = await confirmCard(server, firstClientSecret);
    expect(lateChargeAnswer.body.error).toMatchObject({ code: 'payment_intent_unexpected_state' });
  });

  it('settles a charge that succeeded before an expired hold could be cancelled', async () => {
    const [firstBuyer, secondBuyer] = [await makeUser(server, 'Buyer'), await makeUser(server, 'Buyer')];
    const car = await makeCar(server, seller);
    const [a, b] = [await bookListing(server, firstBuyer, car), await bookListing(server, secondBuyer, car)];
    await confirmCard(server, await openPayment(firstBuyer, a));
    server.setClock(() => new Date(Date.now() + 16 * 60_000));
    try {
      const refusedAnswer = await call(server, secondBuyer, 'POST', '/api/create-payment-intent', { paymentId: b });
      expect(refusedAnswer).toMatchObject({ status: 409, body: { code: 'CAR_ALREADY_SOLD' } });
    } finally {
      server.setClock(() => new Date());
    }
    expect((await call(server, firstBuyer, 'GET', `/api/payment/${a}`)).body.paid).toBe(true);
  });

  it('refunds a charge whose booking was lost meanwhile, once', async () => {
    const buyer = await makeUser(server, 'Buyer');
    const bookingId = await bookListing(server, buyer, await makeCar(server, seller));
    const secret = await openPayment(buyer, bookingId);
    await confirmCard(server, secret);
    await server.context.pool.query("UPDATE booking SET status = 'cancelled', closed_at = now() WHERE id = $1", [
      bookingId,
    ]);
    const result = [1, 2].map(() =>
      call(server, buyer, 'POST', '/api/payment', { paymentId: bookingId, transactionId: readIntentId(secret) }),
    );
    for (const answer of await Promise.all(result))
      expect(answer).toMatchObject({ status: 409, body: { code: 'PAYMENT_REFUNDED' } });
    const refunds = server.sandbox.account.refunds().filter((refund) => refund.payment_intent === readIntentId(secret));
    expect(refunds).toHaveLength(1);
    const refundsResult = await server.context.pool.query('SELECT state FROM refund WHERE intent_id = $1', [
      readIntentId(secret),
    ]);
    expect(refundsResult.rows).toEqual([{ state: 'succeeded' }]);
  });

  it('is finished by the reconciler when browser and webhook are both lost', async () => {
    const buyer = await makeUser(server, 'Buyer');
    const bookingId = await bookListing(server, buyer, await makeCar(server, seller));
    const secret = await openPayment(buyer, bookingId);
    await confirmCard(server, secret);
    // The server crashed before it had recorded the charge, so only a repeated call with the same idempotency key can
    // find the charge.
    await server.context.pool.query('UPDATE payment_attempt SET intent_id = NULL WHERE intent_id = $1', [
      readIntentId(secret),
    ]);
    server.setClock(() => new Date(Date.now() + 20 * 60_000));
    try {
      await reconcilePayments(server.context);
    } finally {
      server.setClock(() => new Date());
    }
    expect((await call(server, buyer, 'GET', `/api/payment/${bookingId}`)).body.paid).toBe(true);
  });

  it('finds the only open booking at a price when no booking is named', async () => {
    const buyer = await makeUser(server, 'Buyer');
    // Another buyer's open booking at the same price must not be used.
    const otherBuyer = await makeUser(server, 'Buyer');
    await bookListing(server, otherBuyer, await makeCar(server, seller, { dollars: 12_345.67 }));
    const answerBeforeBooking = await call(server, buyer, 'POST', '/api/create-payment-intent', {
      resellPrice: 12_345.67,
    });
    expect(answerBeforeBooking).toMatchObject({ status: 422, body: { code: 'BOOKING_NOT_RESOLVED' } });
    await bookListing(server, buyer, await makeCar(server, seller, { dollars: 12_345.67 }));
    const answerForOneBooking = await call(server, buyer, 'POST', '/api/create-payment-intent', {
      resellPrice: 12_345.67,
    });
    expect(answerForOneBooking.status).toBe(200);
    await bookListing(server, buyer, await makeCar(server, seller, { dollars: 12_345.67 }));
    const answerForTwoBookings = await call(server, buyer, 'POST', '/api/create-payment-intent', {
      resellPrice: 12_345.67,
    });
    expect(answerForTwoBookings).toMatchObject({ status: 422, body: { code: 'BOOKING_NOT_RESOLVED' } });
    const answerForNoBooking = await call(server, buyer, 'POST', '/api/create-payment-intent', { resellPrice: 1 });
    expect(answerForNoBooking).toMatchObject({ status: 422, body: { code: 'BOOKING_NOT_RESOLVED' } });
  });

  it('refuses a price that is not the one of the booking, and takes none from the client', async () => {
    const buyer = await makeUser(server, 'Buyer');
    const bookingId = await bookListing(server, buyer, await makeCar(server, seller));
    for (const resellPrice of [1, 867_999.99, '1']) {
      const answer = await call(server, buyer, 'POST', '/api/create-payment-intent', {
        paymentId: bookingId,
        resellPrice,
      });
      expect(answer).toMatchObject({ status: 409, body: { code: 'PRICE_CHANGED' } });
    }
    for (const resellPrice of [-1, 0.001, 1e-7, 1e21, 'x', [1], null]) {
      const answer = await call(server, buyer, 'POST', '/api/create-payment-intent', {
        paymentId: bookingId,
        resellPrice,
      });
      expect(answer.status, String(resellPrice)).toBe(422);
    }
    await openPayment(buyer, bookingId);
    const [intent] = server.sandbox.account.intents().slice(-1);
    expect(intent).toMatchObject({ amount: 86_800_000, currency: 'sgd' });
  });

  it('cannot charge a car above $999,999.99 by card, but books it', async () => {
    const buyer = await makeUser(server, 'Buyer');
    const bookingId = await bookListing(server, buyer, await makeCar(server, seller, { dollars: 1_000_000 }));
    const refusedAnswer = await call(server, buyer, 'POST', '/api/create-payment-intent', { paymentId: bookingId });
    expect(refusedAnswer).toMatchObject({ status: 422, body: { code: 'AMOUNT_TOO_LARGE' } });
    const payableBookingId = await bookListing(server, buyer, await makeCar(server, seller, { dollars: 999_999.99 }));
    expect(
      (await call(server, buyer, 'POST', '/api/create-payment-intent', { paymentId: payableBookingId })).status,
    ).toBe(200);
  });

  it('says that the provider is away, charges nothing, and goes on with the same charge later', async () => {
    const buyer = await makeUser(server, 'Buyer');
    const bookingId = await bookListing(server, buyer, await makeCar(server, seller));
    const intentCountBefore = server.sandbox.account.intents().length;
    server.sandbox.faults.addApiFault({ kind: '500' });
    const unavailableAnswer = await call(server, buyer, 'POST', '/api/create-payment-intent', { paymentId: bookingId });
    expect(unavailableAnswer).toMatchObject({ status: 503, body: { code: 'PAYMENT_PROVIDER_UNAVAILABLE' } });
    server.sandbox.faults.clear();
    await openPayment(buyer, bookingId);
    expect(server.sandbox.account.intents().length).toBe(intentCountBefore + 1);
  });
});
