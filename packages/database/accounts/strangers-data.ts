import type { AccountId } from '@carhouse/domain/account/account';
import type { ImportId } from '@carhouse/domain/import/import-states';
import type { ListingId } from '@carhouse/domain/listing/listing';
import { sql } from 'kysely';
import type { Transaction } from '../connection/transaction.ts';
import { forgetFeedback } from '../feedback/feedback.ts';
import { removeReporterFromReports } from '../reports/reports.ts';
import { deleteKeysOfAccount } from '../requests/idempotency-keys.ts';

/**
 * Whether a stranger may have made this account with the address of another person. An admin's account, and an account
 * that still has the password that an admin chose, count as made by an admin. The caller must have locked the account.
 */
export async function mayBelongToStranger(trx: Transaction, id: AccountId): Promise<boolean> {
  const row = await trx
    .selectFrom('account')
    .select('id')
    .where('id', '=', id)
    .where('email_verified', '=', false)
    .where('is_demo', '=', false)
    .where('must_change_password', '=', false)
    .where((where) => where.or([where('role', 'is', null), where('role', '<>', 'admin')]))
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Removes the photo, the telephone number and the verification of an account. The name and the role of the account
 * stay.
 */
export async function removeProfileData(trx: Transaction, id: AccountId, now: Date): Promise<void> {
  await trx
    .updateTable('account')
    .set({ photo_url: null, number: null, verified_at: null, updated_at: now })
    .where('id', '=', id)
    .execute();
}

/**
 * Takes the cars of an account off sale, and deletes its wishes, imports, feedback, records of exports and responses
 * stored under idempotency keys. The drafts and withdrawn cars of the account stay, because only its owner sees them. A
 * hidden car that was on sale becomes withdrawn when the hiding ends. The caller must have locked the account.
 * @returns the cars that were on sale, and the deleted imports.
 */
export async function removeRowsOfStranger(
  trx: Transaction,
  id: AccountId,
  now: Date,
): Promise<{ readonly listings: readonly ListingId[]; readonly imports: readonly ImportId[] }> {
  const cars = await sql<{ id: ListingId }>`UPDATE listing SET status = 'withdrawn', updated_at = ${now}
    WHERE id IN (SELECT id FROM listing WHERE seller_id = ${id} AND status = 'available' ORDER BY id FOR NO KEY UPDATE)
    RETURNING id`.execute(trx);
  // A car that an admin has hidden does not go back on sale when the hiding ends.
  await sql`UPDATE listing SET hidden_from = 'withdrawn', updated_at = ${now}
    WHERE id IN (SELECT id FROM listing WHERE seller_id = ${id} AND status = 'hidden' AND hidden_from = 'available'
      ORDER BY id FOR NO KEY UPDATE)`.execute(trx);
  const imports = await trx.deleteFrom('import').where('seller_id', '=', id).returning('id').execute();
  await trx.deleteFrom('wish').where('wisher_id', '=', id).execute();
  await trx.deleteFrom('personal_export').where('account_id', '=', id).execute();
  await forgetFeedback(trx, id, now);
  await removeReporterFromReports(trx, id);
  await deleteKeysOfAccount(trx, id);
  return { listings: cars.rows.map((car) => car.id), imports: imports.map((each) => each.id) };
}
