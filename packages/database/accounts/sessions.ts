import type { AccountId, SessionId } from '@carhouse/domain/account/account';
import type { Database } from '../connection/connect.ts';
import type { Statement } from '../connection/statement.ts';
import type { Transaction } from '../connection/transaction.ts';
import { primaryPositionSql } from '../connection/wal-position.ts';
import { deletePendingSignIns } from './pending-sign-ins.ts';

export type OwnSession = {
  readonly id: SessionId;
  readonly createdAt: Date;
  readonly lastSeenAt: Date;
  readonly userAgent: string;
};

/** The ids of a session and its account. When `id` is null, no session is found. */
export type SessionAndAccountIds = { readonly id: SessionId | null; readonly accountId: AccountId };

/** Lists the sessions of a user that have not expired, last used first. */
export async function listSessions(
  database: Database,
  accountId: AccountId,
  now: Date,
): Promise<readonly OwnSession[]> {
  const rows = await database
    .selectFrom('session')
    .select(['id', 'created_at', 'updated_at', 'user_agent'])
    .where('account_id', '=', accountId)
    .where('expires_at', '>', now)
    .orderBy('updated_at', 'desc')
    .orderBy('id', 'desc')
    .limit(100)
    .execute();
  return rows.map((row) => ({
    id: row.id,
    createdAt: row.created_at,
    lastSeenAt: row.updated_at,
    userAgent: row.user_agent ?? '',
  }));
}

/**
 * Locks this session of the account for reading, and returns whether it exists and has not expired. The lock lasts
 * until the transaction ends, so that a sign-out waits for it. The caller must have locked the account, because code
 * that ends all sessions of a user locks the account first too.
 */
export function makeSessionLockStatement(session: SessionAndAccountIds, now: Date): Statement<boolean> {
  return {
    name: 'session-keep',
    text: 'SELECT id FROM session WHERE id = $1 AND account_id = $2 AND expires_at > $3 FOR KEY SHARE',
    values: [session.id, session.accountId, now],
    read: ({ rows }) => rows.length > 0,
  };
}

/**
 * Gives a valid session a new token, so that a stranger with a copy of the old one loses access.
 * @returns the time at which the session ends; undefined when it has already ended.
 */
export async function replaceSessionToken(
  trx: Transaction,
  session: SessionAndAccountIds,
  values: { readonly token: string; readonly now: Date },
): Promise<Date | undefined> {
  const row = await trx
    .updateTable('session')
    .set({ token: values.token, updated_at: values.now })
    .where('id', '=', session.id)
    .where('account_id', '=', session.accountId)
    .where('expires_at', '>', values.now)
    .returning('expires_at')
    .executeTakeFirst();
  return row?.expires_at;
}

/**
 * After a write of the session was committed: records the current position of the write-ahead log as the position of
 * the session's last write. Nothing is recorded for a session that has ended.
 */
export function makeWrittenPositionStatement(id: SessionId): Statement<void> {
  return {
    name: 'session-written',
    text: `UPDATE session SET written_position = ${primaryPositionSql} WHERE id = $1`,
    values: [id],
    read: () => undefined,
  };
}

/** Ends one session of this user. @returns whether the session existed. */
export async function deleteSession(trx: Transaction, accountId: AccountId, id: SessionId): Promise<boolean> {
  const result = await trx
    .deleteFrom('session')
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  return result.numDeletedRows > 0n;
}

/**
 * Ends a session of this user that a new session replaces. @returns the time of the session's sign-in; undefined when
 * the session did not exist.
 */
export async function deleteReplacedSession(
  trx: Transaction,
  accountId: AccountId,
  id: SessionId,
): Promise<{ readonly signedInAt: Date } | undefined> {
  const row = await trx
    .deleteFrom('session')
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .returning(['signed_in_at', 'created_at'])
    .executeTakeFirst();
  return row && { signedInAt: row.signed_in_at ?? row.created_at };
}

/** Ends all sessions of this user (or all but one), and every unfinished sign-in. @returns number of sessions that ended. */
export async function deleteSessions(
  trx: Transaction,
  accountId: AccountId,
  exceptSessionId: SessionId | null = null,
): Promise<number> {
  await deletePendingSignIns(trx, accountId);
  let query = trx.deleteFrom('session').where('account_id', '=', accountId);
  if (exceptSessionId !== null) query = query.where('id', '<>', exceptSessionId);
  return Number((await query.executeTakeFirst()).numDeletedRows);
}

const tablesWithExpiry = [
  'session',
  'account_link',
  'attempt_counter',
  'app_factor_draft',
  'pending_sign_in',
  'spent_challenge',
] as const;

/** Deletes expired sessions, links, counters and unfinished sign-ins. @returns number of deleted rows. */
export async function deleteExpiredSignInRows(database: Database, now: Date): Promise<number> {
  let removedRowCount = 0n;
  for (const table of tablesWithExpiry) {
    removedRowCount += (await database.deleteFrom(table).where('expires_at', '<=', now).executeTakeFirst())
      .numDeletedRows;
  }
  return Number(removedRowCount);
}
