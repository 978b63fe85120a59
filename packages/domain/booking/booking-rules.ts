import { DomainError } from '../errors/domain-error.ts';
import { type Cents, dollarsFromCents, fitsCard } from '../money/money.ts';

/**
 * Maximum number of a buyer's open bookings of one kind. More bookings would block sellers (docs/reliability.md, calls).
 * There are two kinds: bookings whose price a card can pay, and bookings whose price is outside what a card accepts. The
 * latter cannot be paid here, so they do not count towards the limit of the former.
 */
export const openBookingsMaximum = 5;

/** Counts the buyer's open bookings of the same kind as a booking at this price. */
export function openOfSameKind(open: readonly { readonly price: Cents }[], price: Cents): number {
  const payable = fitsCard(price) === 'fits';
  return open.filter((each) => (fitsCard(each.price) === 'fits') === payable).length;
}

/**
 * Limits on one buyer, within an hour and a day: on their bookings and on the number of sellers of those bookings, including
 * cancelled ones. New accounts of one sign-up network also share a limit of sellers.
 */
export type BookingPace = {
  readonly anHour: number;
  readonly aDay: number;
  readonly sellersADay: number;
  readonly sellersPerNetwork: number;
};

const hour = 3_600_000;
/** The longest period that these limits look back, in milliseconds. */
export const bookingPaceMs = 24 * hour;

/**
 * Checks the limits per hour and day, because booking and cancelling in a loop would waste sellers' time.
 * @param bookedAt the times of the buyer's bookings within the last 24 hours, in any order.
 * @throws DomainError BOOKING_PACE, with the seconds until the next booking is allowed.
 */
export function assertBookingPace(bookedAt: readonly Date[], pace: BookingPace, now: Date): void {
  for (const [count, span] of [
    [pace.anHour, hour],
    [pace.aDay, bookingPaceMs],
  ] as const) {
    const live = bookedAt.map((at) => at.getTime()).filter((at) => at > now.getTime() - span);
    const oldestBooking = live.sort((a, b) => b - a)[count - 1];
    if (oldestBooking !== undefined) {
      throw new DomainError('BOOKING_PACE', {
        retryAfter: Math.max(1, Math.ceil((oldestBooking + span - now.getTime()) / 1000)),
      });
    }
  }
}

/**
 * Checks the limit of booked sellers: a booking shows the e-mail address of its seller, so bookings with many sellers would
 * collect their addresses.
 * @param booked sellers of the bookings that the buyer or their network made within the last 24 hours.
 * @param most maximum number of these sellers.
 * @throws DomainError BOOKING_PACE for one more seller.
 */
export function assertBookedSellers<Seller>(booked: readonly Seller[], sellerId: Seller, most: number): void {
  if (booked.includes(sellerId) || booked.length < most) return;
  throw new DomainError('BOOKING_PACE', { retryAfter: hour / 1000 });
}

/**
 * Checks the price that the buyer saw, because the seller may have changed it since.
 * @param seen undefined when the request names no price: the current price then applies.
 * @throws DomainError PRICE_CHANGED with both prices in dollars.
 */
export function assertSeenPrice(seen: Cents | undefined, current: Cents): void {
  if (seen === undefined || seen === current) return;
  throw new DomainError('PRICE_CHANGED', {
    detail: 'The price of this car has changed. Please look at it again.',
    prices: { expected: dollarsFromCents(seen), current: dollarsFromCents(current) },
  });
}
