import { findBookingOfBuyer, findOpenBookingsAtPrice, type StoredBooking } from '@carhouse/database/bookings/bookings';
import type { Actor } from '@carhouse/domain/account/account';
import { DomainError } from '@carhouse/domain/errors/domain-error';
import { type Id, requireId } from '@carhouse/domain/ids/id';
import { assertFitsCard, type Cents, centsFromDollars } from '@carhouse/domain/money/money';
import type { CardIntent } from '@carhouse/payments/card-provider';
import type { Context } from '../context.ts';
import { type HoldRequest, holdCar } from './hold-car.ts';
import { openCharge } from './open-charge.ts';
import { releaseHold } from './release-hold.ts';
import { settlePayment } from './settle-payment.ts';

export type OpenedPayment = {
  readonly intent: CardIntent;
  readonly clientSecret: string;
  readonly holdEndsAt: Date;
  /** The id of the payment page. Only the page that last opened the payment may release the hold. */
  readonly visitId: Id<'visit'>;
};

/**
 * Maximum number of tries to hold the listing in one call. Between two tries an expired hold of another buyer is
 * cancelled at the provider.
 */
const holdTryMaximum = 3;

/**
 * Holds the listing for the buyer of the booking, and opens a charge for the booking's price. A repeated call returns
 * the same charge. The call has three phases: a transaction that holds the listing, the call to the card provider, and
 * a transaction that records the charge. No transaction is open during the call to the provider.
 * @throws DomainError of `findBookingToPay`, ALREADY_PAID, BOOKING_CANCELLED, AMOUNT_TOO_LARGE, AMOUNT_TOO_SMALL,
 *   PAYMENT_PROVIDER_UNAVAILABLE, and the errors of `holdCar`.
 */
export async function openPayment(
  context: Context,
  actor: Actor,
  reference: BookingReference,
  /** A keyed hash of the buyer's network. */
  addressKey: string,
): Promise<OpenedPayment> {
  const booking = await findBookingToPay(context, actor, reference);
  assertPayable(booking);
  const request: HoldRequest = { visitId: context.newId<'visit'>(), addressKey };
  for (let round = 1; round <= holdTryMaximum; round += 1) {
    const hold = await holdCar(context, actor, booking, request);
    if (hold.kind === 'expired') {
      await releaseHold(context, hold.attempt);
      continue;
    }
    const intent = await openCharge(context, hold.attempt);
    if (intent.status === 'succeeded' || intent.status === 'processing') {
      await settlePayment(context, intent.intentId);
      throw new DomainError('ALREADY_PAID');
    }
    if (intent.status === 'open' && intent.clientSecret !== null) {
      const { clientSecret } = intent;
      return { intent, clientSecret, holdEndsAt: hold.attempt.expiresAt, visitId: request.visitId };
    }
    await releaseHold(context, hold.attempt);
  }
  throw new DomainError('CAR_RESERVED', { retryAfter: 5 });
}

function assertPayable(booking: StoredBooking): void {
  if (booking.status === 'paid' || booking.status === 'refunded') throw new DomainError('ALREADY_PAID');
  if (booking.status === 'cancelled') throw new DomainError('BOOKING_CANCELLED');
  if (!booking.inParts) assertFitsCard(booking.price);
}

type BookingReference = {
  readonly paymentId?: string | undefined;
  readonly resellPrice?: number | string | undefined;
};

/**
 * Finds the caller's booking that a payment is for: by `paymentId`, or otherwise the only open booking at `resellPrice`. The
 * given price is only compared; the charge uses the price of the booking.
 * @throws DomainError NOT_FOUND (an unknown booking or another buyer's), PRICE_CHANGED, BOOKING_NOT_RESOLVED, INVALID
 *   (malformed price).
 */
async function findBookingToPay(context: Context, actor: Actor, reference: BookingReference): Promise<StoredBooking> {
  const price = readPrice(reference.resellPrice);
  if (reference.paymentId !== undefined) {
    const booking = await findBookingOfBuyer(
      context.database,
      actor.accountId,
      requireId<'booking'>(reference.paymentId),
    );
    if (booking === undefined) throw new DomainError('NOT_FOUND');
    if (price !== undefined && price !== booking.price) throw new DomainError('PRICE_CHANGED');
    return booking;
  }
  if (price === undefined) throw new DomainError('BOOKING_NOT_RESOLVED');
  const bookings = await findOpenBookingsAtPrice(context.database, actor.accountId, price);
  const [onlyBooking] = bookings;
  if (onlyBooking === undefined || bookings.length > 1) throw new DomainError('BOOKING_NOT_RESOLVED');
  return onlyBooking;
}

function readPrice(priceInput: number | string | undefined): Cents | undefined {
  if (priceInput === undefined) return undefined;
  if (typeof priceInput === 'string' && !/^\d+(\.\d{1,2})?$/.test(priceInput)) throw new DomainError('INVALID');
  return centsFromDollars(Number(priceInput));
}
