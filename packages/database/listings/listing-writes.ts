import type { AccountId } from '@carhouse/domain/account/account';
import { findPlate } from '@carhouse/domain/car/plate';
import type { ListingId, ListingStatus } from '@carhouse/domain/listing/listing';
import type { ListingTerms } from '@carhouse/domain/listing/listing-terms';
import { sql } from 'kysely';
import type { Database } from '../connection/connect.ts';
import type { Transaction } from '../connection/transaction.ts';
import { toFactColumns } from './listing-row.ts';

/** Saves a seller's new listing without its images. */
export async function insertListing(
  trx: Transaction,
  values: {
    readonly id: ListingId;
    readonly sellerId: AccountId;
    readonly terms: ListingTerms;
    readonly status: ListingStatus;
    readonly now: Date;
    /** The time by which the listing is sorted in newest-first lists; null means `now`. */
    readonly newestAt: Date | null;
  },
): Promise<void> {
  const { id, sellerId, terms, status, now, newestAt } = values;
  const baseColumns = { id, seller_id: sellerId, status, posted_at: now, newest_at: newestAt, updated_at: now };
  await trx
    .insertInto('listing')
    .values({ ...baseColumns, ...toTermColumns(terms), dealer_ref: null, dealer_row_hash: null })
    .execute();
}

/** Whether a listing with this id exists, in any status. */
export async function hasListing(trx: Transaction, id: ListingId): Promise<boolean> {
  return (await trx.selectFrom('listing').select('id').where('id', '=', id).executeTakeFirst()) !== undefined;
}

/** Changes the terms of a listing. The caller must have locked the listing. */
export async function updateListing(trx: Transaction, id: ListingId, terms: ListingTerms, now: Date): Promise<void> {
  await trx
    .updateTable('listing')
    .set({ ...toTermColumns(terms), updated_at: now })
    .where('id', '=', id)
    .execute();
}

/**
 * Puts a draft on sale with the current time as its posting time; returns false when it is no longer a draft.
 * @param newestAt time by which the listing is sorted in newest-first lists.
 */
export async function postDraft(
  trx: Transaction,
  id: ListingId,
  { now, newestAt }: { readonly now: Date; readonly newestAt: Date | null },
): Promise<boolean> {
  const result = await trx
    .updateTable('listing')
    .set({ status: 'available', posted_at: now, newest_at: newestAt, updated_at: now })
    .where('id', '=', id)
    .where('status', '=', 'draft')
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** Counts the listings that a seller has added by hand since a time, except the given one. */
export async function countListingsAddedSince(
  trx: Transaction,
  sellerId: AccountId,
  since: Date,
  otherListingId: ListingId,
): Promise<number> {
  const query = trx
    .selectFrom('listing')
    .select(sql<number>`count(*)::int`.as('listed'))
    .where('seller_id', '=', sellerId)
    .where('posted_at', '>=', since)
    .where('dealer_ref', 'is', null)
    .where('id', '<>', otherListingId);
  return (await query.executeTakeFirstOrThrow()).listed;
}

/** Counts the listings that a seller has put on sale since a time, by hand or by an import; the count stops at `maxCount`. */
export async function countCarsPutOnSale(
  database: Database | Transaction,
  sellerId: AccountId,
  since: Date,
  maxCount: number,
): Promise<number> {
  const result = await sql<{ cars: number }>`SELECT count(*)::int AS cars FROM (
    SELECT FROM listing WHERE seller_id = ${sellerId}::uuid AND posted_at >= ${since}::timestamptz AND status <> 'draft'
    LIMIT ${maxCount}) AS theirs`.execute(database);
  return result.rows[0]?.cars ?? 0;
}

/**
 * Counts the listings that a seller and the other sellers of their share group (migration sign-up-networks) have put on
 * sale since a time. Counting stops at `maxCount`.
 */
export async function countCarsPutOnSaleByShareGroup(
  database: Database | Transaction,
  sellerId: AccountId,
  since: Date,
  maxCount: number,
): Promise<number> {
  const result = await sql<{ cars: number }>`SELECT count(*)::int AS cars FROM (
    SELECT FROM account AS own JOIN account AS other ON other.share_group = own.share_group
      JOIN listing ON listing.seller_id = other.id
    WHERE own.id = ${sellerId}::uuid AND listing.posted_at >= ${since}::timestamptz AND listing.status <> 'draft'
    LIMIT ${maxCount}) AS theirs`.execute(database);
  return result.rows[0]?.cars ?? 0;
}

function toTermColumns(terms: ListingTerms) {
  return {
    brand: terms.brand,
    title: terms.title,
    location: terms.location,
    original_price_cents: terms.originalPrice,
    resale_price_cents: terms.resalePrice,
    years_of_use: terms.yearsOfUse,
    year_of_purchase: terms.yearOfPurchase,
    description: terms.description,
    plate: findPlate(`${terms.title}\n${terms.description}`),
    ...toFactColumns(terms.facts),
  };
}
