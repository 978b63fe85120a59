import type { Actor } from '@carhouse/core/account/account';
import { DomainError } from '@carhouse/core/errors/domain-error';
import { parseId } from '@carhouse/core/ids/id';
import { type BookingOnRecord, findBooking } from '@carhouse/database/bookings';
import { findPayment, type Payment } from '@carhouse/database/payments';
import { findRefundOfIntent, type Refund } from '@carhouse/database/refunds';
import type { Context } from '../context.ts';

export type PaidBooking = {
  readonly booking: BookingOnRecord;
  readonly payment: Payment;
  readonly refund: Refund | undefined;
};

/**
 * What a receipt says: for the buyer, for the seller of the car, and for an admin. A booking that was never paid has none.
 * @throws DomainError NOT_FOUND, also for everybody else's.
 */
export async function showReceipt(context: Context, actor: Actor, id: string): Promise<PaidBooking> {
  const bookingId = parseId<'booking'>(id);
  const booking = bookingId && (await findBooking(context.database, bookingId));
  if (booking === undefined || !maySee(actor, booking)) throw new DomainError('NOT_FOUND');
  const payment = await findPayment(context.database, booking.id);
  if (payment === undefined) throw new DomainError('NOT_FOUND');
  return { booking, payment, refund: await findRefundOfIntent(context.database, payment.intentId) };
}

function maySee(actor: Actor, booking: BookingOnRecord): boolean {
  return actor.role === 'admin' || [booking.buyerId, booking.sellerId].includes(actor.accountId);
}
