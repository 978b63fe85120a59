import { recordAudit } from '@carhouse/database/audit/audit';
import { inTransaction, type Transaction } from '@carhouse/database/connection/transaction';
import { lockListing } from '@carhouse/database/listings/listings';
import {
  beginTurn,
  closePlace,
  closeQueue,
  findIdOfLastBookingThatFreedCar,
  listCarIdsOfQueuesToAdvance,
  listOpenPlaces,
  lockQueue,
  type OpenQueuePlace,
  readQueuedCarState,
} from '@carhouse/database/reservations/reservation-queue';
import { advance } from '@carhouse/domain/lifecycle/lifecycle';
import type { ListingId } from '@carhouse/domain/listing/listing';
import { type BusinessMode, takesPayments } from '@carhouse/domain/payment/business-mode';
import { type PlaceEvent, type PlaceParty, placeLifecycle } from '@carhouse/domain/reservation/reservation-queue';
import { computeTurnEnd } from '@carhouse/domain/reservation/reservation-rule';
import type { Context } from '../context.ts';
import { runForEach } from '../jobs/run-for-each.ts';
import { announcePayment } from '../payments/announce-payment.ts';

/** Maximum number of queues that one run moves. The next run, a minute later, moves further queues. */
const queuesPerRun = 100;

/**
 * The part of the context that is needed to move a queue: the clock, new ids, and whether the operator takes payments.
 */
export type QueueContext = Pick<Context, 'now' | 'newId'> & {
  readonly config: { readonly businessMode: BusinessMode };
};

/**
 * Moves on the queues in which a turn is over. A transaction that frees a car gives the turn to the first buyer in the
 * queue itself. This run gives turns for cars that became free while nobody was in the queue. It ends the queues for
 * cars that are not on sale, and all queues when the operator takes no payments.
 * @returns the number of queues that were looked at.
 */
export async function advanceQueues(context: Context): Promise<number> {
  const listings = await listCarIdsOfQueuesToAdvance(context.database, {
    now: context.now(),
    shouldListAllQueues: !takesPayments(context.config.businessMode),
    limit: queuesPerRun,
  });
  await runForEach(context.log, {
    items: listings,
    run: (listingId) =>
      inTransaction(context.database, async (trx) => {
        await lockListing(trx, listingId, 'own');
        await advanceQueue(context, trx, listingId);
      }),
    failureMessage: 'the queue for a car could not be moved',
  });
  return listings.length;
}

/**
 * Moves the queue for a car: a turn whose time is over ends, and the first buyer in the queue gets a turn when nobody
 * has reserved the car. The queue does not move while a charge for the car can still be paid, which lasts 15 minutes at
 * most. The queue of a car that is not on sale ends. Every queue ends when the operator takes no payments (decision
 * 0078), because nobody can pay a deposit, so a turn would keep the car off sale for nothing. A repeated call changes
 * nothing. A transaction that may end a turn must have locked the listing, as payments do.
 */
export async function advanceQueue(context: QueueContext, trx: Transaction, listingId: ListingId): Promise<void> {
  await lockQueue(trx, listingId);
  const places = await listOpenPlaces(trx, listingId);
  if (places.length === 0) return;
  const car = await readQueuedCarState(trx, listingId);
  if (!car.isOnSale || !takesPayments(context.config.businessMode)) {
    await closeQueue(trx, listingId);
    return;
  }
  if (car.isReserved || car.isBeingPaid) return;
  const placeWithTurn = places.find(({ state }) => state === 'turn');
  if (placeWithTurn !== undefined) {
    if (placeWithTurn.turnUntil === null || context.now() < placeWithTurn.turnUntil) return;
    await closePlace(trx, placeWithTurn.id, 'passed');
    await recordPlaceChange(context, trx, placeWithTurn, 'pass', 'clock');
  }
  for (const waitingPlace of places)
    if (waitingPlace.state === 'waiting' && (await offerTurn(context, trx, listingId, waitingPlace))) return;
}

/** @returns false when the buyer of the place has just left, so that it is the turn of the next one. */
async function offerTurn(
  context: Pick<Context, 'now' | 'newId'>,
  trx: Transaction,
  listingId: ListingId,
  place: OpenQueuePlace,
): Promise<boolean> {
  const now = context.now();
  if (!(await beginTurn(trx, place.id, { from: now, until: computeTurnEnd(now) }))) return false;
  await recordPlaceChange(context, trx, place, 'offer', 'clock');
  const bookingId = await findIdOfLastBookingThatFreedCar(trx, listingId);
  if (bookingId === undefined) throw new Error(`the queue for car ${listingId} has formed without a reservation`);
  await announcePayment(context, trx, 'your-turn', [{ bookingId, recipientId: place.buyerId }]);
  return true;
}

/**
 * Records in the audit that a place in the queue has got a turn or lost it. The audit entry's `actorId` is null,
 * because the change follows from the clock.
 */
async function recordPlaceChange(
  context: Pick<Context, 'now' | 'newId'>,
  trx: Transaction,
  place: OpenQueuePlace,
  event: Extract<PlaceEvent, 'offer' | 'pass'>,
  party: PlaceParty,
): Promise<void> {
  const newState = advance(placeLifecycle, place.state, event, party);
  await recordAudit(context, trx, {
    actorId: null,
    noun: 'reservation_queue',
    action: event,
    nounId: place.id,
    before: { state: place.state },
    after: { state: newState },
  });
}
