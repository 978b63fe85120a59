import type { Booking } from '@carhouse/core/booking/booking';
import { bookingLifecycle } from '@carhouse/core/booking/booking-lifecycle';
import { DomainError } from '@carhouse/core/errors/domain-error';
import { advance } from '@carhouse/core/lifecycle/lifecycle';
import type { Listing } from '@carhouse/core/listing/listing';
import { listingLifecycle } from '@carhouse/core/listing/listing-lifecycle';
import type { PaymentAttempt, PaymentId } from '@carhouse/core/payment/payment';
import { writeAudit } from '@carhouse/database/audit';
import { cancelOtherBookings, markBookingPaid } from '@carhouse/database/bookings';
import { changeListingStatus } from '@carhouse/database/listings';
import { insertPayment } from '@carhouse/database/payments';
import type { Transaction } from '@carhouse/database/transaction';
import type { CardIntent } from '@carhouse/payments/card-provider';
import type { Context } from '../context.ts';
import { announcePayment } from './announce-payment.ts';

export type Sale = {
  readonly car: Listing;
  readonly booking: Booking;
  readonly attempt: PaymentAttempt;
  readonly intent: CardIntent;
  readonly now: Date;
};

/** Inside the settling transaction: the booking is paid, the car is sold, the other buyers' bookings of it are closed. */
export async function sellCar(context: Context, trx: Transaction, sale: Sale): Promise<PaymentId> {
  const { car, booking, attempt, intent, now } = sale;
  const bookingAfter = advance(bookingLifecycle, booking.status, 'pay');
  const carAfter = advance(listingLifecycle, car.status, 'sell');
  const paid = await markBookingPaid(trx, booking.id, now);
  const sold = await changeListingStatus(trx, car.id, car.status, carAfter, now);
  if (!paid || !sold) throw new DomainError('INTERNAL');
  const id: PaymentId = context.newId();
  await insertPayment(trx, {
    id,
    bookingId: booking.id,
    attemptId: attempt.id,
    listingId: car.id,
    buyerId: booking.buyerId,
    intentId: intent.intentId,
    amount: attempt.amount,
    currency: attempt.currency,
    paidAt: now,
    card: intent.card,
  });
  const lost = await cancelOtherBookings(trx, car.id, booking.id, 'The car was sold to another buyer.', now);
  const record = (noun: string, nounId: string, action: string, before: object, after: object): Promise<void> =>
    writeAudit(trx, { id: context.newId(), at: now, actorId: null, action, noun, nounId, before, after });
  await record('booking', booking.id, 'pay', { status: booking.status }, { status: bookingAfter, paymentId: id });
  await record('listing', car.id, 'sell', { status: car.status }, { status: carAfter });
  for (const other of lost)
    await record('booking', other.bookingId, 'lose-car', { status: 'unpaid' }, { status: 'cancelled' });
  await announcePayment(context, trx, 'receipt', [{ bookingId: booking.id, recipientId: booking.buyerId }]);
  await announcePayment(context, trx, 'sold', [{ bookingId: booking.id, recipientId: booking.sellerId }]);
  await announcePayment(context, trx, 'car-lost', lost);
  return id;
}
