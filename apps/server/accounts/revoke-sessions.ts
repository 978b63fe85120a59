import { deleteSession, deleteSessions } from '@carhouse/database/accounts/sessions';
import { inTransaction } from '@carhouse/database/connection/transaction';
import type { Actor } from '@carhouse/domain/account/account';
import { DomainError } from '@carhouse/domain/errors/domain-error';
import { requireId } from '@carhouse/domain/ids/id';
import type { Context } from '../context.ts';
import { authoriseActor } from './authorise-actor.ts';

/** Ends one session of the caller. @throws DomainError NOT_FOUND for an unknown session or a session of another user. */
export async function revokeSession(context: Context, actor: Actor, id: string): Promise<void> {
  const sessionId = requireId<'session'>(id);
  const ended = await inTransaction(context.database, async (trx) => {
    await authoriseActor(context, trx, actor);
    return deleteSession(trx, actor.accountId, sessionId);
  });
  if (!ended) throw new DomainError('NOT_FOUND');
}

/** Ends all sessions of the caller but the current one. @returns number of sessions that ended. */
export async function revokeOtherSessions(context: Context, actor: Actor): Promise<number> {
  return inTransaction(context.database, async (trx) => {
    await authoriseActor(context, trx, actor);
    return deleteSessions(trx, actor.accountId, actor.sessionId);
  });
}
