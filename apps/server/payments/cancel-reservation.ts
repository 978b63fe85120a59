import { recordCancellations } from '@carhouse/database/audit/audit';
import { closeBooking, lockBooking } from '@carhouse/database/bookings/bookings';
import { inTransaction, type Transaction } from '@carhouse/database/connection/transaction';
import { findBankPart } from '@carhouse/database/payments/bank-parts';
import { listAttemptsOfBookings } from '@carhouse/database/payments/payment-attempts';
import { listEndedReservations } from '@carhouse/database/payments/payment-parts';
import type { CurrentAdmin } from '@carhouse/domain/account/current-actor';
import type { BookingId } from '@carhouse/domain/booking/booking';
import { isAnswerOverdue } from '@carhouse/domain/payment/bank-part';
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
 * Ends the reservations whose term is over and whose price is not fully paid: the booking is cancelled, the paid parts
 * are refunded less what the buyer forfeits of a deposit, and the car is free again. The reservation does not end while
 * a charge can still be paid, which lasts 15 minutes at most. A reservation also does not end while the seller has
 * money from a bank and no admin has decided about that part of the price. When the buyer states that a bank has paid
 * and the seller does not answer within 24 hours, Car House ends the reservation, and the buyer gets the whole deposit
 * back.
 * @returns the number of reservations that were looked at.
 * @throws the error of the last reservation that could not be ended, after every listed reservation was tried.
 */
export async function endLapsedReservations(context: Context): Promise<number> {
  const lapsedReservations = await listEndedReservations(context.database, context.now(), reservationsPerRun);
  await runForEach(context.log, {
    items: lapsedReservations,
    run: async ({ bookingId }) => {
      await inTransaction(context.database, async (trx) => {
        const booking = await lockBooking(trx, bookingId);
        const now = context.now();
        if (booking?.status !== 'unpaid' || booking.reservedUntil === null || booking.reservedUntil > now) return;
        if ((await listAttemptsOfBookings(trx, [bookingId])).length > 0) return;
        const bankPart = await findBankPart(trx, bookingId);
        if (bankPart?.state === 'received') return;
        // The buyer forfeits nothing when payments are no longer taken, because the buyer could not pay the rest. The
        // buyer also forfeits nothing when the seller did not say whether the bank has paid, because silence would earn
        // the seller the forfeit.
        const isUnanswered = bankPart !== undefined && isAnswerOverdue(bankPart, booking.reservedUntil);
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
    failureMessage: 'a reservation could not be ended',
  });
  return lapsedReservations.length;
}

export type ReservationEnd = {
  readonly outcome: Outcome;
  readonly admin: CurrentAdmin | null;
  readonly reason: string;
  /** The payment whose charge the provider does not know. */
  readonly voidPaymentId?: PaymentId;
};

/**
 * Cancels a booking whose car is reserved, and refunds its paid parts, less what a buyer forfeits of a deposit. The
 * booking must be locked. The function changes nothing when the booking is no longer unpaid. The caller ends an open
 * charge after the commit (`releaseBookings`).
 */
export async function cancelReservedBooking(
  context: Context,
  trx: Transaction,
  bookingId: BookingId,
  { outcome, admin, reason, voidPaymentId }: ReservationEnd,
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
