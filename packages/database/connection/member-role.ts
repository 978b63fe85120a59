import type { AccountId } from '@carhouse/domain/account/account';
import { sql } from 'kysely';
import type pg from 'pg';
import type { Database } from './connect.ts';
import type { Transaction } from './transaction.ts';

/**
 * The database role that row-level security restricts (migration 0027). The role cannot log in; the server's database user
 * switches to it.
 */
const role = 'carhouse_member';

/**
 * The grants of the role. The role cannot read e-mail addresses and telephone numbers of accounts, because no list of
 * one user's records needs this data of other users.
 */
const memberGrants = [
  'GRANT SELECT ON booking, order_step, wish, payment, payment_attempt, sale, complaint, refund, dispute, payout_account, transfer, payout',
  'GRANT SELECT ON fee_document, payment_instructions, bank_part',
  'GRANT SELECT ON reservation, reservation_condition, reservation_queue',
  'GRANT SELECT ON import, listing, listing_image, image, brand',
  'GRANT SELECT (id, name, photo_url, role, verified_at, status, seller_kind) ON account',
] as const;

/**
 * Creates the role and its grants unless they exist. A role belongs to the whole database server, but a grant belongs
 * to one database.
 * @returns false when the database user may not create roles: reads of one user's records are then restricted only by
 *   the conditions of their queries.
 */
export async function ensureMemberRole(client: pg.Pool | pg.PoolClient): Promise<boolean> {
  if (await hasMemberRole(client)) return true;
  try {
    // Two servers on one database cluster may create the role at the same time; one server then gets the error that the
    // role already exists.
    await client.query(`DO $$ BEGIN
      IF to_regrole('${role}') IS NULL THEN CREATE ROLE ${role} NOLOGIN; END IF;
    EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL;
    END $$`);
    await client.query(`GRANT ${role} TO CURRENT_USER`);
    for (const grantText of memberGrants) await client.query(`${grantText} TO ${role}`);
  } catch (error) {
    if ((error as { code?: unknown }).code !== '42501') throw error;
    return false;
  }
  return hasMemberRole(client);
}

async function hasMemberRole(client: pg.Pool | pg.PoolClient): Promise<boolean> {
  const { rows } = await client.query<{ ready: boolean }>(
    `SELECT CASE WHEN to_regrole($1) IS NULL THEN false
       ELSE pg_has_role(current_user, $1, 'MEMBER') AND has_table_privilege($1, 'complaint', 'SELECT')
            AND has_table_privilege($1, 'payout_account', 'SELECT')
            AND has_table_privilege($1, 'fee_document', 'SELECT')
            AND has_table_privilege($1, 'payment_instructions', 'SELECT')
            AND has_table_privilege($1, 'reservation_queue', 'SELECT')
            AND has_table_privilege($1, 'bank_part', 'SELECT')
            AND has_column_privilege($1, 'account', 'seller_kind', 'SELECT') END AS ready`,
    [role],
  );
  return rows[0]?.ready === true;
}

const readyPromisesByDatabase = new WeakMap<Database, Promise<boolean>>();

/**
 * Runs reads of one user's records with the role that row-level security restricts. The queries then find no rows of
 * other users, even without a condition. Switching the role takes one more statement in the same transaction.
 */
export async function runAsMember<T>(
  database: Database,
  accountId: AccountId,
  readRecords: (trx: Transaction) => Promise<T>,
): Promise<T> {
  let readyPromise = readyPromisesByDatabase.get(database);
  if (readyPromise === undefined) {
    readyPromise = sql<{
      ready: boolean;
    }>`SELECT to_regrole(${role}) IS NOT NULL AND pg_has_role(current_user, ${role}, 'MEMBER') AS ready`
      .execute(database)
      .then(({ rows }) => rows[0]?.ready === true);
    readyPromisesByDatabase.set(database, readyPromise);
    readyPromise.catch(() => readyPromisesByDatabase.delete(database));
  }
  const isRoleReady = await readyPromise;
  return database
    .transaction()
    .setAccessMode('read only')
    .execute(async (trx) => {
      if (isRoleReady) {
        await sql`SELECT set_config('role', ${role}, true), set_config('carhouse.member', ${accountId}, true)`.execute(
          trx,
        );
      }
      return readRecords(trx);
    });
}
