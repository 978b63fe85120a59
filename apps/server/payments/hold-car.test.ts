import type { ListingId } from '@carhouse/domain/listing/listing';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Answer, bookListing, call, confirmCard, makeCar, makeUser, type TestUser } from '../testing/builders.ts';
import { signUpFrom } from '../testing/sign-up-from.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

let server: TestServer;
let seller: TestUser;
let begun: number;

/** The limits of production, except the limit per network, because all users of these tests have the same network. */
const usual = {
  HOLDS_AN_HOUR: '3',
  HOLDS_A_DAY: '6',
  HOLDS_AT_ONCE: '1',
  HOLD_COOLDOWN_MINUTES: '30',
  BOOKINGS_AN_HOUR: '10',
  BOOKINGS_A_DAY: '30',
};

beforeAll(async () => {
  server = await startTestServer(undefined, undefined, usual);
  seller = await makeUser(server, 'Seller');
});
afterEach(() => server.setClock(() => new Date()));
afterAll(() => server.close());

/** Sets the clock of the server to a number of minutes after the start of the test. */
const after = (minutes: number): void => server.setClock(() => new Date(begun + minutes * 60_000));
const open = (buyer: TestUser, paymentId: string): Promise<Answer> =>
  call(server, buyer, 'POST', '/api/create-payment-intent', { paymentId });
const cancel = (buyer: TestUser, id: string): Promise<Answer> =>
  call(server, buyer, 'POST', `/api/v1/bookings/${id}/cancellation`, {});
const leave = (buyer: TestUser, id: string, visitId: unknown): Promise<Answer> =>
  call(server, buyer, 'POST', `/api/v1/bookings/${id}/hold-release`, { visitId });

async function makeBuyer(): Promise<TestUser> {
  begun = Date.now();
  return makeUser(server, 'Buyer');
}

/**
 * Books the car or a new one, opens its payment, leaves the page and cancels.
 * @returns the answer to opening the payment.
 */
async function holdAndLeave(buyer: TestUser, car?: ListingId): Promise<Answer> {
  const id = await bookListing(server, buyer, car ?? (await makeCar(server, seller)));
  const opened = await open(buyer, id);
  if (opened.status === 200) await leave(buyer, id, opened.body.visitId);
  await cancel(buyer, id);
  return opened;
}

const limited = (code: string) => ({ status: 429, body: { code } });

describe('the same car', () => {
  it('is held for 15 minutes in total, however often it is cancelled and booked again, and not directly after them', async () => {
    const buyer = await makeBuyer();
    const car = await makeCar(server, seller);
    const first = await holdAndLeave(buyer, car);
    const end = first.body.holdEndsAt;
    for (const minute of [1, 5, 14]) {
      after(minute);
      const again = await holdAndLeave(buyer, car);
      expect(again.body.holdEndsAt).toBe(end);
    }
    after(16);
    const late = await holdAndLeave(buyer, car);
    expect(late).toMatchObject(limited('HOLD_COOLDOWN'));
    expect(Number(late.headers['retry-after'])).toBeGreaterThan(28 * 60);
    expect(String(late.body.detail)).toMatch(/in (29|30) minutes/);
    const other = await signUpFrom(server, 'Buyer', '203.0.113.90');
    expect((await holdAndLeave(other, car)).status).toBe(200);
    after(50);
    expect((await holdAndLeave(buyer, car)).status).toBe(200);
  });

  it('is not renewed when its 15 minutes are over and nobody has taken it', async () => {
    const buyer = await makeBuyer();
    const id = await bookListing(server, buyer, await makeCar(server, seller));
    const first = await open(buyer, id);
    after(10);
    expect((await open(buyer, id)).body.clientSecret).toBe(first.body.clientSecret);
    after(16);
    expect(await open(buyer, id)).toMatchObject(limited('HOLD_COOLDOWN'));
    after(50);
    expect((await open(buyer, id)).status).toBe(200);
  });
});

describe('a buyer', () => {
  it('holds one car at a time', async () => {
    const buyer = await makeBuyer();
    const [one, two] = [
      await bookListing(server, buyer, await makeCar(server, seller)),
      await bookListing(server, buyer, await makeCar(server, seller)),
    ];
    const held = await open(buyer, one);
    expect(held.status).toBe(200);
    const refused = await open(buyer, two);
    expect(refused).toMatchObject(limited('HOLD_LIMIT'));
    expect(String(refused.body.detail)).toContain('You are holding another car.');
    await leave(buyer, one, held.body.visitId);
    expect((await open(buyer, two)).status).toBe(200);
  });

  it('begins three holds an hour and six a day; holds that were paid do not count', async () => {
    const buyer = await makeBuyer();
    const paidId = await bookListing(server, buyer, await makeCar(server, seller));
    const secret = String((await open(buyer, paidId)).body.clientSecret);
    await confirmCard(server, secret);
    const payment = { paymentId: paidId, transactionId: secret.split('_secret_')[0] };
    expect((await call(server, buyer, 'POST', '/api/payment', payment)).status).toBe(200);
    for (let round = 0; round < 3; round += 1) expect((await holdAndLeave(buyer)).status).toBe(200);
    const fourth = await holdAndLeave(buyer);
    expect(fourth).toMatchObject(limited('HOLD_LIMIT'));
    expect(Number(fourth.headers['retry-after'])).toBeGreaterThan(50 * 60);
    after(65);
    for (let round = 0; round < 3; round += 1) expect((await holdAndLeave(buyer)).status).toBe(200);
    after(130);
    expect(await holdAndLeave(buyer)).toMatchObject(limited('HOLD_LIMIT'));
    after(24 * 60 + 10);
    expect((await holdAndLeave(buyer)).status).toBe(200);
  });

  it('gets no more of them by asking for many at the same moment', async () => {
    const buyer = await makeBuyer();
    const cars = await Promise.all(Array.from({ length: 5 }, () => makeCar(server, seller)));
    const ids: string[] = [];
    for (const car of cars) ids.push(await bookListing(server, buyer, car));
    const answers = await Promise.all([...ids, ...ids].map((id) => open(buyer, id)));
    const held = new Set(answers.flatMap(({ status }, index) => (status === 200 ? [index % ids.length] : [])));
    expect(held.size).toBe(1);
    const { rows } = await server.context.pool.query(
      "SELECT DISTINCT listing_id FROM payment_attempt WHERE buyer_id = $1 AND state = 'open'",
      [buyer.id],
    );
    expect(rows).toHaveLength(1);
  });

  it('books ten cars an hour and thirty a day, cancelled ones too, also with many calls at the same moment', async () => {
    const buyer = await makeBuyer();
    const car = await makeCar(server, seller);
    const booked = { productId: car, meetingDate: 'Sat', buyerNumber: '9123 4567' };
    const round = async (): Promise<Answer> => {
      const answer = await call(server, buyer, 'POST', '/api/bookingData', booked);
      if (answer.status === 200) await cancel(buyer, String(answer.body.insertedId));
      return answer;
    };
    for (let made = 1; made <= 9; made += 1) expect((await round()).status).toBe(200);
    const others = await Promise.all(Array.from({ length: 4 }, () => makeCar(server, seller)));
    const last = await Promise.all(
      others.map((productId) => call(server, buyer, 'POST', '/api/bookingData', { ...booked, productId })),
    );
    expect(last.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 429, 429, 429]);
    const refused = await round();
    expect(refused).toMatchObject(limited('BOOKING_PACE'));
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(50 * 60);
    after(65);
    expect((await round()).status).toBe(200);
  });
});

describe('one network', () => {
  it('cannot keep a car from other buyers by taking turns with new accounts', async () => {
    const car = await makeCar(server, seller);
    const [first, second, ofOtherNetwork, established] = [
      await signUpFrom(server, 'Buyer', '198.51.100.60'),
      await signUpFrom(server, 'Buyer', '198.51.100.60'),
      await signUpFrom(server, 'Buyer', '203.0.113.60'),
      await signUpFrom(server, 'Buyer', '198.51.100.60'),
    ];
    begun = Date.now();
    expect((await holdAndLeave(first, car)).status).toBe(200);
    const refused = await holdAndLeave(second, car);
    expect(refused).toMatchObject(limited('HOLD_COOLDOWN'));
    expect(String(refused.body.detail)).toMatch(/^This car was held from your network a short time ago\./);
    // Other cars, other networks and accounts that are not new remain free.
    expect((await holdAndLeave(second)).status).toBe(200);
    expect((await holdAndLeave(ofOtherNetwork, car)).status).toBe(200);
    const { pool } = server.context;
    await pool.query("UPDATE account SET created_at = created_at - interval '31 days' WHERE id = $1", [established.id]);
    expect((await holdAndLeave(established, car)).status).toBe(200);
    after(46);
    expect((await holdAndLeave(second, car)).status).toBe(200);
  });

  it('holds a few cars at a time, however many accounts it has, and its hash goes with the hold', async () => {
    const one = await startTestServer(undefined, undefined, { ...usual, HOLDS_PER_ADDRESS: '3' });
    try {
      const sellerOfNode = await makeUser(one, 'Seller');
      const buyers = await Promise.all(Array.from({ length: 8 }, () => makeUser(one, 'Buyer')));
      const orders = await Promise.all(
        buyers.map(async (buyer) => ({ buyer, id: await bookListing(one, buyer, await makeCar(one, sellerOfNode)) })),
      );
      const ask = ({ buyer, id }: { buyer: TestUser; id: string }, from: string) =>
        one.app.inject({
          method: 'POST',
          url: '/api/create-payment-intent',
          headers: { authorization: buyer.token },
          payload: { paymentId: id },
          remoteAddress: from,
        });
      const statuses = await Promise.all(
        orders.slice(0, 6).map((order, index) => ask(order, `2001:db8:1:2::${index + 1}`)),
      );
      expect(statuses.map(({ statusCode }) => statusCode).sort((a, b) => a - b)).toEqual([
        200, 200, 200, 429, 429, 429,
      ]);
      expect(statuses.find(({ statusCode }) => statusCode === 429)?.json()).toMatchObject({ code: 'HOLD_LIMIT' });
      for (const order of orders.slice(6)) expect((await ask(order, '192.0.2.7')).statusCode).toBe(200);
      const keys = await one.context.pool.query<{ address_key: string }>(
        "SELECT DISTINCT address_key FROM payment_attempt WHERE state = 'open'",
      );
      expect(keys.rows).toHaveLength(2);
      expect(JSON.stringify(keys.rows)).not.toMatch(/2001|192\.0/);
      for (const { buyer, id } of orders) await call(one, buyer, 'POST', `/api/v1/bookings/${id}/cancellation`, {});
      const left = await one.context.pool.query('SELECT 1 FROM payment_attempt WHERE address_key IS NOT NULL');
      expect(left.rowCount).toBe(0);
    } finally {
      await one.close();
    }
  });
});
