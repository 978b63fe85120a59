import type { Account, AccountId, Role, SignUpRole } from '@carhouse/core/account/account';
import { type Selectable, sql } from 'kysely';
import type { Database } from './connect.ts';
import type { AccountTable } from './schema.ts';
import type { Transaction } from './transaction.ts';

/** The account with this address (lower case), deleted ones too; undefined when there is none. */
export async function findAccountByEmail(
  database: Database | Transaction,
  email: string,
): Promise<Account | undefined> {
  const row = await database.selectFrom('account').selectAll().where('email', '=', email).executeTakeFirst();
  return row && toAccount(row);
}

export async function findAccount(database: Database | Transaction, id: AccountId): Promise<Account | undefined> {
  const row = await database.selectFrom('account').selectAll().where('id', '=', id).executeTakeFirst();
  return row && toAccount(row);
}

/** Locks the account until the end of the transaction: what one person does at the same time in two tabs waits here. */
export async function lockAccount(trx: Transaction, id: AccountId): Promise<Account | undefined> {
  const row = await trx.selectFrom('account').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst();
  return row && toAccount(row);
}

/** Sets the role where none is set yet; false when another call was first. */
export async function setFirstRole(
  trx: Transaction,
  id: AccountId,
  given: { readonly role: SignUpRole; readonly name: string; readonly photoUrl: string | null; readonly now: Date },
): Promise<boolean> {
  const result = await trx
    .updateTable('account')
    .set({ role: given.role, name: given.name, photo_url: given.photoUrl, updated_at: given.now })
    .where('id', '=', id)
    .where('role', 'is', null)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

export type ListedAccount = Account & { readonly createdAt: Date };

/** The accounts of a role that are not deleted, newest first, paged by key. */
export async function listAccounts(
  database: Database,
  role: Role,
  limit: number,
  after?: { readonly at: Date; readonly id: AccountId },
): Promise<readonly ListedAccount[]> {
  // Whole milliseconds, as the cursor carries them.
  const made = sql<Date>`date_trunc('milliseconds', created_at)`;
  let query = database.selectFrom('account').selectAll().where('role', '=', role).where('status', '<>', 'deleted');
  if (after !== undefined) query = query.where(sql<boolean>`(${made}, id) < (${after.at}, ${after.id})`);
  const rows = await query.orderBy(made, 'desc').orderBy('id', 'desc').limit(limit).execute();
  return rows.map((row) => ({ ...toAccount(row), createdAt: row.created_at }));
}

/** Verifies an active seller. @returns whether he was not verified before. */
export async function markVerified(trx: Transaction, id: AccountId, now: Date): Promise<boolean> {
  const result = await trx
    .updateTable('account')
    .set({ verified_at: now, updated_at: now })
    .where('id', '=', id)
    .where('role', '=', 'Seller')
    .where('verified_at', 'is', null)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/**
 * Takes a person out of his account: nothing that names him stays in it, its sessions and credentials are gone, the
 * address is free again. The row stays, because bookings and payments point to it. False when it was deleted before or
 * has another role.
 */
export async function anonymiseAccount(trx: Transaction, id: AccountId, role: Role, now: Date): Promise<boolean> {
  const result = await trx
    .updateTable('account')
    .set({
      name: 'Deleted account',
      email: `deleted-${id}@deleted.invalid`,
      photo_url: null,
      number: null,
      verified_at: null,
      status: 'deleted',
      updated_at: now,
    })
    .where('id', '=', id)
    .where('role', '=', role)
    .where('status', '<>', 'deleted')
    .executeTakeFirst();
  if (result.numUpdatedRows === 0n) return false;
  await trx.deleteFrom('session').where('account_id', '=', id).execute();
  await trx.deleteFrom('credential').where('account_id', '=', id).execute();
  await trx.deleteFrom('wish').where('wisher_id', '=', id).execute();
  return true;
}

function toAccount(row: Selectable<AccountTable>): Account {
  return {
    id: row.id,
    name: row.name,
    email: row.email,
    role: row.role,
    photoUrl: row.photo_url,
    number: row.number,
    verifiedAt: row.verified_at,
    status: row.status,
  };
}
