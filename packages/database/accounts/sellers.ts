import type { AccountId } from '@carhouse/domain/account/account';
import { sql } from 'kysely';
import type { Database } from '../connection/connect.ts';
import type { Transaction } from '../connection/transaction.ts';

/** Who sells from a list is a dealer: the search tells their cars from those of private people. */
export async function becomeDealer(database: Database, id: AccountId, now: Date): Promise<void> {
  await database
    .updateTable('account')
    .set({ seller_kind: 'dealer', updated_at: now })
    .where('id', '=', id)
    .where('seller_kind', '<>', 'dealer')
    .execute();
}

/** Who may sell now: undefined for an account that is suspended or deleted. */
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

/** How many cars a seller has on sale; counting ends at `atMost`. */
export async function countOnSale(trx: Database | Transaction, sellerId: AccountId, atMost: number): Promise<number> {
  const found = await sql<{ cars: number }>`SELECT count(*)::int AS cars FROM (
    SELECT FROM listing WHERE seller_id = ${sellerId}::uuid AND status = 'available' LIMIT ${atMost}) AS theirs`.execute(
    trx,
  );
  return found.rows[0]?.cars ?? 0;
}

/** How many of a seller's cars on sale are advertised; counting ends at `atMost`. */
export async function countAdvertised(
  trx: Database | Transaction,
  sellerId: AccountId,
  atMost: number,
): Promise<number> {
  const found = await sql<{ cars: number }>`SELECT count(*)::int AS cars FROM (
    SELECT FROM listing JOIN advertisement ON advertisement.listing_id = listing.id
    WHERE listing.seller_id = ${sellerId}::uuid AND listing.status = 'available' LIMIT ${atMost}) AS theirs`.execute(
    trx,
  );
  return found.rows[0]?.cars ?? 0;
}
