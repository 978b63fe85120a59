import { DomainError } from '../errors/domain-error.ts';
import { type Cents, dollarsFromCents, fitsCard } from '../money/money.ts';

/**
 * Maximum number of a buyer's open bookings of one kind: more would block sellers (docs/reliability.md, calls). Bookings that
 * a card can pay are one kind, those above or below what a card takes are the other: they cannot be paid here, so they take
 * no place among the first.
 */
export const openBookingsMaximum = 5;

/** How many of the buyer's open bookings are of the kind of a booking at this price. */
export function openOfSameKind(open: readonly { readonly price: Cents }[], price: Cents): number {
  const payable = fitsCard(price) === 'fits';
  return open.filter((each) => (fitsCard(each.price) === 'fits') === payable).length;
}

/**
 * Limits on the bookings of one buyer within an hour and a day, and on the sellers of whom they book within a day, cancelled
 * bookings included: alone, and together with the other new accounts of their sign-up network.
 */
export type BookingPace = {
  readonly anHour: number;
  readonly aDay: number;
  readonly sellersADay: number;
  readonly sellersPerNetwork: number;
};

const hour = 3_600_000;
/** The longest period of these limits, in milliseconds. */
export const bookingPaceMs = 24 * hour;

/**
 * Booking and cancelling in a loop would waste sellers' time.
 * @param bookedAt the times of the buyer's bookings within the last 24 hours, in any order.
 * @throws DomainError BOOKING_PACE, with the seconds until the next booking is allowed.
 */
export function assertBookingPace(bookedAt: readonly Date[], pace: BookingPace, now: Date): void {
  for (const [count, span] of [
    [pace.anHour, hour],
    [pace.aDay, bookingPaceMs],
  ] as const) {
    const live = bookedAt.map((at) => at.getTime()).filter((at) => at > now.getTime() - span);
    const oldest = live.sort((a, b) => b - a)[count - 1];
    if (oldest !== undefined) {
      throw new DomainError('BOOKING_PACE', {
        retryAfter: Math.max(1, Math.ceil((oldest + span - now.getTime()) / 1000)),
      });
    }
  }
}

/**
 * A booking shows the address of its seller, so booking of many sellers would collect their addresses.
 * @param booked the sellers of whom the buyer or their network has booked within the last 24 hours.
 * @param most maximum number of these sellers.
 * @throws DomainError BOOKING_PACE for one more seller.
 */
export function assertBookedSellers<Seller>(booked: readonly Seller[], sellerId: Seller, most: number): void {
  if (booked.includes(sellerId) || booked.length < most) return;
  throw new DomainError('BOOKING_PACE', { retryAfter: hour / 1000 });
}

/**
 * A buyer agrees to the price that they saw; the seller may have changed it since.
 * @param seen undefined when the request names none: the current price then applies.
 * @throws DomainError PRICE_CHANGED with both prices in dollars.
 */
export function assertSeenPrice(seen: Cents | undefined, current: Cents): void {
  if (seen === undefined || seen === current) return;
  throw new DomainError('PRICE_CHANGED', {
    detail: 'The price of this car has changed. Please look at it again.',
    prices: { expected: dollarsFromCents(seen), current: dollarsFromCents(current) },
  });
}
