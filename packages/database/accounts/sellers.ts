import type { AccountId } from '@carhouse/domain/account/account';
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../connection/connect.ts';
import type { Transaction } from '../connection/transaction.ts';

/** Marks a seller who imports files as a dealer, because the search distinguishes dealers' cars from private ones. */
export async function becomeDealer(database: Database, id: AccountId, now: Date): Promise<void> {
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

/**
 * The sellers whose listings and files are counted together: one seller, or all new sellers of their sign-up network
 * (`countedTogetherSince`).
 */
export type CountedSellers = { readonly sellerId: AccountId; readonly togetherSince: Date | undefined };

/**
 * @param column SQL of the column with the seller's id.
 * @param statuses `active` to count what is on sale; `all` to count what is stored, because a suspension or deletion does
 *   not remove it immediately.
 */
export function isOfCounted(
  { sellerId, togetherSince }: CountedSellers,
  column: RawBuilder<unknown>,
  statuses: 'active' | 'all',
): RawBuilder<boolean> {
  const isCounted = statuses === 'all' ? sql`true` : sql`other.status = 'active'`;
  if (togetherSince === undefined) return sql`${column} = ${sellerId}::uuid`;
  return sql`${column} IN (
    SELECT ${sellerId}::uuid
    UNION SELECT other.id FROM account AS own JOIN account AS other ON other.share_group = own.share_group
    WHERE own.id = ${sellerId}::uuid AND ${isCounted}
      AND greatest(other.created_at, other.refused_at) > ${togetherSince}::timestamptz)`;
}

const sellerOfListing = sql`listing.seller_id`;

/**
 * Locks a sign-up network until the end of the transaction, so that the common count of its sellers is correct for
 * concurrent calls. The caller must have locked the seller.
 */
export async function lockSignUpNetwork(trx: Transaction, sellerId: AccountId): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(sign_up_network, 0)) FROM account
    WHERE id = ${sellerId}::uuid AND sign_up_network IS NOT NULL`.execute(trx);
}

/**
 * A listing that its seller marked as sold, without a payment here, since the time from which new sellers are counted. It is
 * still public, so it counts for a new seller like a listing on sale. Otherwise they would list and sell without a limit.
 */
const isMarkedSold = ({ togetherSince }: CountedSellers): RawBuilder<boolean> =>
  togetherSince === undefined
    ? sql`false`
    : sql`(listing.status = 'sold' AND listing.updated_at > ${togetherSince}::timestamptz AND NOT EXISTS (
        SELECT FROM booking WHERE booking.listing_id = listing.id AND booking.status = 'paid'))`;

/** Counts these sellers' listings on sale, and what new sellers marked as sold; the count stops at `atMost`. */
export async function countOnSale(
  trx: Database | Transaction,
  sellers: CountedSellers,
  atMost: number,
): Promise<number> {
  const found = await sql<{ cars: number }>`SELECT count(*)::int AS cars FROM (
    SELECT FROM listing WHERE ${isOfCounted(sellers, sellerOfListing, 'active')} AND (status = 'available' OR ${isMarkedSold(sellers)})
    LIMIT ${atMost}) AS theirs`.execute(trx);
  return found.rows[0]?.cars ?? 0;
}

/** Counts these sellers' advertised listings on sale; the count stops at `atMost`. */
export async function countAdvertised(
  trx: Database | Transaction,
  sellers: CountedSellers,
  atMost: number,
): Promise<number> {
  const found = await sql<{ cars: number }>`SELECT count(*)::int AS cars FROM (
    SELECT FROM listing JOIN advertisement ON advertisement.listing_id = listing.id
    WHERE ${isOfCounted(sellers, sellerOfListing, 'active')} AND listing.status = 'available' LIMIT ${atMost}) AS theirs`.execute(
    trx,
  );
  return found.rows[0]?.cars ?? 0;
}
