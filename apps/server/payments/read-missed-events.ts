import { isEventProcessed, readCursor, saveCursor } from '@carhouse/database/reconciliation/cursors';
import { isDomainError } from '@carhouse/domain/errors/domain-error';
import type { CardEvent } from '@carhouse/payments/card-provider';
import type { Context } from '../context.ts';
import { handledEventTypes } from './handle-event.ts';
import { receiveEvent } from './receive-event.ts';

const cursorName = 'events';
const hourMs = 3_600_000;
/** Milliseconds before now at which the first read of the provider's event list starts. */
const firstReadLookBackMs = 24 * hourMs;
/**
 * Milliseconds before now at which reading starts when the provider no longer knows the saved position: the time for
 * which the provider stores events.
 */
const longestLookBackMs = 30 * 24 * hourMs;
/**
 * Maximum age in milliseconds at which a failing event prevents the saved position from advancing. The reconciliation
 * handles older failing events.
 */
const retryWindowMs = hourMs;

/**
 * Reads the provider's event list from the saved position, and processes events that no webhook delivered, such as a refund
 * that failed later or a dispute. An event that a webhook has also delivered takes effect only once. A failing event does
 * not delay later events: the next read starts with the failing event again.
 * @returns the number of new events. @throws DomainError PAYMENT_PROVIDER_UNAVAILABLE.
 */
export async function readMissedEvents(context: Context): Promise<number> {
  const now = context.now();
  const lastReadEventId = (await readCursor(context.database, cursorName)) ?? null;
  const lookBackStart = new Date(now.getTime() - (lastReadEventId === null ? firstReadLookBackMs : longestLookBackMs));
  const events = await context.cardProvider.listEvents(
    { after: lastReadEventId, since: lookBackStart },
    handledEventTypes,
  );
  let newEventCount = 0;
  let hasStuckEvent = false;
  for (const event of events) {
    const outcome = await processMissedEvent(context, event);
    if (outcome === 'taken') newEventCount += 1;
    if (outcome === 'stuck' && now.getTime() - event.createdAt.getTime() < retryWindowMs) hasStuckEvent = true;
    if (!hasStuckEvent) await saveCursor(context.database, cursorName, event.eventId, context.now());
  }
  return newEventCount;
}

async function processMissedEvent(context: Context, event: CardEvent): Promise<'taken' | 'known' | 'stuck'> {
  try {
    if (await isEventProcessed(context.database, event.eventId)) return 'known';
    await receiveEvent(context, event);
    return 'taken';
  } catch (error) {
    if (isDomainError(error, 'PAYMENT_PROVIDER_UNAVAILABLE')) throw error;
    context.log.error({ err: error, eventId: event.eventId }, 'an event of the card provider could not be taken');
    return 'stuck';
  }
}
