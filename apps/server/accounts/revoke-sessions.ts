import { deleteSession, deleteSessions } from '@carhouse/database/accounts/sessions';
import { recordAudit } from '@carhouse/database/audit/audit';
import { inTransaction, type Transaction } from '@carhouse/database/connection/transaction';
import type { Actor } from '@carhouse/domain/account/account';
import { DomainError } from '@carhouse/domain/errors/domain-error';
import { requireId } from '@carhouse/domain/ids/id';
import type { Context } from '../context.ts';
import { authoriseActor } from './authorise-actor.ts';

/** Ends one session of the caller. @throws DomainError NOT_FOUND for an unknown session or a session of another user. */
export async function revokeSession(context: Context, actor: Actor, id: string): Promise<void> {
  const sessionId = requireId<'session'>(id);
  const hasEndedSession = await inTransaction(context.database, async (trx) => {
    await authoriseActor(context, trx, actor);
    const isEnded = await deleteSession(trx, actor.accountId, sessionId);
    if (isEnded) await recordSessionEnd(context, trx, actor, 1);
    return isEnded;
  });
  if (!hasEndedSession) throw new DomainError('NOT_FOUND');
}

/** Ends all sessions of the caller but the current one. @returns number of sessions that ended. */
export async function revokeOtherSessions(context: Context, actor: Actor): Promise<number> {
  return inTransaction(context.database, async (trx) => {
    await authoriseActor(context, trx, actor);
    const endedCount = await deleteSessions(trx, actor.accountId, actor.sessionId);
    if (endedCount > 0) await recordSessionEnd(context, trx, actor, endedCount);
    return endedCount;
  });
}

async function recordSessionEnd(context: Context, trx: Transaction, actor: Actor, sessionCount: number): Promise<void> {
  await recordAudit(context, trx, {
    actorId: actor.accountId,
    action: 'end-sessions',
    noun: 'account',
    nounId: actor.accountId,
    before: {},
    after: { sessions: sessionCount },
  });
}
