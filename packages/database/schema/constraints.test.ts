import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeTestDatabase, type TestDatabase } from '../testing/test-database.ts';

/** These tests check rules that the database itself enforces, whatever code runs. */
let db: TestDatabase;
let seller: string;
let buyers: string[];
let car: string;

beforeAll(async () => {
  db = await makeTestDatabase();
});
afterAll(() => db.close());

beforeEach(async () => {
  seller = await insertPerson('Seller');
  buyers = [await insertPerson('Buyer'), await insertPerson('Buyer')];
  car = randomUUID();
  await db.pool.query(
    `INSERT INTO listing (id, seller_id, brand, title, location, resale_price_cents, years_of_use, year_of_purchase,
       description, status, posted_at, updated_at)
     VALUES ($1, $2, 'Audi', 'A6', 'Bedok', 5000000, 3, 2023, '', 'available', now(), now())`,
    [car, seller],
  );
});

async function insertPerson(role: string): Promise<string> {
  const id = randomUUID();
  await db.pool.query("INSERT INTO account (id, name, email, role) VALUES ($1, 'A person', $2, $3)", [
    id,
    `${id}@people.example`,
    role,
  ]);
  return id;
}

async function insertBooking(buyer: string | undefined, status: string, cents: string = '5000000'): Promise<string> {
  const id = randomUUID();
  await db.pool.query(
    `INSERT INTO booking (id, listing_id, buyer_id, seller_id, status, price_cents, brand, title, seller_name, seller_email,
       location, buyer_name, buyer_email, buyer_number, meeting_date, created_at, paid_at)
     VALUES ($1, $2, $3, $4, $5, $6, 'Audi', 'A6', 's', 's@x.example', 'Bedok', 'b', 'b@x.example', '1', 'any', now(),
       CASE WHEN $5 IN ('paid', 'refunded') THEN now() END)`,
    [id, car, buyer, seller, status, cents],
  );
  return id;
}

async function insertAttempt(bookingId: string, state: string, cents: string = '5000000'): Promise<string> {
  const id = randomUUID();
  await db.pool.query(
    `INSERT INTO payment_attempt (id, booking_id, listing_id, buyer_id, amount_cents, currency, state, created_at, expires_at, updated_at)
     SELECT $1, b.id, b.listing_id, b.buyer_id, $3, 'sgd', $4, now(), now(), now() FROM booking b WHERE b.id = $2`,
    [id, bookingId, cents, state],
  );
  return id;
}

/** Saves a payment with its sale and its entries in the ledger. */
async function savePayment(bookingId: string, attemptId: string, intentId: string): Promise<void> {
  const [paymentId, charge, sale] = [randomUUID(), randomUUID(), randomUUID()];
  const client = await db.pool.connect();
  try {
    await client.query('BEGIN');
    await client.query(
      `INSERT INTO payment (id, booking_id, attempt_id, listing_id, buyer_id, intent_id, amount_cents, currency, paid_at)
       SELECT $4, b.id, $2, b.listing_id, b.buyer_id, $3, b.price_cents, 'sgd', now() FROM booking b WHERE b.id = $1`,
      [bookingId, attemptId, intentId, paymentId],
    );
    await client.query(
      `INSERT INTO sale (booking_id, payment_id, buyer_id, seller_id, state, currency, price_cents, fee_cents, gst_cents, paid_at,
         updated_at)
       SELECT b.id, $2, b.buyer_id, b.seller_id, 'paid', 'sgd', b.price_cents, 0, 0, now(), now() FROM booking b WHERE b.id = $1`,
      [bookingId, paymentId],
    );
    await client.query(
      `INSERT INTO ledger_entry (id, cause, cause_id, booking_id, at)
       VALUES ($1, 'charge', $2, $5, now()), ($3, 'sale', $4, $5, now())`,
      [charge, intentId, sale, paymentId, bookingId],
    );
    for (const id of [charge, sale]) {
      await client.query(
        `INSERT INTO ledger_posting (entry_id, line, account, currency, amount_cents)
         VALUES ($1, 1, 'provider_balance', 'sgd', 5), ($1, 2, 'loss', 'sgd', -5)`,
        [id],
      );
    }
    await client.query('COMMIT');
  } finally {
    await client.query('ROLLBACK');
    client.release();
  }
}

/** PostgreSQL 18 has a separate error code for RESTRICT; earlier versions use the code of all foreign keys. */
const foreignKeyCodes = expect.stringMatching(/^(23001|23503)$/);

const matchViolation = (constraint: string): object => expect.objectContaining({ constraint });

describe('the database refuses', () => {
  it('a second paid booking of one car (I1)', async () => {
    await insertBooking(buyers[0], 'paid');
    await expect(insertBooking(buyers[1], 'paid')).rejects.toEqual(matchViolation('booking_one_paid_per_listing_key'));
    const openBookingId = await insertBooking(buyers[1], 'unpaid');
    await expect(
      db.pool.query("UPDATE booking SET status = 'paid', paid_at = now() WHERE id = $1", [openBookingId]),
    ).rejects.toEqual(matchViolation('booking_one_paid_per_listing_key'));
  });

  it('a second open booking of one car by one buyer', async () => {
    await insertBooking(buyers[0], 'unpaid');
    await expect(insertBooking(buyers[0], 'unpaid')).rejects.toEqual(matchViolation('booking_one_open_per_buyer_key'));
  });

  it('a second live hold on one car (I4)', async () => {
    await insertAttempt(await insertBooking(buyers[0], 'unpaid'), 'open');
    const otherBookingId = await insertBooking(buyers[1], 'unpaid');
    await expect(insertAttempt(otherBookingId, 'open')).rejects.toEqual(
      matchViolation('payment_attempt_one_live_per_listing_key'),
    );
  });

  it('a charge that pays for two bookings, and a booking that is paid for twice (I2)', async () => {
    const firstBookingId = await insertBooking(buyers[0], 'unpaid');
    const secondBookingId = await insertBooking(buyers[1], 'unpaid');
    const [firstAttemptId, secondAttemptId] = [
      await insertAttempt(firstBookingId, 'succeeded'),
      await insertAttempt(secondBookingId, 'cancelled'),
    ];
    await savePayment(firstBookingId, firstAttemptId, 'pi_1');
    await expect(savePayment(secondBookingId, secondAttemptId, 'pi_1')).rejects.toEqual(
      matchViolation('payment_intent_id_key'),
    );
    await expect(savePayment(firstBookingId, secondAttemptId, 'pi_2')).rejects.toEqual(
      matchViolation('payment_whole_price_key'),
    );
  });

  it.each([
    ['paid', 'unpaid'],
    ['paid', 'cancelled'],
    ['cancelled', 'unpaid'],
    ['refunded', 'paid'],
  ])('a booking that goes from %s to %s (I7)', async (from, to) => {
    const id = await insertBooking(buyers[0], from);
    await expect(
      db.pool.query(
        "UPDATE booking SET status = $2, paid_at = CASE WHEN $2 IN ('paid', 'refunded') THEN now() END WHERE id = $1",
        [id, to],
      ),
    ).rejects.toThrow(/cannot become/);
  });

  it('an event of the card provider a second time (I8)', async () => {
    const saveEvent = (): Promise<unknown> =>
      db.pool.query(
        "INSERT INTO webhook_event (event_id, type, payload, received_at) VALUES ('evt_1', 'x', '{}', now())",
      );
    await saveEvent();
    await expect(saveEvent()).rejects.toEqual(matchViolation('webhook_event_pkey'));
  });

  it('the deletion of an account that has payments (I16)', async () => {
    const paidBookingId = await insertBooking(buyers[0], 'paid');
    await savePayment(paidBookingId, await insertAttempt(paidBookingId, 'succeeded'), 'pi_kept');
    await expect(db.pool.query('DELETE FROM account WHERE id = $1', [buyers[0]])).rejects.toMatchObject({
      code: foreignKeyCodes,
    });
    await expect(db.pool.query('DELETE FROM booking WHERE id = $1', [paidBookingId])).rejects.toMatchObject({
      code: foreignKeyCodes,
    });
  });

  it.each(['0', '-1', '10000000001'])('a price of %s cents (I19)', async (cents) => {
    await expect(insertBooking(buyers[0], 'unpaid', cents)).rejects.toEqual(matchViolation('booking_price_check'));
  });

  it.each(['NaN', '19.999', '1e21', 'Infinity'])('money that is no whole number of cents: %s (I19)', async (cents) => {
    await expect(insertBooking(buyers[0], 'unpaid', cents)).rejects.toMatchObject({
      code: expect.stringMatching(/^22/),
    });
  });

  it.each(['49', '100000000'])('a charge of %s cents, which no card takes (I19)', async (cents) => {
    const id = await insertBooking(buyers[0], 'unpaid');
    await expect(insertAttempt(id, 'open', cents)).rejects.toEqual(matchViolation('payment_attempt_amount_check'));
  });
});
