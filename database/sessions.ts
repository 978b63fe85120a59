import type { AccountId } from '@carhouse/core/account/account';
import type { Id } from '@carhouse/core/ids/id';
import type { Database } from './connect.ts';
import type { Transaction } from './transaction.ts';

export type SessionId = Id<'session'>;

export type OwnSession = {
  readonly id: SessionId;
  readonly createdAt: Date;
  readonly lastSeenAt: Date;
  readonly userAgent: string;
};

/** The sessions of a person that have not run out, last used first. */
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

/** Whether the session is still there. */
export async function hasSession(trx: Transaction, id: SessionId): Promise<boolean> {
  return (await trx.selectFrom('session').select('id').where('id', '=', id).executeTakeFirst()) !== undefined;
}

/** Ends one session of this person. @returns whether it was there. */
export async function deleteSession(trx: Transaction, accountId: AccountId, id: SessionId): Promise<boolean> {
  const result = await trx
    .deleteFrom('session')
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  return result.numDeletedRows > 0n;
}

/** Ends the sessions of this person, all or all but one. @returns how many. */
export async function deleteSessions(
  trx: Transaction,
  accountId: AccountId,
  but: SessionId | null = null,
): Promise<number> {
  let query = trx.deleteFrom('session').where('account_id', '=', accountId);
  if (but !== null) query = query.where('id', '<>', but);
  return Number((await query.executeTakeFirst()).numDeletedRows);
}

/** Removes sessions, links of mails and counters of attempts that have run out. @returns how many rows. */
export async function deleteOutdated(database: Database, now: Date): Promise<number> {
  let removed = 0n;
  for (const table of ['session', 'account_link', 'attempt_counter'] as const) {
    removed += (await database.deleteFrom(table).where('expires_at', '<=', now).executeTakeFirst()).numDeletedRows;
  }
  return Number(removed);
}
