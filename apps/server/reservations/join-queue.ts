import { recordAudit } from '@carhouse/database/audit/audit';
import { findBooking } from '@carhouse/database/bookings/bookings';
import { inTransaction, type Transaction } from '@carhouse/database/connection/transaction';
import { lockListing } from '@carhouse/database/listings/listings';
import { findPaymentObstacles } from '@carhouse/database/payments/payment-attempts';
import {
  countOpenPlaces,
  countPlacesOfNetwork,
  hasHadTurn,
  insertPlace,
  listOpenPlaces,
  lockQueue,
} from '@carhouse/database/reservations/reservation-queue';
import type { Actor } from '@carhouse/domain/account/account';
import { findNewAccountsStart } from '@carhouse/domain/account/seller-trust';
import { assertMayBook, findBookingParty } from '@carhouse/domain/booking/booking-policy';
import { DomainError } from '@carhouse/domain/errors/domain-error';
import { requireId } from '@carhouse/domain/ids/id';
import type { ListingId } from '@carhouse/domain/listing/listing';
import {
  placesOfBuyerMaximum,
  placesOfCarMaximum,
  placesOfNetworkMaximum,
} from '@carhouse/domain/reservation/reservation-queue';
import { authoriseConfirmed } from '../accounts/authorise-confirmed.ts';
import type { Context } from '../context.ts';
import { assertNoRepeat } from './check-repeats.ts';

/**
 * Gives a buyer a place at the end of the queue for a car that another buyer has reserved, or for which it is another
 * buyer's turn. A buyer who has a place keeps it. Positions are given while the car and the queue are locked, so no
 * position is given twice.
 * @throws DomainError NOT_FOUND, EMAIL_UNCONFIRMED, ILLEGAL_TRANSITION (the buyer's own reservation), CAR_NOT_RESERVED,
 * HOLD_LIMIT, QUEUE_LIMIT, QUEUE_FULL, and the errors of `assertMayBook`.
 */
export async function joinQueue(context: Context, actor: Actor, id: string): Promise<void> {
  const listingId = requireId<'listing'>(id);
  await inTransaction(context.database, async (trx) => {
    const { actor: buyer } = await authoriseConfirmed(context, trx, actor);
    const car = await lockListing(trx, listingId, 'own');
    if (car === undefined || car.isHidden) throw new DomainError('NOT_FOUND');
    const { status, seller } = car.listing;
    assertMayBook(buyer, { status, sellerId: seller.id, isHidden: car.isHidden }, 0);
    await lockQueue(trx, listingId);
    const places = await listOpenPlaces(trx, listingId);
    if (places.some(({ buyerId }) => buyerId === buyer.accountId)) return;
    await assertQueueJoinable(trx, buyer, listingId);
    // A buyer who could not use a turn would keep the car from the next in the queue for a day.
    await assertNoRepeat(context, trx, { buyerId: buyer.accountId, listingId });
    if (places.length >= placesOfCarMaximum) throw new DomainError('QUEUE_FULL');
    const newAccountsSince = findNewAccountsStart(context.config.trust, context.now());
    const networkPlaceCount = await countPlacesOfNetwork(
      trx,
      { listingId, buyerId: buyer.accountId },
      newAccountsSince,
    );
    if (networkPlaceCount >= placesOfNetworkMaximum) {
      const detail = 'New accounts of your network have several places in this queue already.';
      throw new DomainError('QUEUE_FULL', { detail });
    }
    if ((await countOpenPlaces(trx, buyer.accountId)) >= placesOfBuyerMaximum) throw new DomainError('QUEUE_LIMIT');
    const placeId = context.newId<'reservation_queue'>();
    await insertPlace(trx, { id: placeId, listingId, buyerId: buyer.accountId }, context.now());
    await recordAudit(context, trx, {
      actorId: buyer.accountId,
      noun: 'reservation_queue',
      action: 'join',
      nounId: placeId,
      after: { state: 'waiting', listingId },
    });
  });
}

/**
 * Checks that another buyer has reserved the car or has the turn for it; otherwise there is no queue to join. A buyer
 * whose turn has passed, or who gave up the turn, does not get another turn before the car is reserved again.
 */
async function assertQueueJoinable(trx: Transaction, buyer: Actor, listingId: ListingId): Promise<void> {
  const { reservation, firstInQueue } = await findPaymentObstacles(trx, listingId);
  if (reservation === undefined) {
    if (firstInQueue === undefined) throw new DomainError('CAR_NOT_RESERVED');
    if (!(await hasHadTurn(trx, { listingId, buyerId: buyer.accountId }))) return;
    throw new DomainError('CAR_NOT_RESERVED', { detail: 'Your turn for this car is over.' });
  }
  const booking = await findBooking(trx, reservation.bookingId);
  if (booking !== undefined && findBookingParty(buyer, booking) === 'buyer')
    throw new DomainError('ILLEGAL_TRANSITION', { detail: 'You have reserved this car.' });
}
