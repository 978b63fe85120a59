import { findBookingOfBuyer, findOpenBookingsAtPrice } from '@carhouse/database/bookings/bookings';
import type { Actor } from '@carhouse/domain/account/account';
import type { Booking } from '@carhouse/domain/booking/booking';
import { DomainError } from '@carhouse/domain/errors/domain-error';
import { requireId } from '@carhouse/domain/ids/id';
import { type Cents, centsFromDollars } from '@carhouse/domain/money/money';
import type { Context } from '../context.ts';

export type NamedBooking = {
  readonly paymentId?: string | undefined;
  readonly resellPrice?: number | string | undefined;
};

/**
 * Finds the caller's booking that a payment is for: by `paymentId`, or else the only open one at `resellPrice`. The price is
 * only compared; the charge uses the price of the booking.
 * @throws DomainError NOT_FOUND (unknown or another buyer's), PRICE_CHANGED, BOOKING_NOT_RESOLVED, INVALID (malformed
 *   price).
 */
export async function resolveBooking(context: Context, actor: Actor, named: NamedBooking): Promise<Booking> {
  const price = readPrice(named.resellPrice);
  if (named.paymentId !== undefined) {
    const booking = await findBookingOfBuyer(context.database, actor.accountId, requireId<'booking'>(named.paymentId));
    if (booking === undefined) throw new DomainError('NOT_FOUND');
    if (price !== undefined && price !== booking.price) throw new DomainError('PRICE_CHANGED');
    return booking;
  }
  if (price === undefined) throw new DomainError('BOOKING_NOT_RESOLVED');
  const bookings = await findOpenBookingsAtPrice(context.database, actor.accountId, price);
  const [only] = bookings;
  if (only === undefined || bookings.length > 1) throw new DomainError('BOOKING_NOT_RESOLVED');
  return only;
}

function readPrice(given: number | string | undefined): Cents | undefined {
  if (given === undefined) return undefined;
  if (typeof given === 'string' && !/^\d+(\.\d{1,2})?$/.test(given)) throw new DomainError('INVALID');
  return centsFromDollars(Number(given));
}
