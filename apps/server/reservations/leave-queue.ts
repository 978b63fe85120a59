import { recordAudit } from '@carhouse/database/audit/audit';
import { inTransaction } from '@carhouse/database/connection/transaction';
import { lockListing } from '@carhouse/database/listings/listings';
import { closePlace, listOpenPlaces, lockQueue } from '@carhouse/database/reservations/reservation-queue';
import type { Actor } from '@carhouse/domain/account/account';
import { DomainError } from '@carhouse/domain/errors/domain-error';
import { requireId } from '@carhouse/domain/ids/id';
import { advance } from '@carhouse/domain/lifecycle/lifecycle';
import { placeLifecycle } from '@carhouse/domain/reservation/reservation-queue';
import { authoriseActor } from '../accounts/authorise-actor.ts';
import type { Context } from '../context.ts';
import { advanceQueue } from './advance-queue.ts';

/**
 * Gives up a place in the queue for a car. When a buyer gives up their turn, the next buyer in the queue gets the turn.
 * Nothing happens when the buyer has no place in the queue.
 * @throws DomainError NOT_FOUND, and the errors of `authoriseActor`.
 */
export async function leaveQueue(context: Context, actor: Actor, id: string): Promise<void> {
  const listingId = requireId<'listing'>(id);
  await inTransaction(context.database, async (trx) => {
    const { accountId } = await authoriseActor(context, trx, actor);
    if ((await lockListing(trx, listingId, 'own')) === undefined) throw new DomainError('NOT_FOUND');
    await lockQueue(trx, listingId);
    const place = (await listOpenPlaces(trx, listingId)).find(({ buyerId }) => buyerId === accountId);
    if (place === undefined) return;
    const state = advance(placeLifecycle, place.state, 'leave', 'buyer');
    await closePlace(trx, place.id, 'left');
    await recordAudit(context, trx, {
      actorId: accountId,
      noun: 'reservation_queue',
      action: 'leave',
      nounId: place.id,
      before: { state: place.state },
      after: { state },
    });
    await advanceQueue(context, trx, listingId);
  });
}
