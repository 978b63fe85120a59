import type { AccountId, Role } from '@carhouse/domain/account/account';
import { sql } from 'kysely';
import type { Database } from '../connection/connect.ts';
import type { Transaction } from '../connection/transaction.ts';

export type DemoData = {
  /** Number of demo accounts that are not deleted. */
  readonly accountCount: number;
  /** Number of listings on sale of demo accounts. */
  readonly carCount: number;
  /** Number of bookings of demo accounts that are neither cancelled nor paid. */
  readonly orderCount: number;
};

/**
 * Counts the demo records that remain in the database. All counts are zero when the database never had a demo or the demo
 * was removed.
 */
export async function countDemoData(database: Database): Promise<DemoData> {
  const { rows } = await sql<DemoData>`
    SELECT (SELECT count(*)::int FROM account WHERE is_demo AND status <> 'deleted') AS "accountCount",
           (SELECT count(*)::int FROM listing l JOIN account a ON a.id = l.seller_id
             WHERE a.is_demo AND a.status <> 'deleted' AND l.status = 'available') AS "carCount",
           (SELECT count(*)::int FROM booking b JOIN account a ON a.id = b.buyer_id
             WHERE a.is_demo AND a.status <> 'deleted' AND b.status = 'unpaid') AS "orderCount"`.execute(database);
  return rows[0] ?? { accountCount: 0, carCount: 0, orderCount: 0 };
}

/** Lists the demo accounts that are not deleted; admins come last. */
export async function listDemoAccounts(
  database: Database,
): Promise<readonly { readonly id: AccountId; readonly role: Role | null }[]> {
  const { rows } = await sql<{ id: AccountId; role: Role | null }>`
    SELECT id, role FROM account WHERE is_demo AND status <> 'deleted' ORDER BY role = 'admin', id`.execute(database);
  return rows;
}

/**
 * Marks an account as a demo account when a demo account created it, because anyone with the published password may
 * have created the account.
 */
export async function inheritDemoMark(trx: Transaction, id: AccountId, creatorId: AccountId): Promise<void> {
  await sql`
    UPDATE account SET is_demo = true
    WHERE id = ${id} AND EXISTS (SELECT FROM account WHERE id = ${creatorId} AND is_demo)`.execute(trx);
}

/** Counts the active admins who do not belong to the demo. */
export async function countNonDemoAdmins(database: Database): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM account WHERE role = 'admin' AND status = 'active' AND NOT is_demo`.execute(
    database,
  );
  return rows[0]?.count ?? 0;
}

/**
 * Counts the active admins without a second factor who do not belong to the demo. The result is zero before the migration
 * that adds second factors.
 */
export async function countAdminsWithoutSecondFactor(database: Database): Promise<number> {
  // The row is read as JSON, so that the statement also works when the column does not exist yet.
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM account a
    WHERE a.role = 'admin' AND a.status = 'active' AND NOT a.is_demo
      AND to_jsonb(a) ? 'second_factor_at' AND to_jsonb(a)->>'second_factor_at' IS NULL`.execute(database);
  return rows[0]?.count ?? 0;
}

export type AdminPasswordHash = { readonly id: AccountId; readonly email: string; readonly hash: string };

/**
 * Returns the e-mail addresses and password hashes of the admins who may sign in with a password and do not belong to the
 * demo, oldest first.
 * @param maxAdminCount maximum number of admins in the result.
 */
export async function listAdminPasswords(
  database: Database,
  maxAdminCount: number,
): Promise<readonly AdminPasswordHash[]> {
  const { rows } = await sql<AdminPasswordHash>`
    SELECT a.id, a.email, c.password AS hash FROM account a JOIN credential c ON c.account_id = a.id
    WHERE a.role = 'admin' AND a.status <> 'deleted' AND NOT a.is_demo AND c.password IS NOT NULL
    ORDER BY a.created_at, a.id LIMIT ${maxAdminCount}`.execute(database);
  return rows;
}

/** Counts the admins who are not deleted, including suspended ones. */
export async function countAdmins(database: Database): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM account WHERE role = 'admin' AND status <> 'deleted'`.execute(database);
  return rows[0]?.count ?? 0;
}

const productionMarkName = 'production';

/**
 * Records that this database has been used in production. The server then no longer creates demo data in this database.
 */
export async function markProduction(database: Database, now: Date): Promise<void> {
  await database
    .insertInto('seed_marker')
    .values({ name: productionMarkName, at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/**
 * Returns the time since when the database has been used in production; undefined when the database has never been used
 * in production.
 */
export async function findProductionMark(database: Database): Promise<Date | undefined> {
  const row = await database
    .selectFrom('seed_marker')
    .select('at')
    .where('name', '=', productionMarkName)
    .executeTakeFirst();
  return row?.at;
}
