import { findBooking } from '@carhouse/database/bookings/bookings';
import { inTransaction, type Transaction } from '@carhouse/database/connection/transaction';
import { findLiveAttempt } from '@carhouse/database/payments/payment-attempts';
import { findReservation } from '@carhouse/database/payments/payment-parts';
import { DomainError } from '@carhouse/domain/errors/domain-error';
import { computeSecondsUntil } from '@carhouse/domain/errors/seconds-until';
import type { ListingId } from '@carhouse/domain/listing/listing';
import { isHolding, type PaymentAttempt } from '@carhouse/domain/payment/payment';
import type { Context } from '../context.ts';
import { releaseHold } from './release-hold.ts';

/**
 * The outcome of one try to change a listing: the change was made, or a hold must be ended at the card provider first.
 */
export type FreeCarOutcome<T> =
  | { readonly kind: 'done'; readonly value: T }
  | { readonly kind: 'releasable'; readonly attempt: PaymentAttempt };

/**
 * Maximum number of holds that one call ends before it gives up. A call that reaches this maximum competes with buyers
 * who keep taking new holds.
 */
const tryCountMaximum = 3;

/**
 * Makes a change to a listing for which no buyer may be paying. When a hold has expired or its booking is
 * closed, its charge is cancelled at the card provider while no transaction is open. After an expired hold has ended,
 * the change is tried again.
 * @throws DomainError CAR_RESERVED, PAYMENT_PROVIDER_UNAVAILABLE, and the errors of `change`.
 */
export async function changeFreeCar<T>(
  context: Context,
  change: (trx: Transaction) => Promise<FreeCarOutcome<T>>,
): Promise<T> {
  for (let round = 1; round <= tryCountMaximum; round += 1) {
    const outcome = await inTransaction(context.database, change);
    if (outcome.kind === 'done') return outcome.value;
    await releaseHold(context, outcome.attempt);
  }
  throw new DomainError('CAR_RESERVED', { retryAfter: 5 });
}

/**
 * Returns the hold on a listing when the hold may be ended now; undefined when the listing has no hold. The caller
 * must have locked the listing.
 * @throws DomainError CAR_RESERVED with the remaining time while a buyer is paying, or has paid a part of the price.
 */
export async function findReleasableHold(
  trx: Transaction,
  listingId: ListingId,
  now: Date,
): Promise<PaymentAttempt | undefined> {
  const reservation = await findReservation(trx, listingId);
  if (reservation !== undefined) {
    throw new DomainError('CAR_RESERVED', {
      detail: 'A buyer has paid a part of the price of this car.',
      retryAfter: computeSecondsUntil(reservation.until, now, 60),
    });
  }
  const attempt = await findLiveAttempt(trx, listingId);
  if (attempt === undefined) return undefined;
  const millisecondsLeft = attempt.expiresAt.getTime() - now.getTime();
  // The booking is read without a lock. Locking one booking before the others of the listing would break the lock
  // order.
  const booking = await findBooking(trx, attempt.bookingId);
  if (isHolding(attempt, now) && booking?.status === 'unpaid') {
    throw new DomainError('CAR_RESERVED', {
      detail: 'A buyer is paying for this car right now.',
      retryAfter: Math.ceil(millisecondsLeft / 1000),
    });
  }
  return attempt;
}
