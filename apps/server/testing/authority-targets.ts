import { randomUUID } from 'node:crypto';
import type pg from 'pg';

/** The records that one round of the authority race uses, one for each call. */
export type AuthorityTargets = {
  readonly sellerToVerifyId: string;
  readonly sellerToUnverifyId: string;
  readonly sellerToDeleteId: string;
  readonly buyerToDeleteId: string;
  readonly buyerToSuspendId: string;
  readonly buyerToReinstateId: string;
  readonly carToWithdrawId: string;
  readonly heldCarId: string;
  readonly discrepancy: string;
  readonly event: string;
  readonly payment: string;
  readonly feedbackToReadId: string;
  readonly feedbackToArchiveId: string;
  readonly reportId: string;
};

const person = `
  INSERT INTO account (id, name, email, role, status, verified_at)
  VALUES ($1::uuid, 'Race', $1::uuid::text || '@race.example', $2, $3, CASE WHEN $4 THEN now() END)`;

const car = `
  INSERT INTO listing (id, seller_id, brand, title, location, resale_price_cents, years_of_use, year_of_purchase,
    description, status, posted_at, updated_at)
  VALUES ($1, $2, 'Audi', 'A6', 'Bedok', 500000, 3, 2023, '', $3, now(), now())`;

const booking = `
  INSERT INTO booking (id, listing_id, buyer_id, seller_id, status, price_cents, brand, title, seller_name, seller_email,
    location, buyer_name, buyer_email, buyer_number, meeting_date, created_at, paid_at)
  VALUES ($1, $2, $3, $4, $5, 500000, 'Audi', 'A6', 'S', 's@race.example', 'Bedok', 'B', 'b@race.example', '1', 'any', now(),
    CASE WHEN $5 = 'paid' THEN now() END)`;

const attempt = `
  INSERT INTO payment_attempt (id, booking_id, listing_id, buyer_id, amount_cents, currency, state, intent_id, created_at,
    expires_at, updated_at)
  VALUES ($1, $2, $3, $4, 500000, 'sgd', $5, $6, now(), now() + interval '15 minutes', now())`;

/** Inserts new records directly into the database. The inserted payment has no charge, so its refund remains due. */
export async function makeTargets(pool: pg.Pool): Promise<AuthorityTargets> {
  const fieldsByIdName = {
    sellerToVerifyId: ['Seller', 'active', false],
    sellerToUnverifyId: ['Seller', 'active', true],
    sellerToDeleteId: ['Seller', 'active', false],
    buyerToDeleteId: ['Buyer', 'active', false],
    buyerToSuspendId: ['Buyer', 'active', false],
    buyerToReinstateId: ['Buyer', 'suspended', false],
    seller: ['Seller', 'active', false],
    buyer: ['Buyer', 'active', false],
  } as const;
  const ids = Object.fromEntries(Object.keys(fieldsByIdName).map((name) => [name, randomUUID()])) as Record<
    keyof typeof fieldsByIdName,
    string
  >;
  for (const [name, accountFields] of Object.entries(fieldsByIdName))
    await pool.query(person, [ids[name as 'buyer'], ...accountFields]);
  const [carToWithdrawId, heldCarId, soldCar, paidCar] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];
  for (const [id, status] of [
    [carToWithdrawId, 'available'],
    [heldCarId, 'available'],
    [soldCar, 'sold'],
    [paidCar, 'sold'],
  ])
    await pool.query(car, [id, ids.seller, status]);
  const [heldBookingId, paidBookingId] = [randomUUID(), randomUUID()];
  await pool.query(booking, [heldBookingId, heldCarId, ids.buyer, ids.seller, 'unpaid']);
  await pool.query(booking, [paidBookingId, paidCar, ids.buyer, ids.seller, 'paid']);
  await pool.query(attempt, [randomUUID(), heldBookingId, heldCarId, ids.buyer, 'open', null]);
  const [paidAttempt, payment, intent] = [randomUUID(), randomUUID(), `pi_${randomUUID().replaceAll('-', '')}`];
  await pool.query(attempt, [paidAttempt, paidBookingId, paidCar, ids.buyer, 'succeeded', intent]);
  // The rows are inserted in one statement, because the database refuses a payment without its sale and its entries in
  // the ledger.
  await pool.query(
    `WITH payment AS (
       INSERT INTO payment (id, booking_id, attempt_id, listing_id, buyer_id, intent_id, amount_cents, currency, paid_at)
       VALUES ($1, $2, $3, $4, $5, $6, 500000, 'sgd', now())
     ), sale AS (
       INSERT INTO sale (booking_id, payment_id, buyer_id, seller_id, state, currency, price_cents, fee_cents, gst_cents, paid_at,
         updated_at)
       VALUES ($2, $1, $5, $9, 'paid', 'sgd', 500000, 0, 0, now(), now())
     ), entry AS (
       INSERT INTO ledger_entry (id, cause, cause_id, booking_id, at)
       VALUES ($7, 'charge', $6, $2, now()), ($8, 'sale', $1::text, $2, now())
     )
     INSERT INTO ledger_posting (entry_id, line, account, owner_id, currency, amount_cents)
     VALUES ($7, 1, 'provider_balance', NULL, 'sgd', 500000), ($7, 2, 'buyer', $5, 'sgd', -500000),
            ($8, 1, 'buyer', $5, 'sgd', 500000), ($8, 2, 'seller_payable', $9, 'sgd', -500000)`,
    [payment, paidBookingId, paidAttempt, paidCar, ids.buyer, intent, randomUUID(), randomUUID(), ids.seller],
  );
  const discrepancy = randomUUID();
  await pool.query(
    `INSERT INTO discrepancy (id, kind, subject, state, evidence, first_seen_at, last_seen_at)
     VALUES ($1, 'sold-without-payment', $2, 'open', '{}', now(), now())`,
    [discrepancy, soldCar],
  );
  const event = `evt_${randomUUID().replaceAll('-', '')}`;
  await pool.query(
    `INSERT INTO webhook_event (event_id, type, payload, received_at) VALUES ($1, 'charge.updated', '{}', now())`,
    [event],
  );
  const [feedbackToReadId, feedbackToArchiveId] = [randomUUID(), randomUUID()];
  for (const id of [feedbackToReadId, feedbackToArchiveId])
    await pool.query("INSERT INTO feedback (id, email, text, created_at) VALUES ($1, 'a@race.example', 'any', now())", [
      id,
    ]);
  const reportId = randomUUID();
  await pool.query(
    `INSERT INTO report (id, seller_id, ground, text, state, created_at) VALUES ($1, $2, 'not-real', '', 'open', now())`,
    [reportId, ids.seller],
  );
  return {
    ...ids,
    reportId,
    carToWithdrawId,
    heldCarId,
    discrepancy,
    event,
    payment,
    feedbackToReadId,
    feedbackToArchiveId,
  };
}
