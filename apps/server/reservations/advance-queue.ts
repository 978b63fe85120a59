import { recordAudit } from '@carhouse/database/audit/audit';
import { inTransaction, type Transaction } from '@carhouse/database/connection/transaction';
import { lockListing } from '@carhouse/database/listings/listings';
import {
  beginTurn,
  closePlace,
  closeQueue,
  findFreeingBooking,
  listOpenPlaces,
  listQueuesToAdvance,
  lockQueue,
  type OpenPlace,
  readCarOfQueue,
} from '@carhouse/database/reservations/reservation-queue';
import { advance } from '@carhouse/domain/lifecycle/lifecycle';
import type { ListingId } from '@carhouse/domain/listing/listing';
import { type BusinessMode, takesPayments } from '@carhouse/domain/payment/business-mode';
import { type PlaceEvent, type PlaceParty, placeLifecycle } from '@carhouse/domain/reservation/reservation-queue';
import { turnEnd } from '@carhouse/domain/reservation/reservation-rule';
import type { Context } from '../context.ts';
import { runForEach } from '../jobs/run-for-each.ts';
import { announcePayment } from '../payments/announce-payment.ts';

/** Maximum number of queues that one run moves. The next run, a minute later, moves further queues. */
const queuesPerRun = 100;

/** What moving a queue needs: the clock, new ids and whether the operator takes payments. */
export type QueueContext = Pick<Context, 'now' | 'newId'> & {
  readonly config: { readonly businessMode: BusinessMode };
};

/**
 * Moves the queues on in which a turn is over. A transaction that frees a car gives the first turn itself. This run
 * gives turns for cars that became free while nobody was in the queue, and ends the queues for cars that are not on sale, and all
 * queues where no payments are taken.
 * @returns the number of queues that were looked at.
 */
export async function advanceQueues(context: Context): Promise<number> {
  const listings = await listQueuesToAdvance(context.database, {
    now: context.now(),
    isEveryQueue: !takesPayments(context.config.businessMode),
    limit: queuesPerRun,
  });
  await runForEach(context.log, {
    items: listings,
    run: (listingId) =>
      inTransaction(context.database, async (trx) => {
        await lockListing(trx, listingId, 'own');
        await advanceQueue(context, trx, listingId);
      }),
    failure: 'the queue for a car could not be moved',
  });
  return listings.length;
}

/**
 * Moves the queue for a car: a turn that is over passes, and the first in the queue gets a turn when nobody has reserved
 * the car. While a charge for the car can still be paid, which is for 15 minutes at most, the queue does not move. The
 * queue of a car that is not on sale ends, and so does every queue where no payments are taken (decision 0078): no deposit
 * can be paid there, so a turn would keep the car for nothing. A repeated call changes nothing. A transaction that may end
 * a turn must have locked the listing, as payments do.
 */
export async function advanceQueue(context: QueueContext, trx: Transaction, listingId: ListingId): Promise<void> {
  await lockQueue(trx, listingId);
  const places = await listOpenPlaces(trx, listingId);
  if (places.length === 0) return;
  const car = await readCarOfQueue(trx, listingId);
  if (!car.isOnSale || !takesPayments(context.config.businessMode)) {
    await closeQueue(trx, listingId);
    return;
  }
  if (car.isReserved || car.isBeingPaid) return;
  const placeWithTurn = places.find(({ state }) => state === 'turn');
  if (placeWithTurn !== undefined) {
    if (placeWithTurn.turnUntil === null || context.now() < placeWithTurn.turnUntil) return;
    await closePlace(trx, placeWithTurn.id, 'passed');
    await recordMove(context, trx, placeWithTurn, 'pass', 'clock');
  }
  for (const waitingPlace of places)
    if (waitingPlace.state === 'waiting' && (await offerTurn(context, trx, listingId, waitingPlace))) return;
}

/** @returns false when the buyer of the place has just left, so that it is the turn of the next one. */
async function offerTurn(
  context: Pick<Context, 'now' | 'newId'>,
  trx: Transaction,
  listingId: ListingId,
  place: OpenPlace,
): Promise<boolean> {
  const now = context.now();
  if (!(await beginTurn(trx, place.id, { from: now, until: turnEnd(now) }))) return false;
  await recordMove(context, trx, place, 'offer', 'clock');
  const bookingId = await findFreeingBooking(trx, listingId);
  if (bookingId === undefined) throw new Error(`the queue for car ${listingId} has formed without a reservation`);
  await announcePayment(context, trx, 'your-turn', [{ bookingId, recipientId: place.buyerId }]);
  return true;
}

/** Records a step of a place in the queue. `actorId` is null when the step follows from the clock. */
async function recordMove(
  context: Pick<Context, 'now' | 'newId'>,
  trx: Transaction,
  place: OpenPlace,
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
