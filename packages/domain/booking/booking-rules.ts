import { DomainError } from '../errors/domain-error.ts';
import { type Cents, checkCardFit, dollarsFromCents } from '../money/money.ts';

/**
 * Maximum number of a buyer's open bookings of one kind. More bookings would block sellers (docs/reliability.md,
 * calls). There are two kinds: bookings whose price fits into one card payment, and bookings whose price does not.
 * Bookings that do not fit into one card payment take longer to pay, because a higher price is paid in parts
 * (payment-plan.ts). A price below the smallest card payment cannot be paid on this site. Bookings of one kind do not use
 * up the limit of the other kind.
 */
export const openBookingsMaximum = 5;

/**
 * Counts the open bookings of the same kind as a booking at the price `price`.
 * @param openBookings the buyer's open bookings
 */
export function countBookingsOfSameKind(openBookings: readonly { readonly price: Cents }[], price: Cents): number {
  const fitsOneCardPayment = checkCardFit(price) === 'fits';
  return openBookings.filter((each) => (checkCardFit(each.price) === 'fits') === fitsOneCardPayment).length;
}

/**
 * Limits on the bookings of one buyer, including cancelled bookings: `perHour` and `perDay` limit the number of bookings,
 * and `sellersPerDay` limits the number of their sellers. `sellersPerNetwork` limits the sellers whom all new accounts of
 * one sign-up network book within a day.
 */
export type BookingPace = {
  readonly perHour: number;
  readonly perDay: number;
  readonly sellersPerDay: number;
  readonly sellersPerNetwork: number;
};

const hourMs = 3_600_000;
/**
 * The time window in milliseconds within which bookings count towards the limits per day; no limit on bookings has a
 * longer window.
 */
export const bookingCountWindowMs = 24 * hourMs;

/**
 * Checks the limits on bookings per hour and per day. Booking and cancelling in a loop would waste sellers' time.
 * @param bookedAt the times of the buyer's bookings within the last 24 hours, in any order.
 * @throws DomainError BOOKING_PACE, with the seconds until the next booking is allowed.
 */
export function assertBookingPace(bookedAt: readonly Date[], pace: BookingPace, now: Date): void {
  for (const [count, periodMs] of [
    [pace.perHour, hourMs],
    [pace.perDay, bookingCountWindowMs],
  ] as const) {
    const recentTimesMs = bookedAt
      .map((bookingTime) => bookingTime.getTime())
      .filter((bookingTime) => bookingTime > now.getTime() - periodMs);
    const oldestCountedTimeMs = recentTimesMs.sort((a, b) => b - a)[count - 1];
    if (oldestCountedTimeMs !== undefined) {
      throw new DomainError('BOOKING_PACE', {
        retryAfter: Math.max(1, Math.ceil((oldestCountedTimeMs + periodMs - now.getTime()) / 1000)),
      });
    }
  }
}

/**
 * Checks the limit on the number of booked sellers. A booking shows the seller's e-mail address to the buyer, so
 * without the limit a buyer could collect the addresses of many sellers.
 * @param bookedSellers the different sellers whom the buyer, or all accounts of the buyer's network, booked within the
 *   last 24 hours.
 * @param sellerCountMaximum maximum number of booked sellers.
 * @throws DomainError BOOKING_PACE when the limit is reached and the buyer has not yet booked from `sellerId`.
 */
export function assertBookedSellerLimit<Seller>(
  bookedSellers: readonly Seller[],
  sellerId: Seller,
  sellerCountMaximum: number,
): void {
  if (bookedSellers.includes(sellerId) || bookedSellers.length < sellerCountMaximum) return;
  throw new DomainError('BOOKING_PACE', { retryAfter: hourMs / 1000 });
}

/**
 * Checks that the price has not changed since the buyer saw it.
 * @param seenPrice the price that the buyer saw; undefined when the request names no price, and the current price then
 *   applies.
 * @throws DomainError PRICE_CHANGED with both prices in dollars.
 */
export function assertPriceUnchanged(seenPrice: Cents | undefined, currentPrice: Cents): void {
  if (seenPrice === undefined || seenPrice === currentPrice) return;
  throw new DomainError('PRICE_CHANGED', {
    detail: 'The price of this car has changed. Please look at it again.',
    prices: { expected: dollarsFromCents(seenPrice), current: dollarsFromCents(currentPrice) },
  });
}
