import { recordCancellations } from '@carhouse/database/audit/audit';
import { closeBooking, lockBooking } from '@carhouse/database/bookings/bookings';
import { inTransaction, type Transaction } from '@carhouse/database/connection/transaction';
import { findBankPart } from '@carhouse/database/payments/bank-parts';
import { listAttemptsOfBookings } from '@carhouse/database/payments/payment-attempts';
import { listEndedReservations } from '@carhouse/database/payments/payment-parts';
import type { CurrentAdmin } from '@carhouse/domain/account/current-actor';
import type { BookingId } from '@carhouse/domain/booking/booking';
import { isLeftUnanswered } from '@carhouse/domain/payment/bank-part';
import { takesPayments } from '@carhouse/domain/payment/business-mode';
import type { PaymentId } from '@carhouse/domain/payment/payment';
import type { Outcome } from '@carhouse/domain/reservation/reservation';
import type { Context } from '../context.ts';
import { runForEach } from '../jobs/run-for-each.ts';
import { completeCancellation } from './complete-cancellation.ts';
import { releaseBookings } from './release-bookings.ts';

/** Maximum number of reservations that one run ends. The next run, a minute later, ends further reservations. */
const reservationsPerRun = 100;

/**
 * Ends the reservations whose term is over although the price is not paid: the booking is cancelled, every paid
 * part is refunded, less what a buyer forfeits of a deposit, and the car is free. While a charge can still be paid,
 * which is for 15 minutes at most, the reservation does not end. Neither does it while the seller has the money of a
 * bank and no admin has decided about that part. When the seller has not answered within 24 hours the statement that a bank
 * has paid, Car House ends the reservation, and the buyer gets the whole deposit back by its rule.
 * @returns the number of reservations that were looked at.
 * @throws the error of the last reservation that could not be ended, after every listed reservation was tried.
 */
export async function endLapsedReservations(context: Context): Promise<number> {
  const endedReservations = await listEndedReservations(context.database, context.now(), reservationsPerRun);
  await runForEach(context.log, {
    items: endedReservations,
    run: async ({ bookingId }) => {
      await inTransaction(context.database, async (trx) => {
        const booking = await lockBooking(trx, bookingId);
        const now = context.now();
        if (booking?.status !== 'unpaid' || booking.reservedUntil === null || booking.reservedUntil > now) return;
        if ((await listAttemptsOfBookings(trx, [bookingId])).length > 0) return;
        const bankPart = await findBankPart(trx, bookingId);
        if (bankPart?.state === 'received') return;
        // The buyer forfeits nothing where payments are not taken any more, because they could not pay the rest, nor to a
        // seller who has not answered the statement that the bank has paid, because silence would earn them the forfeit.
        const isUnanswered = bankPart !== undefined && isLeftUnanswered(bankPart, booking.reservedUntil);
        const end = takesPayments(context.config.businessMode) && !isUnanswered ? 'lapsed' : 'admin-ended';
        await cancelReservedBooking(context, trx, bookingId, {
          outcome: { end },
          admin: null,
          reason: isUnanswered
            ? 'The seller did not say in time whether the bank has paid, so the parts that were paid are refunded.'
            : 'The price was not paid in time, so the parts that were paid are refunded.',
        });
      });
      await releaseBookings(context, [bookingId]);
    },
    failure: 'a reservation could not be ended',
  });
  return endedReservations.length;
}

export type EndOfReservation = {
  readonly outcome: Outcome;
  readonly admin: CurrentAdmin | null;
  readonly reason: string;
  /** The payment whose charge the provider does not know. */
  readonly voidPaymentId?: PaymentId;
};

/**
 * Cancels a booking whose car is reserved, and refunds its paid parts, less what a buyer forfeits of a deposit. The
 * booking must be locked. Nothing happens when the booking is not unpaid any more. The caller ends an open charge after
 * the commit (`releaseBookings`).
 */
export async function cancelReservedBooking(
  context: Context,
  trx: Transaction,
  bookingId: BookingId,
  { outcome, admin, reason, voidPaymentId }: EndOfReservation,
): Promise<void> {
  if (!(await closeBooking(trx, bookingId, reason, context.now()))) return;
  const actorId = admin?.accountId ?? null;
  await recordCancellations(context, trx, actorId, [bookingId]);
  await completeCancellation(context, trx, [bookingId], {
    outcome,
    endedAccountId: null,
    reason,
    actorId,
    ...(voidPaymentId === undefined ? {} : { voidPaymentId }),
  });
}
