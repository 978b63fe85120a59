import type { AccountId } from '@carhouse/domain/account/account';
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../connection/connect.ts';
import type { Transaction } from '../connection/transaction.ts';

/** A seller who imports files is a dealer: the search distinguishes their cars from private ones. */
export async function becomeDealer(database: Database, id: AccountId, now: Date): Promise<void> {
  await database
    .updateTable('account')
    .set({ seller_kind: 'dealer', updated_at: now })
    .where('id', '=', id)
    .where('seller_kind', '<>', 'dealer')
    .execute();
}

/** Data for a seller's rights; undefined for an account that is suspended or deleted. */
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
 * The sellers whose listings and files count together: one seller, or all new sellers of their sign-up network
 * (`countedTogetherSince`).
 */
export type CountedSellers = { readonly sellerId: AccountId; readonly togetherSince: Date | undefined };

/**
 * @param column the column with the seller's id.
 * @param statuses `active` for what is on offer; `all` for what is stored, which a suspension or deletion does not remove at once.
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

const ofListing = sql`listing.seller_id`;

/**
 * Sellers of one sign-up network wait for each other here until the end of the transaction, so that their common count is
 * correct for simultaneous calls. Call it after the seller is locked.
 */
export async function lockSignUpNetwork(trx: Transaction, sellerId: AccountId): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(sign_up_network, 0)) FROM account
    WHERE id = ${sellerId}::uuid AND sign_up_network IS NOT NULL`.execute(trx);
}

/** Number of these sellers' listings on sale; counting ends at `atMost`. */
export async function countOnSale(
  trx: Database | Transaction,
  sellers: CountedSellers,
  atMost: number,
): Promise<number> {
  const found = await sql<{ cars: number }>`SELECT count(*)::int AS cars FROM (
    SELECT FROM listing WHERE ${isOfCounted(sellers, ofListing, 'active')} AND status = 'available' LIMIT ${atMost}) AS theirs`.execute(
    trx,
  );
  return found.rows[0]?.cars ?? 0;
}

/** Number of their advertised listings on sale; counting ends at `atMost`. */
export async function countAdvertised(
  trx: Database | Transaction,
  sellers: CountedSellers,
  atMost: number,
): Promise<number> {
  const found = await sql<{ cars: number }>`SELECT count(*)::int AS cars FROM (
    SELECT FROM listing JOIN advertisement ON advertisement.listing_id = listing.id
    WHERE ${isOfCounted(sellers, ofListing, 'active')} AND listing.status = 'available' LIMIT ${atMost}) AS theirs`.execute(
    trx,
  );
  return found.rows[0]?.cars ?? 0;
}
