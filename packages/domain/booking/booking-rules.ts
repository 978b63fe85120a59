import { DomainError } from '../errors/domain-error.ts';
import { type Cents, dollarsFromCents } from '../money/money.ts';

/** Open bookings that one buyer may hold: more would be hoarding (docs/reliability.md, calls). */
export const openBookingsMaximum = 5;

/**
 * Bookings that one buyer may make within an hour and a day, and sellers whose cars they may book within a day, cancelled ones
 * too: alone, and together with the other new accounts of their sign-up network.
 */
export type BookingPace = {
  readonly anHour: number;
  readonly aDay: number;
  readonly sellersADay: number;
  readonly sellersPerNetwork: number;
};

const hour = 3_600_000;
/** The longest span of the pace of bookings, in milliseconds. */
export const bookingPaceMs = 24 * hour;

/**
 * Booking and cancelling in a loop keeps sellers busy with nothing.
 * @param bookedAt when the buyer booked within the last 24 hours, in any order.
 * @throws DomainError BOOKING_PACE, with the seconds after which it goes on.
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
 * A booking shows the address of its seller, so booking one car of each is a way to collect addresses.
 * @param booked the sellers whose cars were booked within the last 24 hours, by the buyer or by their network.
 * @param most how many sellers that may be.
 * @throws DomainError BOOKING_PACE for one more seller.
 */
export function assertBookedSellers<Seller>(booked: readonly Seller[], sellerId: Seller, most: number): void {
  if (booked.includes(sellerId) || booked.length < most) return;
  throw new DomainError('BOOKING_PACE', { retryAfter: hour / 1000 });
}

/**
 * A buyer agrees to a price that they saw; the seller may have changed it since.
 * @param seen undefined where the request names none: then the price of this moment holds.
 * @throws DomainError PRICE_CHANGED with both prices in dollars.
 */
export function assertSeenPrice(seen: Cents | undefined, current: Cents): void {
  if (seen === undefined || seen === current) return;
  throw new DomainError('PRICE_CHANGED', {
    detail: 'The price of this car has changed. Please look at it again.',
    prices: { expected: dollarsFromCents(seen), current: dollarsFromCents(current) },
  });
}
