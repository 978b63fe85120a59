import { sql } from 'kysely';
import type { Database } from '../connection/connect.ts';
import type { Transaction } from '../connection/transaction.ts';

/**
 * Stores the only link for the first admin. An older link becomes invalid.
 * @param tokenHash hash of the token; the token itself is not stored.
 */
export async function saveFirstAdminLink(
  database: Database,
  link: { readonly tokenHash: string; readonly expiresAt: Date },
): Promise<void> {
  const row = { token_hash: link.tokenHash, expires_at: link.expiresAt };
  await database
    .insertInto('first_admin_link')
    .values({ single: true, ...row })
    .onConflict((conflict) => conflict.column('single').doUpdateSet(row))
    .execute();
}

/** Whether the link is valid now: the link is the newest one and has not expired, and there is no admin. */
export async function isFirstAdminLinkValid(database: Database, tokenHash: string, now: Date): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM first_admin_link WHERE token_hash = ${tokenHash} AND expires_at > ${now}
      AND NOT EXISTS (SELECT FROM account WHERE role = 'admin' AND status <> 'deleted')`.execute(database);
  return rows.length > 0;
}

/**
 * Uses up the link, before its transaction creates the account. Of several concurrent calls only the first one
 * succeeds. All further calls wait for the row of the link, and then find that the row is deleted.
 * @returns whether the link was valid and there is no admin.
 */
export async function spendFirstAdminLink(trx: Transaction, tokenHash: string, now: Date): Promise<boolean> {
  const usedLink = await sql`
    DELETE FROM first_admin_link WHERE token_hash = ${tokenHash} AND expires_at > ${now}`.execute(trx);
  if (usedLink.numAffectedRows !== 1n) return false;
  // The query for an existing admin is a separate statement. The separate query sees what other transactions committed
  // while the first statement waited for the row.
  const adminResult = await sql`SELECT FROM account WHERE role = 'admin' AND status <> 'deleted' LIMIT 1`.execute(trx);
  return adminResult.rows.length === 0;
}

/**
 * Deletes the link, in the transaction that creates an admin in another way. A concurrent use of the link waits for
 * this transaction.
 */
export async function deleteFirstAdminLink(trx: Transaction): Promise<void> {
  await sql`DELETE FROM first_admin_link`.execute(trx);
}
