import { markEventProcessed, receiveEvent as putIntoInbox } from '@carhouse/database/payments/payments';
import type { CardEvent } from '@carhouse/payments/card-provider';
import type { Context } from '../context.ts';
import { handleEvent } from './handle-event.ts';

/**
 * Takes a verified event: into the inbox, then its effect, then the mark that it is done. It returns only when that is
 * committed, so the provider repeats whatever we could not finish. Order and repetition do not matter.
 * @throws DomainError PAYMENT_PROVIDER_UNAVAILABLE: the event stays unprocessed and is sent again.
 */
export async function receiveEvent(context: Context, event: CardEvent): Promise<void> {
  const fresh = await putIntoInbox(context.database, {
    eventId: event.eventId,
    type: event.type,
    intentId: event.intentId,
    payload: event.payload,
    receivedAt: context.now(),
  });
  if (!fresh) return;
  await handleEvent(context, event);
  await markEventProcessed(context.database, event.eventId, context.now());
}
