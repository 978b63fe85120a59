import type { AccountId, AccountStatus } from '@carhouse/domain/account/account';
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../connection/connect.ts';
import type { Transaction } from '../connection/transaction.ts';

/** Marks a seller who imports files as a dealer, because the search distinguishes dealers' cars from private ones. */
export async function markAsDealer(database: Database, id: AccountId, now: Date): Promise<void> {
  await database
    .updateTable('account')
    .set({ seller_kind: 'dealer', updated_at: now })
    .where('id', '=', id)
    .where('seller_kind', '<>', 'dealer')
    .execute();
}

/** Returns the data that decides a seller's rights; undefined for a suspended or deleted account. */
export async function findActiveSeller(
  database: Database,
  id: AccountId,
): Promise<{ readonly name: string; readonly email: string } | undefined> {
  return database
    .selectFrom('account')
    .select(['name', 'email'])
    .where('id', '=', id)
    .where('role', '=', 'Seller')
    .where('status', '=', 'active')
    .executeTakeFirst();
}

/** Returns the status of each of these accounts. */
export async function findAccountStatuses(
  database: Database,
  ids: readonly AccountId[],
): Promise<ReadonlyMap<AccountId, AccountStatus>> {
  if (ids.length === 0) return new Map();
  const rows = await database
    .selectFrom('account')
    .select(['id', 'status'])
    .where('id', 'in', [...ids])
    .execute();
  return new Map(rows.map(({ id, status }) => [id, status]));
}

/**
 * The sellers whose listings and files are counted together: one seller, or all new sellers of the seller's sign-up
 * network (`findSharedLimitStart`).
 */
export type SellerCountScope = { readonly sellerId: AccountId; readonly accountsCountedSince: Date | undefined };

/**
 * Returns an SQL condition for the rows of the sellers that are counted together.
 * @param column SQL of the column with the seller's id.
 * @param statusScope `active` to count only the rows of active sellers, for cars on sale; `all` to count the rows of
 *   all sellers, for stored files, which a suspension or deletion does not remove immediately.
 */
export function makeCountedSellerSql(
  { sellerId, accountsCountedSince }: SellerCountScope,
  column: RawBuilder<unknown>,
  statusScope: 'active' | 'all',
): RawBuilder<boolean> {
  const isCountedStatusSql = statusScope === 'all' ? sql`true` : sql`other.status = 'active'`;
  if (accountsCountedSince === undefined) return sql`${column} = ${sellerId}::uuid`;
  return sql`${column} IN (
    SELECT ${sellerId}::uuid
    UNION SELECT other.id FROM account AS own JOIN account AS other ON other.share_group = own.share_group
    WHERE own.id = ${sellerId}::uuid AND ${isCountedStatusSql}
      AND greatest(other.created_at, other.refused_at) > ${accountsCountedSince}::timestamptz)`;
}

const sellerIdSql = sql`listing.seller_id`;

/**
 * Locks the seller's sign-up network until the end of the transaction. Concurrent calls of sellers of one network then
 * wait for each other, so that their common count is correct. The caller must have locked the seller.
 */
export async function lockSignUpNetwork(trx: Transaction, sellerId: AccountId): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(sign_up_network, 0)) FROM account
    WHERE id = ${sellerId}::uuid AND sign_up_network IS NOT NULL`.execute(trx);
}

/**
 * Returns an SQL condition for listings that a new seller marked as sold without a payment on this site, since
 * `accountsCountedSince`. Listings that are marked as sold are still public, so they count like listings on sale.
 * If marked listings did not count, a new seller could list any number of cars and mark them as sold.
 */
export function makeMarkedSoldSql(listing: string, since: Date | undefined): RawBuilder<boolean> {
  if (since === undefined) return sql`false`;
  const listingSql = sql.ref(listing);
  return sql`(${listingSql}.status = 'sold' AND ${listingSql}.updated_at > ${since}::timestamptz AND NOT EXISTS (
    SELECT FROM booking WHERE booking.listing_id = ${listingSql}.id AND booking.status = 'paid'))`;
}

/**
 * Counts these sellers' listings on sale, and the listings that new sellers marked as sold. Counting stops at `maximum`.
 */
export async function countCarsOnSale(
  trx: Database | Transaction,
  sellers: SellerCountScope,
  maximum: number,
): Promise<number> {
  const result = await sql<{ cars: number }>`SELECT count(*)::int AS cars FROM (
    SELECT FROM listing WHERE ${makeCountedSellerSql(sellers, sellerIdSql, 'active')} AND (status = 'available' OR ${makeMarkedSoldSql('listing', sellers.accountsCountedSince)})
    LIMIT ${maximum}) AS theirs`.execute(trx);
  return result.rows[0]?.cars ?? 0;
}

/** Counts these sellers' listings that are on sale and advertised on Home. Counting stops at `maximum`. */
export async function countAdvertisedCars(
  trx: Database | Transaction,
  sellers: SellerCountScope,
  maximum: number,
): Promise<number> {
  const result = await sql<{ cars: number }>`SELECT count(*)::int AS cars FROM (
    SELECT FROM listing JOIN advertisement ON advertisement.listing_id = listing.id
    WHERE ${makeCountedSellerSql(sellers, sellerIdSql, 'active')} AND listing.status = 'available' LIMIT ${maximum}) AS theirs`.execute(
    trx,
  );
  return result.rows[0]?.cars ?? 0;
}
