import type { AccountId } from '@carhouse/domain/account/account';
import type { Id } from '@carhouse/domain/ids/id';
import { sql } from 'kysely';
import type { Database } from '../connection/connect.ts';
import type { Transaction } from '../connection/transaction.ts';

/** A sign-in that has passed the first factor and waits for the second one. */
export type PendingSignIn = {
  readonly tokenHash: string;
  readonly accountId: AccountId;
  /** The sign-in method of the first factor: 'credential' for the password, otherwise the OpenID provider. */
  readonly providerId: string;
  /** The session that the new session replaces; null at a sign-in. */
  readonly replacedSessionId: Id<'session'> | null;
  readonly createdAt: Date;
  readonly expiresAt: Date;
};

/**
 * Maximum number of unfinished sign-ins that are stored for one account. When there are more, the oldest are deleted,
 * so that a stranger who knows a password cannot fill the table.
 */
const maxPendingSignIns = 20;

/** Stores an unfinished sign-in. */
export async function insertPendingSignIn(trx: Transaction, pendingSignIn: PendingSignIn): Promise<void> {
  await trx
    .insertInto('pending_sign_in')
    .values({
      token_hash: pendingSignIn.tokenHash,
      account_id: pendingSignIn.accountId,
      provider_id: pendingSignIn.providerId,
      replaces_session: pendingSignIn.replacedSessionId,
      created_at: pendingSignIn.createdAt,
      expires_at: pendingSignIn.expiresAt,
    })
    .execute();
  await sql`DELETE FROM pending_sign_in WHERE token_hash IN (SELECT token_hash FROM pending_sign_in
    WHERE account_id = ${pendingSignIn.accountId} ORDER BY created_at DESC, token_hash OFFSET ${maxPendingSignIns})`.execute(
    trx,
  );
}

/**
 * Finds the account of the unfinished sign-in with this token. A call of this function does not count as a try to
 * finish the sign-in.
 */
export async function findPendingOwner(
  database: Database,
  tokenHash: string,
  now: Date,
): Promise<AccountId | undefined> {
  const row = await database
    .selectFrom('pending_sign_in')
    .select('account_id')
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return row?.account_id;
}

/**
 * Counts one try to finish a sign-in, and returns the unfinished sign-in; undefined when the sign-in has expired, was
 * used, or had too many tries.
 */
export async function countPendingSignInTry(
  database: Database,
  tokenHash: string,
  values: { readonly tryCountMaximum: number; readonly now: Date },
): Promise<PendingSignIn | undefined> {
  const row = await database
    .updateTable('pending_sign_in')
    .set((where) => ({ tries: where('tries', '+', 1) }))
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', values.now)
    .where('tries', '<', values.tryCountMaximum)
    .returningAll()
    .executeTakeFirst();
  if (row === undefined) return undefined;
  return {
    tokenHash: row.token_hash,
    accountId: row.account_id,
    providerId: row.provider_id,
    replacedSessionId: row.replaces_session,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
  };
}

/** Uses up an unfinished sign-in. Only one of several concurrent calls returns true. */
export async function spendPendingSignIn(trx: Transaction, tokenHash: string): Promise<boolean> {
  const result = await trx.deleteFrom('pending_sign_in').where('token_hash', '=', tokenHash).executeTakeFirst();
  return result.numDeletedRows > 0n;
}

/** Deletes the unfinished sign-ins of a user. */
export async function deletePendingSignIns(trx: Transaction, accountId: AccountId): Promise<void> {
  await trx.deleteFrom('pending_sign_in').where('account_id', '=', accountId).execute();
}
