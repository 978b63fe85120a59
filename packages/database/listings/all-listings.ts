import type { AccountId } from '@carhouse/domain/account/account';
import { parseId } from '@carhouse/domain/ids/id';
import type { Listing, ListingStatus } from '@carhouse/domain/listing/listing';
import { sql } from 'kysely';
import type { Database } from '../connection/connect.ts';
import { listingFromRow } from './listing-row.ts';
import { type ListingCursor, selectListings } from './listings.ts';
import { makeLikePattern } from './text-search.ts';

export type ListedListing = Listing & {
  readonly hiddenReason: string | null;
  /** Number of unpaid bookings of the listing. */
  readonly openBookings: number;
  /** Whether a user has paid for the listing on this site and was not refunded. */
  readonly paidHere: boolean;
  readonly sellerSuspended: boolean;
};

export type AllListingsFilter = {
  /** A part of the title, of the brand, or of the name or e-mail address of the seller; or the id of the listing. */
  readonly search?: string | undefined;
  /**
   * `available` excludes the listings of suspended sellers. `not-shown` means the listings on sale of suspended
   * sellers.
   */
  readonly status?: ListingStatus | 'not-shown' | undefined;
  readonly sellerId?: AccountId | undefined;
};

/**
 * Lists the listings of all sellers in every status, newest first, with keyset pagination. Listings of deleted sellers are
 * excluded.
 */
export async function listAllListings(
  database: Database,
  filter: AllListingsFilter,
  limit: number,
  after?: ListingCursor,
): Promise<readonly ListedListing[]> {
  let query = selectListings(database)
    .select([
      'account.status as seller_status',
      // These columns are computed only for the rows of the page, with the indexes of open and of paid bookings.
      sql<number>`(SELECT count(*)::int FROM booking b WHERE b.listing_id = listing.id AND b.status = 'unpaid')`.as(
        'open_bookings',
      ),
      sql<boolean>`EXISTS (SELECT FROM booking b WHERE b.listing_id = listing.id AND b.status = 'paid')`.as(
        'paid_here',
      ),
    ])
    .where('account.status', '<>', 'deleted');
  if (filter.status === 'not-shown') {
    query = query.where('listing.status', '=', 'available').where('account.status', '=', 'suspended');
  } else if (filter.status !== undefined) {
    query = query.where('listing.status', '=', filter.status);
    if (filter.status === 'available') query = query.where('account.status', '<>', 'suspended');
  }
  if (filter.sellerId !== undefined) query = query.where('listing.seller_id', '=', filter.sellerId);
  const searchText = filter.search?.trim() ?? '';
  const id = parseId<'listing'>(searchText);
  if (id !== undefined) {
    query = query.where('listing.id', '=', id);
  } else if (searchText !== '') {
    const searchPattern = makeLikePattern(searchText);
    query = query.where(
      sql<boolean>`(replace(listing.brand, '_', ' ') || ' ' || listing.title ILIKE ${searchPattern}
        OR account.name ILIKE ${searchPattern} OR account.email ILIKE ${searchPattern})`,
    );
  }
  if (after !== undefined)
    query = query.where(sql<boolean>`(listing.posted_at, listing.id) < (${after.at}, ${after.id})`);
  const rows = await query.orderBy('listing.posted_at', 'desc').orderBy('listing.id', 'desc').limit(limit).execute();
  return rows.map((row) => ({
    ...listingFromRow(row),
    hiddenReason: row.hidden_reason,
    openBookings: row.open_bookings,
    paidHere: row.paid_here,
    sellerSuspended: row.seller_status === 'suspended',
  }));
}

/** Counts the listings on sale that are not shown, because their seller is suspended. */
export async function countListingsNotShown(database: Database): Promise<number> {
  const row = await database
    .selectFrom('listing')
    .innerJoin('account', 'account.id', 'listing.seller_id')
    .where('listing.status', '=', 'available')
    .where('account.status', '=', 'suspended')
    .select(sql<number>`count(*)::int`.as('cars'))
    .executeTakeFirstOrThrow();
  return row.cars;
}
