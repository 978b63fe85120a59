import { recordAudit } from '@carhouse/database/audit/audit';
import { closeBooking, lockBooking } from '@carhouse/database/bookings/bookings';
import { inTransaction } from '@carhouse/database/connection/transaction';
import type { Actor } from '@carhouse/domain/account/account';
import { bookingLifecycle } from '@carhouse/domain/booking/booking-lifecycle';
import { bookingPartyOf } from '@carhouse/domain/booking/booking-policy';
import { DomainError } from '@carhouse/domain/errors/domain-error';
import { requireId } from '@carhouse/domain/ids/id';
import { advance } from '@carhouse/domain/lifecycle/lifecycle';
import { authoriseActor } from '../accounts/authorise-actor.ts';
import type { Context } from '../context.ts';
import { announceCancellation } from '../payments/announce-cancellation.ts';
import { releaseBookings } from '../payments/release-bookings.ts';

/**
 * Cancels an unpaid booking for its buyer or for the seller, and releases the buyer's hold. Cancelling again changes
 * nothing.
 * @returns number of bookings that changed.
 * @throws DomainError NOT_FOUND (another user's booking), ILLEGAL_TRANSITION (paid or refunded).
 */
export async function cancelBooking(
  context: Context,
  actor: Actor,
  id: string,
  reason: string | undefined,
): Promise<0 | 1> {
  const bookingId = requireId<'booking'>(id);
  const changed = await inTransaction(context.database, async (trx) => {
    await authoriseActor(context, trx, actor);
    const booking = await lockBooking(trx, bookingId);
    const party = booking === undefined ? null : bookingPartyOf(actor, booking);
    if (booking === undefined || (party !== 'buyer' && party !== 'seller')) throw new DomainError('NOT_FOUND');
    if (booking.status === 'cancelled') return 0;
    const after = advance(bookingLifecycle, booking.status, 'cancel', party);
    const now = context.now();
    const said = reason?.trim() ?? '';
    const words = `Cancelled by the ${party}${said === '' ? '.' : `: ${said}`}`;
    await closeBooking(trx, bookingId, words, now);
    await recordAudit(context, trx, {
      actorId: actor.accountId,
      action: 'cancel',
      noun: 'booking',
      nounId: bookingId,
      before: { status: booking.status },
      after: { status: after, by: party },
    });
    // Buyer and seller both get the mail, also the one who cancels, because its calendar entry replaces that of the booking.
    await announceCancellation(context, trx, [bookingId], null);
    return 1;
  });
  await releaseBookings(context, [bookingId]);
  return changed;
}
