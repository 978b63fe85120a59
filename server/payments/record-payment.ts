import type { Actor } from '@carhouse/core/account/account';
import { DomainError } from '@carhouse/core/errors/domain-error';
import { parseId } from '@carhouse/core/ids/id';
import type { PaymentId } from '@carhouse/core/payment/payment';
import { findBookingOfBuyer } from '@carhouse/database/bookings';
import { findAttemptOfBooking } from '@carhouse/database/payment-attempts';
import type { Context } from '../context.ts';
import { settlePayment } from './settle-payment.ts';

/**
 * The browser's word that its charge has succeeded: a hint, never a proof. The charge must be the one that was opened for
 * this booking of this buyer.
 * @throws DomainError NOT_FOUND (another's booking), PAYMENT_NOT_VERIFIED, PAYMENT_PENDING, PAYMENT_REFUNDED,
 *   PAYMENT_PROVIDER_UNAVAILABLE.
 */
export async function recordPayment(
  context: Context,
  actor: Actor,
  given: { readonly paymentId: string; readonly transactionId: string },
): Promise<PaymentId> {
  const bookingId = parseId<'booking'>(given.paymentId);
  const booking = bookingId && (await findBookingOfBuyer(context.database, actor.accountId, bookingId));
  if (booking === undefined) throw new DomainError('NOT_FOUND');
  const attempt = await findAttemptOfBooking(context.database, booking.id, given.transactionId);
  if (attempt === undefined) throw new DomainError('PAYMENT_NOT_VERIFIED');
  const settlement = await settlePayment(context, given.transactionId);
  if (settlement.kind === 'refunded') throw new DomainError('PAYMENT_REFUNDED');
  return settlement.paymentId;
}
