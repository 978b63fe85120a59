import type { ListingId } from '@carhouse/domain/listing/listing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { reconcilePayments } from '../payments/reconcile-payments.ts';
import { bookListing, call, confirmCard, makeCar, makeUser, type TestUser } from './builders.ts';
import { readIntentId } from './card-charge.ts';
import { createSeededRandom, shuffle } from './seeded.ts';
import { startTestServer, type TestServer } from './test-server.ts';

const cars = 20;
const buyersPerCar = 16;
/** A buyer may have at most five open bookings, so each buyer tries to pay for five cars. */
const carsPerBuyer = 5;

let server: TestServer;
let seller: TestUser;
const buyers: TestUser[] = [];

type RaceOrder = { readonly buyer: TestUser; readonly car: ListingId; readonly bookingId: string };

/** Makes the bookings: every car is booked by sixteen buyers, and every buyer books five cars. */
async function bookAll(random: () => number): Promise<RaceOrder[]> {
  const listingIds = await Promise.all(
    Array.from({ length: cars }, () => makeCar(server, seller, { dollars: 1_000 + Math.floor(random() * 900_000) })),
  );
  const buyerCarPairs = shuffle(buyers, random).flatMap((buyer, index) =>
    Array.from({ length: carsPerBuyer }, (_, carOffset) => ({
      buyer,
      car: listingIds[(index * carsPerBuyer + carOffset) % cars] as ListingId,
    })),
  );
  const orders: RaceOrder[] = [];
  for (const buyerCarPair of buyerCarPairs)
    orders.push({ ...buyerCarPair, bookingId: await bookListing(server, buyerCarPair.buyer, buyerCarPair.car) });
  return orders;
}

/**
 * Lets one buyer try until they have paid for this car or the car is sold. A slow buyer waits before they enter their
 * card.
 */
async function payUntilSold(
  order: RaceOrder,
  waitBeforePaying: (order: RaceOrder) => Promise<void>,
): Promise<'paid' | 'lost'> {
  for (let round = 0; round < 400; round += 1) {
    const paymentStartAnswer = await call(server, order.buyer, 'POST', '/api/create-payment-intent', {
      paymentId: order.bookingId,
    });
    const code = paymentStartAnswer.body.code;
    if (paymentStartAnswer.status === 200) {
      await waitBeforePaying(order);
      const secret = String(paymentStartAnswer.body.clientSecret);
      await confirmCard(server, secret);
      const transactionId = readIntentId(secret);
      const paymentAnswer = await call(server, order.buyer, 'POST', '/api/payment', {
        paymentId: order.bookingId,
        transactionId,
      });
      if (paymentAnswer.status === 200) return 'paid';
    } else if (code === 'ALREADY_PAID') return 'paid';
    else if (code === 'CAR_ALREADY_SOLD' || code === 'BOOKING_CANCELLED' || code === 'CAR_NOT_AVAILABLE') return 'lost';
    else expect(['CAR_RESERVED', 'UNAVAILABLE', 'PAYMENT_PENDING']).toContain(code);
    await new Promise((resolve) => setTimeout(resolve, 5 + (round % 7)));
  }
  throw new Error(`The order ${order.bookingId} never came to an end.`);
}

type OrderChargeCounts = { chargeCount: number; refundCount: number };

/** Counts the charges and refunds of the card provider for each of these orders. */
function countChargesAndRefunds(orders: readonly RaceOrder[]): Map<string, OrderChargeCounts> {
  const chargeCountsByBooking = new Map(orders.map((order) => [order.bookingId, { chargeCount: 0, refundCount: 0 }]));
  const bookingIdByIntent = new Map<string, string>();
  for (const intent of server.sandbox.account.intents()) {
    const { metadata } = intent as { metadata?: Record<string, string> };
    const bookingId = String(metadata?.booking_id);
    bookingIdByIntent.set(intent.id, bookingId);
    const entry = chargeCountsByBooking.get(bookingId);
    if (entry !== undefined && intent.status === 'succeeded') entry.chargeCount += 1;
  }
  for (const refund of server.sandbox.account.refunds()) {
    const entry = chargeCountsByBooking.get(bookingIdByIntent.get(String(refund.payment_intent)) ?? '');
    if (entry !== undefined) entry.refundCount += 1;
  }
  return chargeCountsByBooking;
}

async function queryRows(sql: string): Promise<unknown[]> {
  return (await server.context.pool.query(sql)).rows;
}

/** Waits until another buyer has the hold, because fifteen other buyers want the same car. */
async function waitUntilTakenOver(bookingId: string): Promise<void> {
  const query = `SELECT id FROM payment_attempt WHERE booking_id = '${bookingId}' AND state = 'cancelled'`;
  await expect.poll(() => queryRows(query)).not.toEqual([]);
}

/** Runs the audit queries of the invariants on money (I1, I2, I4, I5, I16); each query must return no rows. */
async function auditMoney(): Promise<void> {
  expect(
    await queryRows("SELECT listing_id FROM booking WHERE status = 'paid' GROUP BY 1 HAVING count(*) > 1"),
  ).toEqual([]);
  expect(
    await queryRows(
      "SELECT b.id FROM booking b LEFT JOIN payment p ON p.booking_id = b.id WHERE (b.status = 'paid') <> (p.id IS NOT NULL)",
    ),
  ).toEqual([]);
  expect(
    await queryRows(
      'SELECT a.id FROM payment_attempt a JOIN booking b ON b.id = a.booking_id WHERE a.amount_cents <> b.price_cents',
    ),
  ).toEqual([]);
  expect(
    await queryRows(
      "SELECT b.id FROM booking b JOIN listing l ON l.id = b.listing_id WHERE b.status = 'paid' AND l.status <> 'sold'",
    ),
  ).toEqual([]);
  expect(await queryRows("SELECT id FROM payment_attempt WHERE state = 'refund_due'")).toEqual([]);
}

/**
 * Declares the tests of a race for payments, one for each seed: every car is paid once, and nobody pays twice or for nothing.
 * `npm test` runs one seed and `npm run test:all` further ones.
 */
export function testPayRace(seeds: readonly number[]): void {
  beforeAll(async () => {
    server = await startTestServer();
    server.setWebhookDelivery(true);
    seller = await makeUser(server, 'Seller');
    // One process may run several files of this race, each with a server of its own.
    buyers.length = 0;
    for (let createdCount = 0; createdCount < (cars * buyersPerCar) / carsPerBuyer; createdCount += 1)
      buyers.push(await makeUser(server, 'Buyer'));
  });
  afterAll(() => server.close());

  describe.each(seeds)(`${cars} cars with ${buyersPerCar} buyers each, paying at once (seed %i)`, (seed) => {
    it('ends with one paid order a car and nobody charged twice or for nothing', { timeout: 600_000 }, async () => {
      const random = createSeededRandom(seed);
      const orders = await bookAll(random);
      let secondsAhead = 0;
      server.setClock(() => new Date(Date.now() + secondsAhead));
      // One buyer in eight waits until their hold of fifteen minutes has expired, so that takeovers race with late charges.
      let waitingBuyers = 0;
      const waitForTakeover = async ({ bookingId }: RaceOrder): Promise<void> => {
        if (waitingBuyers > 0 && random() > 0.125) return;
        waitingBuyers += 1;
        secondsAhead += 16 * 60_000;
        // The first slow buyer waits until another buyer has taken the hold over, because every run needs a takeover.
        if (waitingBuyers === 1) return waitUntilTakenOver(bookingId);
        // The wait is long enough for the other buyers of the car to find that the hold has expired.
        await new Promise((resolve) => setTimeout(resolve, 600 + 400 * random()));
      };
      const payResults = await Promise.all(
        shuffle(orders, random).map((order) => payUntilSold(order, waitForTakeover)),
      );
      secondsAhead += 16 * 60_000;
      await reconcilePayments(server.context);
      server.setClock(() => new Date());

      expect(payResults.filter((payResult) => payResult === 'paid')).toHaveLength(cars);
      const paidBookingRows = await queryRows("SELECT id FROM booking WHERE status = 'paid'");
      const paidIds = new Set(paidBookingRows.map((row) => (row as { id: string }).id));
      for (const [bookingId, { chargeCount, refundCount }] of countChargesAndRefunds(orders)) {
        expect(chargeCount - refundCount, bookingId).toBe(paidIds.has(bookingId) ? 1 : 0);
        expect(chargeCount, bookingId).toBeLessThanOrEqual(1);
      }
      await auditMoney();
      // At least one hold must be taken over, because the race would prove little otherwise.
      expect(await queryRows("SELECT id FROM payment_attempt WHERE state = 'cancelled'")).not.toEqual([]);
    });
  });
}
