import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { sumTotalsByBooking } from '../testing/audit-charges.ts';
import { bookListing, call, confirmCard, makeCar, makeUser, type TestUser } from '../testing/builders.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { reconcilePayments } from './reconcile-payments.ts';

let server: TestServer;
let seller: TestUser;

beforeAll(async () => {
  server = await startTestServer();
  seller = await makeUser(server, 'Seller');
});
afterEach(() => {
  server.sandbox.faults.clear();
  server.setClock(() => new Date());
});
afterAll(() => server.close());

type Order = { readonly buyer: TestUser; readonly bookingId: string };

async function bookCar(): Promise<Order> {
  const buyer = await makeUser(server, 'Buyer');
  return { buyer, bookingId: await bookListing(server, buyer, await makeCar(server, seller)) };
}

const openOrder = ({ buyer, bookingId }: Order) =>
  call(server, buyer, 'POST', '/api/create-payment-intent', { paymentId: bookingId });

const countIntentsOfOrder = ({ bookingId }: Order): number =>
  server.sandbox.account.intents().filter((intent) => JSON.stringify(intent).includes(bookingId)).length;

const unavailableAnswer = { status: 503, body: { code: 'PAYMENT_PROVIDER_UNAVAILABLE' } };

describe('opening a payment while the card provider is in trouble', () => {
  it.each(['500', '502_html', '429', 'lock_timeout', 'truncated', 'wrong_shape', 'rst_after_create'] as const)(
    'is refused with 503 for good, and finds one charge when the trouble is over: %s',
    async (kind) => {
      const order = await bookCar();
      server.sandbox.faults.addApiFault({ kind });
      expect(await openOrder(order)).toMatchObject(unavailableAnswer);
      server.sandbox.faults.clear();
      expect((await openOrder(order)).status).toBe(200);
      expect(countIntentsOfOrder(order)).toBe(1);
    },
  );

  it.each(['500', 'rst_after_create', 'truncated'] as const)(
    'for a moment succeeds, with one charge: %s',
    async (kind) => {
      const order = await bookCar();
      server.sandbox.faults.addApiFault({ kind, times: 1, on: /^POST / });
      // The SDK does not retry this request, but the buyer may repeat it.
      const firstAnswer = await openOrder(order);
      expect((firstAnswer.status === 200 ? firstAnswer : await openOrder(order)).status).toBe(200);
      expect(countIntentsOfOrder(order)).toBe(1);
    },
  );
});

describe('a card provider that answers as another account', () => {
  it('leads the buyer to the same charge, because its key is that of the attempt', async () => {
    const order = await bookCar();
    const firstClientSecret = String((await openOrder(order)).body.clientSecret);
    server.sandbox.faults.addApiFault({ kind: 'other_account', times: 1 });
    const secondClientSecret = String((await openOrder(order)).body.clientSecret);
    // The idempotency key is derived from the payment attempt, so the repeated request returns the same charge, and
    // nobody can pay twice.
    expect(secondClientSecret).toBe(firstClientSecret);
    expect(countIntentsOfOrder(order)).toBe(1);
  });

  it('lets another buyer take the car over, and a card that is charged late is given its money back once', async () => {
    const car = await makeCar(server, seller);
    const [firstBuyer, secondBuyer] = [await makeUser(server, 'Buyer'), await makeUser(server, 'Buyer')];
    const [lateOrder, next] = [
      { buyer: firstBuyer, bookingId: await bookListing(server, firstBuyer, car) },
      { buyer: secondBuyer, bookingId: await bookListing(server, secondBuyer, car) },
    ];
    const secret = String((await openOrder(lateOrder)).body.clientSecret);
    server.sandbox.faults.addApiFault({ kind: 'other_account', times: 1, on: /cancel$/ });
    server.setClock(() => new Date(Date.now() + 16 * 60_000));
    expect((await openOrder(next)).status).toBe(200);
    expect((await confirmCard(server, secret)).status).toBe(200);
    const paymentReport = { paymentId: lateOrder.bookingId, transactionId: secret.split('_secret_')[0] };
    for (const round of [1, 2])
      expect(await call(server, firstBuyer, 'POST', '/api/payment', paymentReport), `${round}`).toMatchObject({
        body: { code: 'PAYMENT_REFUNDED' },
      });
    expect(sumTotalsByBooking(server.sandbox.account).get(lateOrder.bookingId)).toEqual({ charges: 1, refunds: 1 });
  });
});

it('without a single event of the card provider the reconciler pays every booking that was charged', async () => {
  const orders = await Promise.all(Array.from({ length: 5 }, bookCar));
  for (const order of orders) await confirmCard(server, String((await openOrder(order)).body.clientSecret));
  server.setClock(() => new Date(Date.now() + 3 * 60_000));
  await reconcilePayments(server.context);
  for (const { buyer, bookingId } of orders) {
    expect((await call(server, buyer, 'GET', `/api/payment/${bookingId}`)).body.paid).toBe(true);
    expect(sumTotalsByBooking(server.sandbox.account).get(bookingId)).toEqual({ charges: 1, refunds: 0 });
  }
});

describe('a car whose buyer cancelled while the card provider was away', () => {
  it('is free for the next buyer at once, when their charge has been cancelled', async () => {
    const car = await makeCar(server, seller);
    const [firstOrder, secondOrder] = await Promise.all(
      [1, 2].map(async () => {
        const buyer = await makeUser(server, 'Buyer');
        return { buyer, bookingId: await bookListing(server, buyer, car) };
      }),
    );
    if (firstOrder === undefined || secondOrder === undefined) throw new Error('no order');
    const openedPayment = await openOrder(firstOrder);
    expect(await openOrder(secondOrder)).toMatchObject({ status: 409, body: { code: 'CAR_RESERVED' } });
    server.sandbox.faults.addApiFault({ kind: '500' });
    const cancellationAnswer = await call(
      server,
      firstOrder.buyer,
      'POST',
      `/api/v1/bookings/${firstOrder.bookingId}/cancellation`,
      {},
    );
    expect(cancellationAnswer.body).toEqual({ modifiedCount: 1 });
    server.sandbox.faults.clear();
    expect((await openOrder(secondOrder)).status).toBe(200);
    const lateChargeAnswer = await confirmCard(server, String(openedPayment.body.clientSecret));
    expect(lateChargeAnswer.body.error).toMatchObject({ code: 'payment_intent_unexpected_state' });
  });
});
