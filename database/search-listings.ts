import type { Listing, ListingId } from '@carhouse/core/listing/listing';
import type { Cents } from '@carhouse/core/money/money';
import { type RawBuilder, sql } from 'kysely';
import type { Database } from './connect.ts';
import { type ListingRow, toListing } from './listing-row.ts';
import { selectListings } from './listings.ts';
import { inTransaction, type Transaction } from './transaction.ts';

/** By what cars are ordered, and which comes first. */
export type SearchOrder = { readonly by: 'posted' | 'price' | 'year' | 'mileage'; readonly descending: boolean };

export type ListingSearch = {
  /** Lower case, without marks and punctuation (core/text/search-words.ts). Null: no words asked for. */
  readonly words: readonly string[] | null;
  readonly brand: string | undefined;
  readonly minPrice: Cents | undefined;
  readonly maxPrice: Cents | undefined;
  readonly order: SearchOrder;
  /** Where the page before ended: the value of its order, as `SearchedListing.place` has it, and the car. */
  readonly after: { readonly place: string; readonly id: ListingId } | undefined;
  readonly limit: number;
};

export type SearchedListing = { readonly listing: Listing; readonly place: string };

/** Milliseconds. A search that takes longer is given up (503): it must not keep a connection from those who book. */
const patience = 1_500;

/** What the cars are ordered by, and the type of its text. Cars of unknown mileage stand last. */
const orders: Readonly<Record<SearchOrder['by'], readonly [column: RawBuilder<unknown>, type: RawBuilder<unknown>]>> = {
  posted: [sql`listing.posted_at`, sql`timestamptz`],
  price: [sql`listing.resale_price_cents`, sql`bigint`],
  year: [sql`listing.year_of_purchase`, sql`smallint`],
  mileage: [sql`coalesce(listing.mileage_km, 2147483647)`, sql`integer`],
};

/** The cars on offer that a search finds: one page of them, and how many there are in all. */
export async function searchListings(
  database: Database,
  search: ListingSearch,
): Promise<{ readonly rows: readonly SearchedListing[]; readonly total: number }> {
  if (search.words?.length === 0) return { rows: [], total: 0 };
  return inTransaction(database, async (trx) => {
    await sql`select set_config('statement_timeout', ${String(patience)}, true)`.execute(trx);
    const { total } = await found(trx, search)
      .clearSelect()
      .select(sql<number>`count(*)::int`.as('total'))
      .executeTakeFirstOrThrow();
    return { rows: total === 0 ? [] : await readPage(trx, search), total };
  });
}

async function readPage(trx: Transaction, search: ListingSearch): Promise<readonly SearchedListing[]> {
  const [column, type] = orders[search.order.by];
  const direction = search.order.descending ? 'desc' : 'asc';
  let query = found(trx, search).select(sql<string>`${placeText(search.order)}`.as('place'));
  if (search.after !== undefined) {
    const { place, id } = search.after;
    const further = search.order.descending ? sql`<` : sql`>`;
    query = query.where(sql<boolean>`(${column}, listing.id) ${further} (${place}::${type}, ${id}::uuid)`);
  }
  const rows = await query.orderBy(column, direction).orderBy('listing.id', direction).limit(search.limit).execute();
  return rows.map((row) => ({ listing: toListing(row as ListingRow), place: row.place }));
}

/** The value that a car stands by in its order, as text that PostgreSQL reads back whole. */
function placeText({ by }: SearchOrder): RawBuilder<unknown> {
  const [column] = orders[by];
  if (by !== 'posted') return sql`(${column})::text`;
  return sql`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;
}

function found(trx: Transaction, search: ListingSearch) {
  let query = selectListings(trx).where('listing.status', '=', 'available').where('account.status', '=', 'active');
  if (search.words !== null) {
    // Words hold neither quotes nor backslashes: those are punctuation.
    const words = search.words.map((word) => `'${word}':*`).join(' & ');
    query = query.where(
      sql<boolean>`to_tsvector('simple'::regconfig, search_text(listing.title, listing.brand, listing.location, listing.description))
        @@ to_tsquery('simple'::regconfig, ${words})`,
    );
  }
  if (search.brand !== undefined) query = query.where('listing.brand', '=', search.brand);
  if (search.minPrice !== undefined) query = query.where('listing.resale_price_cents', '>=', search.minPrice);
  if (search.maxPrice !== undefined) query = query.where('listing.resale_price_cents', '<=', search.maxPrice);
  return query;
}
