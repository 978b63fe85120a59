import type { ListingId } from '@carhouse/domain/listing/listing';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Answer, bookListing, call, confirmCard, makeCar, makeUser, type TestUser } from '../testing/builders.ts';
import { signUpFromAddress } from '../testing/sign-up-from.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

let server: TestServer;
let seller: TestUser;
let testStart: number;

/** The limits of production, except the limit per network, because all users of these tests have the same network. */
const usualLimits = {
  HOLDS_AN_HOUR: '3',
  HOLDS_A_DAY: '6',
  HOLDS_AT_ONCE: '1',
  HOLD_COOLDOWN_MINUTES: '30',
  BOOKINGS_AN_HOUR: '10',
  BOOKINGS_A_DAY: '30',
};

beforeAll(async () => {
  server = await startTestServer(undefined, undefined, usualLimits);
  seller = await makeUser(server, 'Seller');
});
afterEach(() => server.setClock(() => new Date()));
afterAll(() => server.close());

/** Sets the clock of the server to a number of minutes after the start of the test. */
const setClockToMinute = (minutes: number): void => server.setClock(() => new Date(testStart + minutes * 60_000));
const openPayment = (buyer: TestUser, paymentId: string): Promise<Answer> =>
  call(server, buyer, 'POST', '/api/create-payment-intent', { paymentId });
const cancelBooking = (buyer: TestUser, id: string): Promise<Answer> =>
  call(server, buyer, 'POST', `/api/v1/bookings/${id}/cancellation`, {});
const leavePage = (buyer: TestUser, id: string, visitId: unknown): Promise<Answer> =>
  call(server, buyer, 'POST', `/api/v1/bookings/${id}/hold-release`, { visitId });

async function makeBuyer(): Promise<TestUser> {
  testStart = Date.now();
  return makeUser(server, 'Buyer');
}

/**
 * Books the given car or a new car, opens the payment, leaves the payment page and cancels the booking.
 * @returns the answer to opening the payment.
 */
async function holdAndLeave(buyer: TestUser, car?: ListingId): Promise<Answer> {
  const id = await bookListing(server, buyer, car ?? (await makeCar(server, seller)));
  const openedPayment = await openPayment(buyer, id);
  if (openedPayment.status === 200) await leavePage(buyer, id, openedPayment.body.visitId);
  await cancelBooking(buyer, id);
  return openedPayment;
}

const makeLimitAnswer = (code: string) => ({ status: 429, body: { code } });

describe('the same car', () => {
  it('is held for 15 minutes in total, however often it is cancelled and booked again, and not directly after them', async () => {
    const buyer = await makeBuyer();
    const car = await makeCar(server, seller);
    const firstAnswer = await holdAndLeave(buyer, car);
    const end = firstAnswer.body.holdEndsAt;
    for (const minute of [1, 5, 14]) {
      setClockToMinute(minute);
      const repeatedAnswer = await holdAndLeave(buyer, car);
      expect(repeatedAnswer.body.holdEndsAt).toBe(end);
    }
    setClockToMinute(16);
    const lateAnswer = await holdAndLeave(buyer, car);
    expect(lateAnswer).toMatchObject(makeLimitAnswer('HOLD_COOLDOWN'));
    expect(Number(lateAnswer.headers['retry-after'])).toBeGreaterThan(28 * 60);
    expect(String(lateAnswer.body.detail)).toMatch(/in (29|30) minutes/);
    const otherBuyer = await signUpFromAddress(server, 'Buyer', '203.0.113.90');
    expect((await holdAndLeave(otherBuyer, car)).status).toBe(200);
    setClockToMinute(50);
    expect((await holdAndLeave(buyer, car)).status).toBe(200);
  });

  it('is not renewed when its 15 minutes are over and nobody has taken it', async () => {
    const buyer = await makeBuyer();
    const id = await bookListing(server, buyer, await makeCar(server, seller));
    const firstAnswer = await openPayment(buyer, id);
    setClockToMinute(10);
    expect((await openPayment(buyer, id)).body.clientSecret).toBe(firstAnswer.body.clientSecret);
    setClockToMinute(16);
    expect(await openPayment(buyer, id)).toMatchObject(makeLimitAnswer('HOLD_COOLDOWN'));
    setClockToMinute(50);
    expect((await openPayment(buyer, id)).status).toBe(200);
  });
});

describe('a buyer', () => {
  it('holds one car at a time', async () => {
    const buyer = await makeBuyer();
    const [firstBooking, secondBooking] = [
      await bookListing(server, buyer, await makeCar(server, seller)),
      await bookListing(server, buyer, await makeCar(server, seller)),
    ];
    const openingAnswer = await openPayment(buyer, firstBooking);
    expect(openingAnswer.status).toBe(200);
    const refusedAnswer = await openPayment(buyer, secondBooking);
    expect(refusedAnswer).toMatchObject(makeLimitAnswer('HOLD_LIMIT'));
    expect(String(refusedAnswer.body.detail)).toContain('You are holding another car.');
    await leavePage(buyer, firstBooking, openingAnswer.body.visitId);
    expect((await openPayment(buyer, secondBooking)).status).toBe(200);
  });

  it('begins three holds an hour and six a day; holds that were paid do not count', async () => {
    const buyer = await makeBuyer();
    const paidBookingId = await bookListing(server, buyer, await makeCar(server, seller));
    const secret = String((await openPayment(buyer, paidBookingId)).body.clientSecret);
    await confirmCard(server, secret);
    const paymentReport = { paymentId: paidBookingId, transactionId: secret.split('_secret_')[0] };
    expect((await call(server, buyer, 'POST', '/api/payment', paymentReport)).status).toBe(200);
    for (let round = 0; round < 3; round += 1) expect((await holdAndLeave(buyer)).status).toBe(200);
    const fourthAnswer = await holdAndLeave(buyer);
    expect(fourthAnswer).toMatchObject(makeLimitAnswer('HOLD_LIMIT'));
    expect(Number(fourthAnswer.headers['retry-after'])).toBeGreaterThan(50 * 60);
    setClockToMinute(65);
    for (let round = 0; round < 3; round += 1) expect((await holdAndLeave(buyer)).status).toBe(200);
    setClockToMinute(130);
    expect(await holdAndLeave(buyer)).toMatchObject(makeLimitAnswer('HOLD_LIMIT'));
    setClockToMinute(24 * 60 + 10);
    expect((await holdAndLeave(buyer)).status).toBe(200);
  });

  it('gets no more of them by asking for many at the same moment', async () => {
    const buyer = await makeBuyer();
    const cars = await Promise.all(Array.from({ length: 5 }, () => makeCar(server, seller)));
    const ids: string[] = [];
    for (const car of cars) ids.push(await bookListing(server, buyer, car));
    const answers = await Promise.all([...ids, ...ids].map((id) => openPayment(buyer, id)));
    const heldIndexes = new Set(answers.flatMap(({ status }, index) => (status === 200 ? [index % ids.length] : [])));
    expect(heldIndexes.size).toBe(1);
    const { rows } = await server.context.pool.query(
      "SELECT DISTINCT listing_id FROM payment_attempt WHERE buyer_id = $1 AND state = 'open'",
      [buyer.id],
    );
    expect(rows).toHaveLength(1);
  });

  it('books ten cars an hour and thirty a day, cancelled ones too, also with many calls at the same moment', async () => {
    const buyer = await makeBuyer();
    const car = await makeCar(server, seller);
    const bookingFields = { productId: car, meetingDate: 'Sat', buyerNumber: '9123 4567' };
    const bookAndCancel = async (): Promise<Answer> => {
      const answer = await call(server, buyer, 'POST', '/api/bookingData', bookingFields);
      if (answer.status === 200) await cancelBooking(buyer, String(answer.body.insertedId));
      return answer;
    };
    for (let holdCount = 1; holdCount <= 9; holdCount += 1) expect((await bookAndCancel()).status).toBe(200);
    const otherCarIds = await Promise.all(Array.from({ length: 4 }, () => makeCar(server, seller)));
    const lastAnswers = await Promise.all(
      otherCarIds.map((productId) => call(server, buyer, 'POST', '/api/bookingData', { ...bookingFields, productId })),
    );
    expect(lastAnswers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 429, 429, 429]);
    const refusedAnswer = await bookAndCancel();
    expect(refusedAnswer).toMatchObject(makeLimitAnswer('BOOKING_PACE'));
    expect(Number(refusedAnswer.headers['retry-after'])).toBeGreaterThan(50 * 60);
    setClockToMinute(65);
    expect((await bookAndCancel()).status).toBe(200);
  });
});

describe('one network', () => {
  it('cannot keep a car from other buyers by taking turns with new accounts', async () => {
    const car = await makeCar(server, seller);
    const [firstBuyer, secondBuyer, buyerOfOtherNetwork, establishedBuyer] = [
      await signUpFromAddress(server, 'Buyer', '198.51.100.60'),
      await signUpFromAddress(server, 'Buyer', '198.51.100.60'),
      await signUpFromAddress(server, 'Buyer', '203.0.113.60'),
      await signUpFromAddress(server, 'Buyer', '198.51.100.60'),
    ];
    testStart = Date.now();
    expect((await holdAndLeave(firstBuyer, car)).status).toBe(200);
    const refusedAnswer = await holdAndLeave(secondBuyer, car);
    expect(refusedAnswer).toMatchObject(makeLimitAnswer('HOLD_COOLDOWN'));
    expect(String(refusedAnswer.body.detail)).toMatch(/^This car was held from your network a short time ago\./);
    // Holds on other cars, from other networks and by accounts that are not new are still possible.
    expect((await holdAndLeave(secondBuyer)).status).toBe(200);
    expect((await holdAndLeave(buyerOfOtherNetwork, car)).status).toBe(200);
    const { pool } = server.context;
    await pool.query("UPDATE account SET created_at = created_at - interval '31 days' WHERE id = $1", [
      establishedBuyer.id,
    ]);
    expect((await holdAndLeave(establishedBuyer, car)).status).toBe(200);
    setClockToMinute(46);
    expect((await holdAndLeave(secondBuyer, car)).status).toBe(200);
  });

  it('holds a few cars at a time, however many accounts it has, and its hash goes with the hold', async () => {
    const limitedServer = await startTestServer(undefined, undefined, { ...usualLimits, HOLDS_PER_ADDRESS: '3' });
    try {
      const sellerOnLimitedServer = await makeUser(limitedServer, 'Seller');
      const buyers = await Promise.all(Array.from({ length: 8 }, () => makeUser(limitedServer, 'Buyer')));
      const orders = await Promise.all(
        buyers.map(async (buyer) => ({
          buyer,
          id: await bookListing(limitedServer, buyer, await makeCar(limitedServer, sellerOnLimitedServer)),
        })),
      );
      const openPaymentFromAddress = ({ buyer, id }: { buyer: TestUser; id: string }, from: string) =>
        limitedServer.app.inject({
          method: 'POST',
          url: '/api/create-payment-intent',
          headers: { authorization: buyer.token },
          payload: { paymentId: id },
          remoteAddress: from,
        });
      const statuses = await Promise.all(
        orders.slice(0, 6).map((order, index) => openPaymentFromAddress(order, `2001:db8:1:2::${index + 1}`)),
      );
      expect(statuses.map(({ statusCode }) => statusCode).sort((a, b) => a - b)).toEqual([
        200, 200, 200, 429, 429, 429,
      ]);
      expect(statuses.find(({ statusCode }) => statusCode === 429)?.json()).toMatchObject({ code: 'HOLD_LIMIT' });
      for (const order of orders.slice(6))
        expect((await openPaymentFromAddress(order, '192.0.2.7')).statusCode).toBe(200);
      const keysResult = await limitedServer.context.pool.query<{ address_key: string }>(
        "SELECT DISTINCT address_key FROM payment_attempt WHERE state = 'open'",
      );
      expect(keysResult.rows).toHaveLength(2);
      expect(JSON.stringify(keysResult.rows)).not.toMatch(/2001:db8|192\.0/);
      for (const { buyer, id } of orders)
        await call(limitedServer, buyer, 'POST', `/api/v1/bookings/${id}/cancellation`, {});
      const addressRowsResult = await limitedServer.context.pool.query(
        'SELECT 1 FROM payment_attempt WHERE address_key IS NOT NULL',
      );
      expect(addressRowsResult.rowCount).toBe(0);
    } finally {
      await limitedServer.close();
    }
  });
});
