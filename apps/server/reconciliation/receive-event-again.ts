import { recordAudit } from '@carhouse/database/audit/audit';
import { runPreparedStatement } from '@carhouse/database/connection/statement';
import { inTransaction } from '@carhouse/database/connection/transaction';
import { findEvent, makeEventProcessedStatement } from '@carhouse/database/payments/payments';
import type { Actor } from '@carhouse/domain/account/account';
import { DomainError } from '@carhouse/domain/errors/domain-error';
import { authoriseAdmin } from '../accounts/authorise-actor.ts';
import type { Context } from '../context.ts';
import { handleEvent } from '../payments/handle-event.ts';

export type ReplayedEvent = { readonly eventId: string; readonly type: string; readonly processedAt: Date };

/**
 * Runs the effect of a stored event again. Running an event again is safe, because every effect reads the current state
 * from the card provider, unless the state is already on record, and takes place at most once (docs/reliability.md I8).
 * @throws DomainError NOT_FOUND, PAYMENT_PROVIDER_UNAVAILABLE, and the errors of `authoriseAdmin`.
 */
export async function receiveEventAgain(context: Context, actor: Actor, eventId: string): Promise<ReplayedEvent> {
  const event = await findEvent(context.database, eventId);
  if (event === undefined) throw new DomainError('NOT_FOUND');
  const now = context.now();
  // The audit log names the admin for the request, and the server for its effects.
  await inTransaction(context.database, async (trx) => {
    const admin = await authoriseAdmin(context, trx, actor);
    await recordAudit(context, trx, {
      actorId: admin.accountId,
      action: 'replay',
      noun: 'webhook_event',
      nounId: eventId,
      after: { type: event.type, intent: event.intentId },
    });
  });
  await handleEvent(context, event);
  await runPreparedStatement(context.pool, makeEventProcessedStatement(eventId, now));
  return { eventId, type: event.type, processedAt: event.processedAt ?? now };
}
