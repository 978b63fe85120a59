import type { AccountId } from '@carhouse/domain/account/account';
import type { Database } from '../connection/connect.ts';
import type { Transaction } from '../connection/transaction.ts';

export type LinkPurpose = 'reset-password' | 'confirm-email' | 'confirm-payouts';

export type AccountLink = {
  readonly accountId: AccountId;
  readonly purpose: LinkPurpose;
  readonly tokenHash: string;
  /** The e-mail address to which the link was sent. */
  readonly email: string;
  readonly createdAt: Date;
  readonly expiresAt: Date;
};

/** Stores a link. An older link of the account with the same purpose becomes invalid. */
export async function saveLink(database: Database | Transaction, link: AccountLink): Promise<void> {
  const row = {
    token_hash: link.tokenHash,
    email: link.email,
    created_at: link.createdAt,
    expires_at: link.expiresAt,
  };
  await database
    .insertInto('account_link')
    .values({ account_id: link.accountId, purpose: link.purpose, ...row })
    .onConflict((conflict) => conflict.columns(['account_id', 'purpose']).doUpdateSet(row))
    .execute();
}

/** Finds the account whose valid link has this token; undefined when there is none. */
export async function findLinkOwner(
  database: Database,
  purpose: LinkPurpose,
  tokenHash: string,
  now: Date,
): Promise<{ readonly accountId: AccountId; readonly name: string; readonly email: string } | undefined> {
  return database
    .selectFrom('account_link')
    .innerJoin('account', 'account.id', 'account_link.account_id')
    .select(['account.id as accountId', 'account.name', 'account_link.email'])
    .where('token_hash', '=', tokenHash)
    .where('purpose', '=', purpose)
    .where('expires_at', '>', now)
    .executeTakeFirst();
}

/** Uses up a link. Only one of several concurrent calls returns the account; every other call returns undefined. */
export async function spendAccountLink(
  trx: Transaction,
  purpose: LinkPurpose,
  tokenHash: string,
  now: Date,
): Promise<{ readonly accountId: AccountId; readonly email: string } | undefined> {
  const row = await trx
    .deleteFrom('account_link')
    .where('token_hash', '=', tokenHash)
    .where('purpose', '=', purpose)
    .where('expires_at', '>', now)
    .returning(['account_id', 'email'])
    .executeTakeFirst();
  return row && { accountId: row.account_id, email: row.email };
}

/** Deletes a user's links of this purpose. */
export async function deleteLinks(trx: Transaction, accountId: AccountId, purpose: LinkPurpose): Promise<void> {
  await trx.deleteFrom('account_link').where('account_id', '=', accountId).where('purpose', '=', purpose).execute();
}
