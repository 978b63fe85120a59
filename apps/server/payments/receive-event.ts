import { runPreparedStatement } from '@carhouse/database/connection/statement';
import {
  makeEventProcessedStatement,
  makeReceiveEventStatement as putIntoInbox,
} from '@carhouse/database/payments/payments';
import type { CardEvent } from '@carhouse/payments/card-provider';
import type { Context } from '../context.ts';
import { handledEventTypes, handleEvent } from './handle-event.ts';

/**
 * Receives a verified event: stores it in the inbox, runs its effect, then marks the event as processed. The function
 * returns only after the commit, so the provider sends an unfinished event again. Events may arrive repeatedly and in
 * any order.
 * @throws DomainError PAYMENT_PROVIDER_UNAVAILABLE: the event stays unprocessed and is sent again.
 */
export async function receiveEvent(context: Context, event: CardEvent): Promise<void> {
  const storedEvent = { ...event, receivedAt: context.now() };
  const hasEffect = handledEventTypes.includes(event.type);
  const isUnfinished = await runPreparedStatement(context.pool, putIntoInbox(storedEvent, hasEffect));
  if (!isUnfinished) return;
  await handleEvent(context, event);
  await runPreparedStatement(context.pool, makeEventProcessedStatement(event.eventId, context.now()));
}
