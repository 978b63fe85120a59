import { recordCancellations } from '@carhouse/database/audit/audit';
import { closeBooking } from '@carhouse/database/bookings/bookings';
import type { Transaction } from '@carhouse/database/connection/transaction';
import type { Actor } from '@carhouse/domain/account/account';
import { DomainError } from '@carhouse/domain/errors/domain-error';
import type { Outcome } from '@carhouse/domain/reservation/reservation';
import type { Context } from '../context.ts';
import { completeCancellation } from '../payments/complete-cancellation.ts';
import type { LockedReservation } from './lock-active-reservation.ts';

/**
 * Ends a locked reservation for its buyer or seller: the booking is cancelled, and the deposit is divided by the rule.
 * The caller sends the refund after the commit (`releaseBookings`).
 * @param at the time at which the caller has checked that the reservation may end. A moment later another rule may
 * apply.
 */
export async function endReservation(
  context: Context,
  trx: Transaction,
  actor: Actor,
  { booking, side }: LockedReservation,
  reservationEnd: { readonly outcome: Outcome; readonly reason: string; readonly at: Date },
): Promise<void> {
  const { outcome, reason, at } = reservationEnd;
  if (!(await closeBooking(trx, booking.id, reason, at))) throw new DomainError('ILLEGAL_TRANSITION');
  await recordCancellations(context, trx, actor.accountId, [booking.id]);
  await completeCancellation({ ...context, now: () => at }, trx, [booking.id], {
    outcome,
    endedAccountId: null,
    reason: side === 'buyer' ? 'The buyer ended the reservation.' : 'The seller ended the reservation.',
  });
}
