import { listAttemptsOfBookings } from '@carhouse/database/payments/payment-attempts';
import { listDueRefundIntentIds } from '@carhouse/database/payments/refunds';
import type { BookingId } from '@carhouse/domain/booking/booking';
import { isDomainError } from '@carhouse/domain/errors/domain-error';
import type { Context } from '../context.ts';
import { trySendRefund } from './refund-charge.ts';
import { releaseHold } from './release-hold.ts';

/**
 * Ends the holds of closed bookings: their charges are cancelled at the provider. A charge that has already succeeded
 * is refunded, because its booking is closed. If the provider does not respond, the reconciler cancels the charges
 * later. Refunds that became due when the bookings ended are sent.
 */
export async function releaseBookings(context: Context, bookings: readonly BookingId[]): Promise<void> {
  for (const attempt of await listAttemptsOfBookings(context.database, bookings)) {
    try {
      await releaseHold(context, attempt);
    } catch (error) {
      if (!isDomainError(error)) throw error;
      context.log.warn(
        { attemptId: attempt.id, code: error.code },
        'the hold of a closed booking is left to the reconciler',
      );
    }
  }
  for (const intentId of await listDueRefundIntentIds(context.database, bookings))
    await trySendRefund(context, intentId);
}
