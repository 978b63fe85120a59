import type { AccountId } from '@carhouse/domain/account/account';
import type { ListingId } from '@carhouse/domain/listing/listing';
import type { Cents } from '@carhouse/domain/money/money';
import type { AttemptId } from '@carhouse/domain/payment/payment';
import { sql } from 'kysely';
import type { Database } from '../connection/connect.ts';

/** A hold that prevents other buyers from paying for a listing now. */
export type CurrentHold = {
  readonly id: AttemptId;
  readonly listingId: ListingId;
  readonly buyerId: AccountId;
  readonly buyerName: string;
  readonly sellerName: string;
  readonly brand: string;
  readonly title: string;
  readonly amount: Cents;
  readonly from: Date;
  readonly until: Date;
  readonly createdAt: Date;
  readonly holdsOfDay: number;
};

/**
 * Lists the current holds of all buyers, newest first, with keyset pagination; the condition is `isHolding` of
 * packages/domain/payment/payment.ts as SQL. `since` is the start of the period in which the buyer's other holds are
 * counted.
 */
export async function listCurrentHolds(
  database: Database,
  { now, since }: { readonly now: Date; readonly since: Date },
  limit: number,
  after?: { readonly at: Date; readonly id: AttemptId },
): Promise<readonly CurrentHold[]> {
  const holdCountSql = sql<number>`(SELECT count(DISTINCT (other.listing_id, coalesce(other.held_from, other.created_at)))::int
    FROM payment_attempt other WHERE other.buyer_id = held.buyer_id AND other.created_at > ${since})`;
  let query = database
    .selectFrom('payment_attempt as held')
    .innerJoin('booking', 'booking.id', 'held.booking_id')
    .select([
      'held.id',
      'held.listing_id',
      'held.buyer_id',
      'held.amount_cents',
      'held.expires_at',
      'held.created_at',
      sql<Date>`coalesce(held.held_from, held.created_at)`.as('held_from'),
      'booking.buyer_name',
      'booking.seller_name',
      'booking.brand',
      'booking.title',
      holdCountSql.as('holds_of_day'),
    ])
    .where('held.state', '=', 'open')
    .where('held.released_at', 'is', null)
    .where('held.expires_at', '>', now);
  if (after !== undefined) query = query.where(sql<boolean>`(held.created_at, held.id) < (${after.at}, ${after.id})`);
  const rows = await query.orderBy('held.created_at', 'desc').orderBy('held.id', 'desc').limit(limit).execute();
  return rows.map((row) => ({
    id: row.id,
    listingId: row.listing_id,
    buyerId: row.buyer_id,
    buyerName: row.buyer_name,
    sellerName: row.seller_name,
    brand: row.brand,
    title: row.title,
    amount: row.amount_cents,
    from: row.held_from,
    until: row.expires_at,
    createdAt: row.created_at,
    holdsOfDay: row.holds_of_day,
  }));
}
