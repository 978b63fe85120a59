import type { Account, AccountId, Role } from '@carhouse/domain/account/account';
import { sql } from 'kysely';
import type { Database } from '../connection/connect.ts';
import { makeLikePattern } from '../listings/text-search.ts';
import { accountFromRow } from './accounts.ts';

export type ListedAccount = Account & {
  readonly createdAt: Date;
  readonly standingReason: string | null;
  /** Number of cars of the user that are on sale now. */
  readonly cars: number;
  /** Number of cars of the user that are sold. */
  readonly sold: number;
  /** Number of the user's own bookings in any status. */
  readonly orders: number;
};

export type AccountFilter = {
  /** Restricts the list to the account with this id. */
  readonly id?: AccountId | undefined;
  readonly role?: Role | undefined;
  /** A part of the name or of the e-mail address. */
  readonly search?: string | undefined;
  readonly standing?: 'unverified' | 'verified' | 'suspended' | undefined;
};

/** Lists the accounts with a role that are not deleted, newest first, with keyset pagination. */
export async function listAccounts(
  database: Database,
  filter: AccountFilter,
  limit: number,
  after?: { readonly at: Date; readonly id: AccountId },
): Promise<readonly ListedAccount[]> {
  // The time is truncated to milliseconds, because the cursor has only milliseconds.
  const createdAtMillisecondsSql = sql<Date>`date_trunc('milliseconds', account.created_at)`;
  let query = database
    .selectFrom('account')
    .selectAll()
    // The counts of cars and bookings are computed only for the rows of the page. Each count uses an index whose first
    // column is the account.
    .select([
      sql<string>`(SELECT count(*) FROM listing l WHERE l.seller_id = account.id AND l.status = 'available')`.as(
        'cars',
      ),
      sql<string>`(SELECT count(*) FROM listing l WHERE l.seller_id = account.id AND l.status = 'sold')`.as('sold'),
      sql<string>`(SELECT count(*) FROM booking b WHERE b.buyer_id = account.id)`.as('orders'),
    ])
    .where('status', '<>', 'deleted');
  if (filter.id !== undefined) query = query.where('id', '=', filter.id);
  if (filter.role !== undefined) query = query.where('role', '=', filter.role);
  if (filter.standing === 'suspended') query = query.where('status', '=', 'suspended');
  if (filter.standing === 'verified') query = query.where('verified_at', 'is not', null);
  if (filter.standing === 'unverified') query = query.where('verified_at', 'is', null).where('status', '=', 'active');
  const searchText = filter.search?.trim() ?? '';
  if (searchText !== '') {
    const searchPattern = makeLikePattern(searchText);
    query = query.where(sql<boolean>`(name ILIKE ${searchPattern} OR email ILIKE ${searchPattern})`);
  }
  if (after !== undefined)
    query = query.where(sql<boolean>`(${createdAtMillisecondsSql}, id) < (${after.at}, ${after.id})`);
  const rows = await query.orderBy(createdAtMillisecondsSql, 'desc').orderBy('id', 'desc').limit(limit).execute();
  return rows.map((row) => ({
    ...accountFromRow(row),
    createdAt: row.created_at,
    standingReason: row.status_reason,
    cars: Number(row.cars),
    sold: Number(row.sold),
    orders: Number(row.orders),
  }));
}

export type AccountTotals = {
  readonly sellers: number;
  readonly toVerify: number;
  readonly verifiedSellers: number;
  readonly suspendedSellers: number;
  readonly buyers: number;
  readonly suspendedBuyers: number;
};

/** Counts the accounts that are not deleted. */
export async function countAccounts(database: Database): Promise<AccountTotals> {
  const { rows } = await sql<Record<keyof AccountTotals, string>>`
    SELECT count(*) FILTER (WHERE role = 'Seller') AS sellers,
      count(*) FILTER (WHERE role = 'Seller' AND status = 'active' AND verified_at IS NULL) AS "toVerify",
      count(*) FILTER (WHERE role = 'Seller' AND verified_at IS NOT NULL) AS "verifiedSellers",
      count(*) FILTER (WHERE role = 'Seller' AND status = 'suspended') AS "suspendedSellers",
      count(*) FILTER (WHERE role = 'Buyer') AS buyers,
      count(*) FILTER (WHERE role = 'Buyer' AND status = 'suspended') AS "suspendedBuyers"
    FROM account WHERE status <> 'deleted'`.execute(database);
  const countRow = rows[0];
  return {
    sellers: Number(countRow?.sellers),
    toVerify: Number(countRow?.toVerify),
    verifiedSellers: Number(countRow?.verifiedSellers),
    suspendedSellers: Number(countRow?.suspendedSellers),
    buyers: Number(countRow?.buyers),
    suspendedBuyers: Number(countRow?.suspendedBuyers),
  };
}
