import { isEventProcessed, readCursor, saveCursor } from '@carhouse/database/reconciliation/cursors';
import { isDomainError } from '@carhouse/domain/errors/domain-error';
import type { CardEvent } from '@carhouse/payments/card-provider';
import type { Context } from '../context.ts';
import { movingEvents } from './handle-event.ts';
import { receiveEvent } from './receive-event.ts';

const place = 'events';
const hour = 3_600_000;
/** How far back the first walk begins, in milliseconds. */
const firstLook = 24 * hour;
/** How far back it begins when the provider has forgotten where it stood: as long as the provider keeps events. */
const longestLook = 30 * 24 * hour;
/** An event that cannot be taken keeps the walk from moving on for so long. Then it is left to reconciliation. */
const retryWindow = hour;

/**
 * Reads the provider's own list of events from where the last walk ended, and takes those that no webhook brought: a
 * refund that failed later, a dispute. An event that came by webhook too has its effect once. One that cannot be taken
 * does not keep the later ones waiting: the next walk begins with it again.
 * @returns how many were new. @throws DomainError PAYMENT_PROVIDER_UNAVAILABLE.
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
