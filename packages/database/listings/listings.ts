import type { AccountId } from '@carhouse/domain/account/account';
import type { ImageSize } from '@carhouse/domain/image/image-widths';
import type { Listing, ListingId, ListingStatus } from '@carhouse/domain/listing/listing';
import { sql } from 'kysely';
import type { Database } from '../connection/connect.ts';
import { hasChangedOneRow, runStatement, type Statement } from '../connection/statement.ts';
import type { Transaction } from '../connection/transaction.ts';
import { type ListingRow, listingFromRow } from './listing-row.ts';
import { listingColumnsSql } from './listing-text.ts';

/** The last listing of a page of a list, as a cursor: the next page starts after it. */
export type ListingCursor = { readonly at: Date; readonly id: ListingId };

/** Lists a seller's own listings in every status, newest first. */
export async function listSellerListings(
  database: Database,
  sellerId: AccountId,
  limit: number,
  after?: ListingCursor,
): Promise<readonly Listing[]> {
  let query = selectListings(database).where('listing.seller_id', '=', sellerId);
  if (after !== undefined) {
    query = query.where(sql<boolean>`(listing.posted_at, listing.id) < (${after.at}, ${after.id})`);
  }
  const rows = await query.orderBy('listing.posted_at', 'desc').orderBy('listing.id', 'desc').limit(limit).execute();
  return rows.map(listingFromRow);
}

const visibleListingSql = `SELECT ${listingColumnsSql} FROM listing JOIN account ON account.id = listing.seller_id
  WHERE listing.id = $1 AND account.status = 'active'`;

/** Finds a listing in any status, with its seller; undefined when there is none or its seller is not active. */
export function makeVisibleListingStatement(id: ListingId): Statement<Listing | undefined> {
  return {
    name: 'listing-visible',
    text: visibleListingSql,
    values: [id],
    read: ({ rows }) => (rows[0] === undefined ? undefined : listingFromRow(rows[0] as ListingRow)),
  };
}

export type LockedListing = {
  readonly listing: Listing;
  /** Whether the seller is suspended or deleted, so that the listing cannot be seen or booked. */
  readonly isHidden: boolean;
};

/**
 * Locks a listing until the end of the transaction, in one of two ways. `share` prevents a sale of the listing, and a
 * deletion or suspension of its seller. Bookings use the lock `share`. `own` is an exclusive lock, which the caller
 * needs before a buyer holds the car or the car is sold. Both kinds of locks allow other transactions to insert rows
 * with foreign keys to the listing.
 */
export async function lockListing(
  trx: Transaction,
  id: ListingId,
  lockKind: 'share' | 'own',
): Promise<LockedListing | undefined> {
  const car = selectListings(trx).select('account.status as seller_status').where('listing.id', '=', id);
  if (lockKind === 'share') {
    // The seller is locked before the listing, as in a deletion or suspension of the seller; another order would
    // deadlock.
    const seller = trx.selectFrom('listing').select('seller_id').where('id', '=', id);
    await trx.selectFrom('account').select('id').where('id', '=', seller).forShare().execute();
    const row = await car.forShare('listing').executeTakeFirst();
    return row && { listing: listingFromRow(row), isHidden: row.seller_status !== 'active' };
  }
  const lockedRow = await trx
    .selectFrom('listing')
    .select('id')
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();
  const row = lockedRow && (await car.executeTakeFirst());
  return row && { listing: listingFromRow(row), isHidden: row.seller_status !== 'active' };
}

/**
 * Finds at most two available listings that match a client's copy of a listing. When the result has two listings, the
 * copy does not identify a listing.
 */
export async function findListingsLikeCopy(
  database: Database,
  values: {
    /**
     * The id of the seller, or their e-mail address in lower case. An address finds a seller only if `readerId` has
     * seen it in a booking, or if the seller is a demo account.
     */
    readonly seller: { readonly id: AccountId } | { readonly email: string; readonly readerId: AccountId };
    readonly title: string;
    readonly imageKey: string | null;
  },
): Promise<readonly ListingId[]> {
  const { seller } = values;
  let query = database
    .selectFrom('listing')
    .innerJoin('account', 'account.id', 'listing.seller_id')
    .leftJoin('listing_image', (join) =>
      join.onRef('listing_image.listing_id', '=', 'listing.id').on('listing_image.position', '=', 0),
    )
    .select('listing.id')
    .where((row) => {
      if ('id' in seller) return row('account.id', '=', seller.id);
      const unpaidBookingQuery = row
        .selectFrom('booking')
        .select('booking.id')
        .whereRef('booking.seller_id', '=', 'account.id')
        .where('booking.buyer_id', '=', seller.readerId);
      return row.and([
        row('account.email', '=', seller.email),
        row.or([row('account.is_demo', '=', true), row.exists(unpaidBookingQuery)]),
      ]);
    })
    .where('account.status', '=', 'active')
    .where('listing.status', '=', 'available')
    .where('listing.title', '=', values.title);
  query =
    values.imageKey === null
      ? query.where('listing_image.image_key', 'is', null)
      : query.where('listing_image.image_key', '=', values.imageKey);
  const rows = await query.limit(2).execute();
  return rows.map((row) => row.id);
}

/** Changes a listing's status; returns false when it is no longer `from`. */
export async function changeListingStatus(
  trx: Transaction,
  id: ListingId,
  from: ListingStatus,
  to: ListingStatus,
  now: Date,
): Promise<boolean> {
  return runStatement(trx, makeStatusChangeStatement(id, from, to, now));
}

/** Returns the statement that changes a listing's status, for a pipelined transaction. */
export function makeStatusChangeStatement(
  id: ListingId,
  from: ListingStatus,
  to: ListingStatus,
  now: Date,
): Statement<boolean> {
  return {
    name: 'listing-move',
    text: 'UPDATE listing SET status = $3, updated_at = $4 WHERE id = $1 AND status = $2',
    values: [id, from, to, now],
    read: hasChangedOneRow,
  };
}

/** Builds the query for listings with their sellers and image keys; the caller adds the condition. */
export function selectListings(database: Database | Transaction) {
  const images = sql<
    string[]
  >`array(select image_key from listing_image where listing_id = listing.id order by position)`;
  const coverSizeSql = sql<ImageSize | null>`(
    select json_build_object('width', image.width, 'height', image.height)
    from listing_image join image on image.key = listing_image.image_key
    where listing_id = listing.id order by position limit 1)`;
  return database
    .selectFrom('listing')
    .innerJoin('account', 'account.id', 'listing.seller_id')
    .selectAll('listing')
    .select([
      'account.name as seller_name',
      'account.email as seller_email',
      'account.verified_at as seller_verified_at',
    ])
    .select([images.as('images'), coverSizeSql.as('cover_size')]);
}
