import type { AccountId } from '@carhouse/domain/account/account';
import type { Listing, ListingId } from '@carhouse/domain/listing/listing';
import type { SellerCarSortOrder, SellerCarState } from '@carhouse/domain/listing/seller-car-states';
import type { Cents } from '@carhouse/domain/money/money';
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../connection/connect.ts';
import { listingFromRow } from './listing-row.ts';
import { selectListings } from './listings.ts';

export type SellerCarFilter = {
  readonly state: SellerCarState | undefined;
  /** The words of the search text in lower case. The texts of a car must contain all words. */
  readonly words: readonly string[];
  readonly brand: string | undefined;
};

const isBookedSql = sql<boolean>`EXISTS (SELECT FROM booking WHERE booking.listing_id = listing.id AND booking.status = 'unpaid')`;
const hasImageSql = sql<boolean>`EXISTS (SELECT FROM listing_image WHERE listing_image.listing_id = listing.id)`;

/** The SQL condition for each state of a seller's car. Every car is in exactly one state. */
const conditionsByState: Readonly<Record<SellerCarState, RawBuilder<boolean>>> = {
  available: sql`(listing.status = 'available' AND NOT ${isBookedSql} AND ${hasImageSql})`,
  booked: sql`(listing.status = 'available' AND ${isBookedSql})`,
  photosMissing: sql`(listing.status = 'available' AND NOT ${isBookedSql} AND NOT ${hasImageSql})`,
  draft: sql`(listing.status = 'draft')`,
  withdrawn: sql`(listing.status = 'withdrawn')`,
  hidden: sql`(listing.status = 'hidden')`,
  sold: sql`(listing.status = 'sold')`,
};

const wishCountSql = sql<number>`(SELECT count(*)::int FROM wish WHERE wish.listing_id = listing.id)`;

const orderSqlByName: Readonly<Record<SellerCarSortOrder, RawBuilder<unknown>>> = {
  newest: sql`listing.posted_at DESC, listing.id DESC`,
  oldest: sql`listing.posted_at, listing.id`,
  'price-high': sql`listing.resale_price_cents DESC, listing.id DESC`,
  'price-low': sql`listing.resale_price_cents, listing.id`,
  coe: sql`listing.coe_expires_on NULLS LAST, listing.id`,
  wishes: sql`${wishCountSql} DESC, listing.posted_at DESC, listing.id DESC`,
};

export type SellerCarCounts = Readonly<Record<SellerCarState | 'all', number>> & { readonly asked: Cents };

/**
 * Counts the cars of one seller in each state, and adds up the prices of the cars on sale. The query reads all cars of
 * the seller.
 */
export async function countSellerCars(database: Database, sellerId: AccountId): Promise<SellerCarCounts> {
  const counts = Object.entries(conditionsByState).map(
    ([state, condition]) => sql`(count(*) FILTER (WHERE ${condition}))::int AS ${sql.ref(state)}`,
  );
  const result = await sql<SellerCarCounts>`SELECT count(*)::int AS "all", ${sql.join(counts)},
    coalesce(sum(listing.resale_price_cents) FILTER (WHERE listing.status = 'available'), 0)::bigint AS asked
    FROM listing WHERE listing.seller_id = ${sellerId}`.execute(database);
  const [row] = result.rows;
  if (row === undefined) throw new Error('A count has one row.');
  return row;
}

/** Lists the brands of one seller's cars with the number of cars, sorted by name. */
export async function listSellerBrands(
  database: Database,
  sellerId: AccountId,
): Promise<readonly { readonly brand: string; readonly cars: number }[]> {
  return database
    .selectFrom('listing')
    .select(['brand', sql<number>`count(*)::int`.as('cars')])
    .where('seller_id', '=', sellerId)
    .groupBy('brand')
    .orderBy('brand')
    .execute();
}

export type SellerCarRow = Listing & { readonly wishes: number };

/**
 * Returns one page of a seller's cars. Each page reads and sorts all cars of the seller, so its cost depends on their number
 * only.
 * @param page number of the page, from 1
 */
export async function listSellerCars(
  database: Database,
  sellerId: AccountId,
  filter: SellerCarFilter,
  { order, page, size }: { readonly order: SellerCarSortOrder; readonly page: number; readonly size: number },
): Promise<{ readonly rows: readonly SellerCarRow[]; readonly total: number }> {
  const where = makeConditionSql(sellerId, filter);
  const countResult = await sql<{ total: number }>`SELECT count(*)::int AS total FROM listing WHERE ${where}`.execute(
    database,
  );
  const rows = await selectListings(database)
    .select(wishCountSql.as('wishes'))
    .where(where)
    .orderBy(orderSqlByName[order])
    .limit(size)
    .offset((page - 1) * size)
    .execute();
  return {
    rows: rows.map((row) => ({ ...listingFromRow(row), wishes: row.wishes })),
    total: countResult.rows[0]?.total ?? 0,
  };
}

function makeConditionSql(sellerId: AccountId, { state, words, brand }: SellerCarFilter): RawBuilder<boolean> {
  const text = sql`lower(concat_ws(' ', replace(listing.brand, '_', ' '), listing.title, listing.year_of_purchase,
    listing.plate, listing.dealer_ref))`;
  return sql<boolean>`${sql.join(
    [
      sql`listing.seller_id = ${sellerId}`,
      ...(state === undefined ? [] : [conditionsByState[state]]),
      ...(brand === undefined ? [] : [sql`listing.brand = ${brand}`]),
      // The search does not use LIKE, so `%` and `_` have no special meaning.
      ...words.map((word) => sql`position(${word}::text in ${text}) > 0`),
    ],
    sql` AND `,
  )}`;
}

/** Counts how many of these listings belong to the seller. Repeated ids count once. */
export async function countOwnedCars(
  database: Database,
  sellerId: AccountId,
  ids: readonly ListingId[],
): Promise<number> {
  const result = await database
    .selectFrom('listing')
    .select(sql<number>`count(*)::int`.as('owned'))
    .where('seller_id', '=', sellerId)
    .where('id', 'in', ids)
    .executeTakeFirstOrThrow();
  return result.owned;
}
