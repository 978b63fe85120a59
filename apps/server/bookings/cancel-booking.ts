import { recordAudit } from '@carhouse/database/audit/audit';
import { closeBooking, lockBooking } from '@carhouse/database/bookings/bookings';
import { inTransaction } from '@carhouse/database/connection/transaction';
import type { Actor } from '@carhouse/domain/account/account';
import { bookingLifecycle } from '@carhouse/domain/booking/booking-lifecycle';
import { findBookingParty } from '@carhouse/domain/booking/booking-policy';
import { DomainError } from '@carhouse/domain/errors/domain-error';
import { requireId } from '@carhouse/domain/ids/id';
import { advance } from '@carhouse/domain/lifecycle/lifecycle';
import { findGiveUpOutcome } from '@carhouse/domain/reservation/reservation';
import { authoriseActor } from '../accounts/authorise-actor.ts';
import type { Context } from '../context.ts';
import { completeCancellation } from '../payments/complete-cancellation.ts';
import { releaseBookings } from '../payments/release-bookings.ts';

/**
 * Cancels an unpaid booking and releases the buyer's hold on the car. My Orders, My Buyers and the page of the order
 * all use this call. The line `cancel` of `bookingLifecycle` says when a buyer or a seller may cancel. Cancelling a
 * booking that is already cancelled changes nothing. When the buyer has paid a part of the price, the part is refunded,
 * and the seller cannot cancel. A reservation with a deposit ends as if the buyer had given up the reservation
 * (reservations/release-reservation.ts).
 * @returns the number of changed bookings.
 * @throws DomainError NOT_FOUND (the actor is neither the buyer nor the seller of the booking), ILLEGAL_TRANSITION
 *   (paid or refunded).
 */
export async function cancelBooking(
  context: Context,
  actor: Actor,
  id: string,
  reason: string | undefined,
): Promise<0 | 1> {
  const bookingId = requireId<'booking'>(id);
  const changedCount = await inTransaction(context.database, async (trx) => {
    await authoriseActor(context, trx, actor);
    const booking = await lockBooking(trx, bookingId);
    const party = booking === undefined ? null : findBookingParty(actor, booking);
    if (booking === undefined || (party !== 'buyer' && party !== 'seller')) throw new DomainError('NOT_FOUND');
    if (booking.status === 'cancelled') return 0;
    const nextStatus = advance(bookingLifecycle, booking.status, 'cancel', party);
    const now = context.now();
    if (party === 'seller' && booking.reservedUntil !== null) {
      const detail = 'The buyer has paid a part of the price. The order can be cancelled by the buyer or by Car House.';
      throw new DomainError('ILLEGAL_TRANSITION', { detail });
    }
    const trimmedReason = reason?.trim() ?? '';
    const closingReason = `Cancelled by the ${party}${trimmedReason === '' ? '.' : `: ${trimmedReason}`}`;
    await closeBooking(trx, bookingId, closingReason, now);
    await recordAudit(context, trx, {
      actorId: actor.accountId,
      action: 'cancel',
      noun: 'booking',
      nounId: bookingId,
      before: { status: booking.status },
      after: { status: nextStatus, by: party },
    });
    // The user who cancels gets the mail too, because the calendar file of the mail removes the viewing from their
    // calendar.
    await completeCancellation(context, trx, [bookingId], {
      outcome: findGiveUpOutcome(context.config.businessMode),
      endedAccountId: null,
    });
    return 1;
  });
  await releaseBookings(context, [bookingId]);
  return changedCount;
}
