import type { AccountId, SessionId } from '@carhouse/core/account/account';
import { DomainError } from '@carhouse/core/errors/domain-error';
import { parseId } from '@carhouse/core/ids/id';
import { deleteSession, deleteSessions } from '@carhouse/database/sessions';
import { inTransaction } from '@carhouse/database/transaction';
import type { Context } from '../context.ts';

/** Ends one of the own sessions. @throws DomainError NOT_FOUND for a stranger's or none. */
export async function revokeSession(context: Context, accountId: AccountId, id: string): Promise<void> {
  const sessionId = parseId<'session'>(id);
  if (sessionId === undefined) throw new DomainError('NOT_FOUND');
  const ended = await inTransaction(context.database, (trx) => deleteSession(trx, accountId, sessionId));
  if (!ended) throw new DomainError('NOT_FOUND');
}

/** Ends all own sessions but the one that asks. @returns how many. */
export async function revokeOtherSessions(context: Context, accountId: AccountId, current: SessionId): Promise<number> {
  return inTransaction(context.database, (trx) => deleteSessions(trx, accountId, current));
}
