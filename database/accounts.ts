import type { Account, AccountId, SignUpRole } from '@carhouse/core/account/account';
import type { Selectable } from 'kysely';
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
