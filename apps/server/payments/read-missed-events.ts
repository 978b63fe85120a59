import { isEventProcessed, readCursor, saveCursor } from '@carhouse/database/reconciliation/cursors';
import { isDomainError } from '@carhouse/domain/errors/domain-error';
import type { CardEvent } from '@carhouse/payments/card-provider';
import type { Context } from '../context.ts';
import { movingEvents } from './handle-event.ts';
import { receiveEvent } from './receive-event.ts';

const place = 'events';
const hour = 3_600_000;
/** Milliseconds before now at which the first reading starts. */
const firstLook = 24 * hour;
/** Where reading starts when the provider no longer knows the last position: as far back as it stores events. */
const longestLook = 30 * 24 * hour;
/** For this long, a failing event keeps the reading position from moving on. After it, reconciliation handles the event. */
const retryWindow = hour;

/**
 * Reads the provider's event list from where the last reading ended, and processes events that no webhook delivered: a
 * refund that failed later, a dispute. An event that a webhook delivered too has its effect once. A failing event does not
 * delay later ones: the next reading starts with it again.
 * @returns the number of new events. @throws DomainError PAYMENT_PROVIDER_UNAVAILABLE.
 */
export async function readMissedEvents(context: Context): Promise<number> {
  const now = context.now();
  const after = (await readCursor(context.database, place)) ?? null;
  const since = new Date(now.getTime() - (after === null ? firstLook : longestLook));
  const events = await context.cardProvider.listEvents({ after, since }, movingEvents);
  let taken = 0;
  let held = false;
  for (const event of events) {
    const outcome = await tryToTake(context, event);
    if (outcome === 'taken') taken += 1;
    if (outcome === 'stuck' && now.getTime() - event.created.getTime() < retryWindow) held = true;
    if (!held) await saveCursor(context.database, place, event.eventId, context.now());
  }
  return taken;
}

async function tryToTake(context: Context, event: CardEvent): Promise<'taken' | 'known' | 'stuck'> {
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
