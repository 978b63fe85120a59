import type { AccountId } from '@carhouse/domain/account/account';
import type { ListingId } from '@carhouse/domain/listing/listing';
import type { RemovedWish, Wish, WishId, WishSnapshot } from '@carhouse/domain/wish/wish';
import { type Selectable, sql } from 'kysely';
import type { Database } from '../connection/connect.ts';
import type { Transaction } from '../connection/transaction.ts';
import { readCardFactsRow } from '../listings/listing-row.ts';
import type { WishTable } from '../schema/schema.ts';

/**
 * Locks the wishes of a user until the end of the transaction. Concurrent calls that add wishes of this user wait for
 * each other, on all server nodes.
 */
export async function lockWishes(trx: Transaction, wisherId: AccountId): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`wish ${wisherId}`}, 0))`.execute(trx);
}

/** Finds the user's wish for this listing. */
export async function findWishId(
  trx: Transaction,
  wisherId: AccountId,
  listingId: ListingId,
): Promise<WishId | undefined> {
  const row = await trx
    .selectFrom('wish')
    .select('id')
    .where('wisher_id', '=', wisherId)
    .where('listing_id', '=', listingId)
    .executeTakeFirst();
  return row?.id;
}

export async function countWishes(trx: Transaction, wisherId: AccountId): Promise<number> {
  const row = await trx
    .selectFrom('wish')
    .select(sql<number>`count(*)::int`.as('wishes'))
    .where('wisher_id', '=', wisherId)
    .executeTakeFirstOrThrow();
  return row.wishes;
}

/** Saves a new wish. @throws a violation of `wish_wisher_listing_key` when the user already wishes for the listing. */
export async function insertWish(trx: Transaction, wisherId: AccountId, wish: Omit<Wish, 'now'>): Promise<void> {
  const { snapshot } = wish;
  await trx
    .insertInto('wish')
    .values({
      id: wish.id,
      wisher_id: wisherId,
      listing_id: wish.listingId,
      wisher_role: wish.wisherRole,
      image_url: snapshot.image,
      brand: snapshot.brand,
      title: snapshot.title,
      author: snapshot.author,
      author_email: snapshot.authorEmail,
      location: snapshot.location,
      original_price_cents: snapshot.originalPrice,
      resale_price_cents: snapshot.resalePrice,
      years_of_use: snapshot.yearsOfUse,
      year_of_purchase: snapshot.yearOfPurchase,
      description: snapshot.description,
      posted_at: snapshot.postedAt,
      wished_at: wish.wishedAt,
    })
    .execute();
}

/** Lists the wishes of a user, newest first. Listings of suspended and deleted sellers are excluded. */
export async function listWishes(database: Database, wisherId: AccountId, limit: number): Promise<readonly Wish[]> {
  const rows = await database
    .selectFrom('wish')
    .innerJoin('listing', 'listing.id', 'wish.listing_id')
    .innerJoin('account', 'account.id', 'listing.seller_id')
    .selectAll('wish')
    .select([
      'listing.status as listing_status',
      'listing.resale_price_cents as price_now',
      'listing.registered_on',
      'listing.coe_obtained_on',
      'listing.coe_expires_on',
      'listing.coe_renewed',
      'listing.arf_paid_cents',
      'listing.mileage_km',
      'listing.owners',
      'listing.seller_id',
      'account.verified_at as seller_verified_at',
    ])
    .where('wish.wisher_id', '=', wisherId)
    .where('account.status', '=', 'active')
    .orderBy('wish.wished_at', 'desc')
    .orderBy('wish.id', 'desc')
    .limit(limit)
    .execute();
  return rows.map((row) => {
    const sellerVerified = row.seller_verified_at !== null;
    return wishFromRow(row, {
      status: row.listing_status,
      price: row.price_now,
      facts: readCardFactsRow(row),
      sellerId: row.seller_id,
      sellerVerified,
    });
  });
}

/** Writes the seller's current name into the wishes for their listings. */
export async function updateSellerNameInWishes(trx: Transaction, sellerId: AccountId, name: string): Promise<void> {
  const cars = trx.selectFrom('listing').select('id').where('seller_id', '=', sellerId);
  await trx.updateTable('wish').set({ author: name }).where('listing_id', 'in', cars).execute();
}

/** Removes a wish from this user's list. @returns the removed wish, or undefined when the user had no such wish. */
export async function deleteWish(trx: Transaction, wisherId: AccountId, id: WishId): Promise<RemovedWish | undefined> {
  const row = await trx
    .deleteFrom('wish')
    .where('id', '=', id)
    .where('wisher_id', '=', wisherId)
    .returningAll()
    .executeTakeFirst();
  if (row === undefined) return undefined;
  return { id: row.id, listingId: row.listing_id, wishedAt: row.wished_at, snapshot: snapshotFromRow(row) };
}

function wishFromRow(row: Selectable<WishTable>, now: Wish['now']): Wish {
  return {
    id: row.id,
    listingId: row.listing_id,
    wisherRole: row.wisher_role,
    wishedAt: row.wished_at,
    now,
    snapshot: snapshotFromRow(row),
  };
}

function snapshotFromRow(row: Selectable<WishTable>): WishSnapshot {
  return {
    image: row.image_url,
    brand: row.brand,
    title: row.title,
    author: row.author,
    authorEmail: row.author_email,
    location: row.location,
    originalPrice: row.original_price_cents,
    resalePrice: row.resale_price_cents,
    yearsOfUse: row.years_of_use,
    yearOfPurchase: row.year_of_purchase,
    description: row.description,
    postedAt: row.posted_at,
  };
}
