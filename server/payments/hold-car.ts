import type { Booking } from '@carhouse/core/booking/booking';
import { DomainError } from '@carhouse/core/errors/domain-error';
import { currency } from '@carhouse/core/money/money';
import { holdMinutes, type PaymentAttempt } from '@carhouse/core/payment/payment';
import { findBooking, lockBooking } from '@carhouse/database/bookings';
import { lockListing } from '@carhouse/database/listings';
import { findLiveAttempt, insertAttempt, renewHold } from '@carhouse/database/payment-attempts';
import { inTransaction, type Transaction } from '@carhouse/database/transaction';
import type { Context } from '../context.ts';

export type Hold =
  | { readonly kind: 'held'; readonly attempt: PaymentAttempt }
  /** Another buyer's hold has run out, or his booking is closed. It must be cancelled at the provider before the car is free. */
  | { readonly kind: 'expired'; readonly attempt: PaymentAttempt };

/**
 * First phase of a payment: holds the car for the booking, for 15 minutes. The buyer's own hold is found again, and given
 * a new span when it has run out and nobody took the car. The lock on the car makes two buyers take turns; the unique
 * index `payment_attempt_one_live_per_listing_key` holds even without it.
 * @throws DomainError NOT_FOUND, ALREADY_PAID, BOOKING_CANCELLED, CAR_ALREADY_SOLD, CAR_NOT_AVAILABLE, CAR_RESERVED.
 */
export async function holdCar(context: Context, booking: Booking): Promise<Hold> {
  return inTransaction(context.database, async (trx) => {
    const car = await lockListing(trx, booking.listingId, 'own');
    const fresh = await lockBooking(trx, booking.id);
    if (car === undefined || fresh === undefined) throw new DomainError('NOT_FOUND');
    if (fresh.status === 'paid' || fresh.status === 'refunded') throw new DomainError('ALREADY_PAID');
    if (car.listing.status === 'sold') throw new DomainError('CAR_ALREADY_SOLD');
    if (fresh.status === 'cancelled') throw new DomainError('BOOKING_CANCELLED');
    if (car.hidden || car.listing.status !== 'available') throw new DomainError('CAR_NOT_AVAILABLE');
    const now = context.now();
    const live = await findLiveAttempt(trx, booking.listingId);
    if (live === undefined) return { kind: 'held', attempt: await newAttempt(context, trx, booking, now) };
    if (live.bookingId === booking.id) return { kind: 'held', attempt: await ownHold(trx, live, now) };
    const holder = await findBooking(trx, live.bookingId);
    if (live.expiresAt <= now || holder?.status !== 'unpaid') return { kind: 'expired', attempt: live };
    throw new DomainError('CAR_RESERVED', { retryAfter: Math.ceil((live.expiresAt.getTime() - now.getTime()) / 1000) });
  });
}

async function newAttempt(context: Context, trx: Transaction, booking: Booking, now: Date): Promise<PaymentAttempt> {
  const attempt: PaymentAttempt = {
    id: context.newId(),
    bookingId: booking.id,
    listingId: booking.listingId,
    buyerId: booking.buyerId,
    amount: booking.price,
    currency,
    state: 'open',
    intentId: null,
    createdAt: now,
    expiresAt: holdEnd(now),
  };
  await insertAttempt(trx, attempt);
  return attempt;
}

async function ownHold(trx: Transaction, attempt: PaymentAttempt, now: Date): Promise<PaymentAttempt> {
  if (attempt.expiresAt > now) return attempt;
  const expiresAt = holdEnd(now);
  await renewHold(trx, attempt.id, expiresAt, now);
  return { ...attempt, expiresAt };
}

function holdEnd(now: Date): Date {
  return new Date(now.getTime() + holdMinutes * 60_000);
}
