import type { AccountId } from '@carhouse/domain/account/account';
import type { BookingId } from '@carhouse/domain/booking/booking';
import type { Id } from '@carhouse/domain/ids/id';
import type { ListingId } from '@carhouse/domain/listing/listing';
import type { EarlierHold } from '@carhouse/domain/payment/hold-rules';
import type { AttemptId, PaymentAttempt } from '@carhouse/domain/payment/payment';
import { sql } from 'kysely';
import type { Database } from '../connection/connect.ts';
import type { Transaction } from '../connection/transaction.ts';

const holdStartSql = sql<Date>`coalesce(held_from, created_at)`;

/** Lists the holds of a buyer since a time that did not end with a payment. The caller must have locked the buyer. */
export async function listHoldsOfBuyer(
  trx: Transaction,
  buyerId: AccountId,
  since: Date,
  now: Date,
): Promise<readonly EarlierHold[]> {
  return readHolds(selectHolds(trx, since, now).where('buyer_id', '=', buyerId));
}

/**
 * Lists the holds of a listing since a time by other new accounts of the buyer's sign-up network. Holds that ended with
 * a payment are excluded. The list is empty when the buyer's account is not new, or the buyer's or another account was
 * made for the demo. The caller must have locked the listing, so that no hold begins at the same time.
 * @param times.newAccountsSince time after which an account must have been made to count as new.
 */
export async function listHoldsOfNetwork(
  trx: Transaction,
  currentHold: { readonly listingId: ListingId; readonly buyerId: AccountId },
  times: { readonly since: Date; readonly newAccountsSince: Date; readonly now: Date },
): Promise<readonly EarlierHold[]> {
  const buyers = trx
    .selectFrom('account as own')
    .innerJoin('account as other', 'other.share_group', 'own.share_group')
    .select('other.id')
    .where('own.id', '=', currentHold.buyerId)
    .where('own.sign_up_network', 'is not', null)
    .where('own.created_at', '>', times.newAccountsSince)
    .where('own.is_demo', '=', false)
    .where('other.id', '<>', currentHold.buyerId)
    .where('other.created_at', '>', times.newAccountsSince)
    .where('other.is_demo', '=', false);
  return readHolds(
    selectHolds(trx, times.since, times.now)
      .where('listing_id', '=', currentHold.listingId)
      .where('buyer_id', 'in', buyers)
      .groupBy('buyer_id'),
  );
}

/**
 * Selects the payment attempts since a time as holds: attempts on one listing that began with the same hold form one
 * row.
 */
function selectHolds(trx: Transaction, since: Date, now: Date) {
  return trx
    .selectFrom('payment_attempt')
    .select(['listing_id', holdStartSql.as('from')])
    .select(sql<Date>`max(expires_at)`.as('until'))
    .select(sql<boolean>`bool_or(state = 'open' AND expires_at > ${now} AND released_at IS NULL)`.as('live'))
    .select(sql<number>`count(*)::int`.as('attempts'))
    .where('created_at', '>', since)
    .groupBy(['listing_id', holdStartSql])
    .having(sql<boolean>`NOT bool_or(state = 'succeeded')`);
}

async function readHolds(query: ReturnType<typeof selectHolds>): Promise<readonly EarlierHold[]> {
  const rows = await query.execute();
  return rows.map((row) => ({
    listingId: row.listing_id,
    from: row.from,
    until: row.until,
    isCurrent: row.live,
    attempts: row.attempts,
  }));
}

/**
 * Lists the end times of a network's holds, except holds on this listing. The function locks the network, so that two
 * buyers of the network cannot both get the last hold that the network's limit allows. The caller must lock the buyer
 * before this call, and the listing after it.
 */
export async function listHoldEndsOfAddress(
  trx: Transaction,
  addressKey: string,
  excludedListingId: ListingId,
  now: Date,
): Promise<readonly Date[]> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`hold ${addressKey}`}, 0))`.execute(trx);
  const rows = await trx
    .selectFrom('payment_attempt')
    .select('expires_at')
    .where('address_key', '=', addressKey)
    .where('state', '=', 'open')
    .where('expires_at', '>', now)
    .where('released_at', 'is', null)
    .where('listing_id', '<>', excludedListingId)
    .execute();
  return rows.map((row) => row.expires_at);
}

/** Records which visit to the payment page requested the hold last. */
export async function recordPageVisit(trx: Transaction, id: AttemptId, visitId: Id<'visit'>): Promise<void> {
  await trx.updateTable('payment_attempt').set({ visit_id: visitId }).where('id', '=', id).execute();
}

/** Extends the hold of an open attempt for its buyer. */
export async function renewHold(
  trx: Transaction,
  id: AttemptId,
  span: { readonly from: Date; readonly until: Date },
  now: Date,
): Promise<void> {
  await trx
    .updateTable('payment_attempt')
    .set({ held_from: span.from, expires_at: span.until, updated_at: now })
    .where('id', '=', id)
    .where('state', '=', 'open')
    .execute();
}

/**
 * Finds the open attempt of a booking that this visit to the payment page requested last; undefined when the booking
 * has no open attempt, or another visit has requested the attempt since.
 */
export async function findAttemptOfVisit(
  database: Database,
  bookingId: BookingId,
  visitId: Id<'visit'>,
): Promise<{ readonly id: AttemptId; readonly intentId: string | null } | undefined> {
  const row = await database
    .selectFrom('payment_attempt')
    .select(['id', 'intent_id'])
    .where('booking_id', '=', bookingId)
    .where('visit_id', '=', visitId)
    .where('state', '=', 'open')
    .where('released_at', 'is', null)
    .executeTakeFirst();
  return row && { id: row.id, intentId: row.intent_id };
}

/**
 * Marks the hold of a visit to the payment page as released; returns false when another visit has requested the hold
 * since, or the hold has ended.
 */
export async function markReleased(
  database: Database,
  id: AttemptId,
  visitId: Id<'visit'>,
  now: Date,
): Promise<boolean> {
  const result = await database
    .updateTable('payment_attempt')
    .set({ released_at: now, updated_at: now })
    .where('id', '=', id)
    .where('visit_id', '=', visitId)
    .where('state', '=', 'open')
    .where('released_at', 'is', null)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/**
 * Ends a hold for good: its buyer cannot continue it within its remaining minutes. The caller cancels the charge of the
 * hold afterwards.
 */
export async function breakHold(trx: Transaction, attempt: PaymentAttempt, reason: string, now: Date): Promise<void> {
  await trx
    .updateTable('payment_attempt')
    .set({ released_at: now, break_reason: reason, updated_at: now })
    .where('id', '=', attempt.id)
    .where('state', '=', 'open')
    .execute();
  await trx
    .updateTable('payment_attempt')
    .set({ expires_at: now })
    .where('buyer_id', '=', attempt.buyerId)
    .where('listing_id', '=', attempt.listingId)
    .where('expires_at', '>', now)
    .where('state', 'in', ['open', 'cancelled'])
    .execute();
}

/** Returns the reasons for which admins broke the holds of these attempts. */
export async function findBreakReasons(
  database: Database,
  ids: readonly AttemptId[],
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await database
    .selectFrom('payment_attempt')
    .select(['id', 'break_reason'])
    .where('id', 'in', [...ids])
    .where('break_reason', 'is not', null)
    .execute();
  return new Map(rows.map((row) => [row.id, row.break_reason ?? '']));
}
