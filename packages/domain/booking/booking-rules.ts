import type { AccountId, Actor } from '../account/account.ts';
import { DomainError } from '../errors/domain-error.ts';
import type { ListingStatus } from '../listing/listing.ts';

/** Open bookings that one buyer may hold: more would be hoarding (docs/reliability.md, calls). */
export const openBookingsMaximum = 5;

/** Bookings that one buyer may make within an hour and a day, cancelled ones too. */
export type BookingPace = { readonly anHour: number; readonly aDay: number };

const hour = 3_600_000;

/**
 * Booking and cancelling in a loop keeps sellers busy with nothing.
 * @param bookedAt when the buyer booked within the last 24 hours, in any order.
 * @throws DomainError BOOKING_PACE, with the seconds after which it goes on.
 */
export function assertBookingPace(bookedAt: readonly Date[], pace: BookingPace, now: Date): void {
  for (const [count, span] of [
    [pace.anHour, hour],
    [pace.aDay, 24 * hour],
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
 * Whether the actor may book the car now.
 * @throws DomainError ROLE_REQUIRED, OWN_LISTING, CAR_ALREADY_SOLD, CAR_NOT_AVAILABLE or BOOKING_LIMIT.
 */
export function assertMayBook(
  actor: Actor,
  car: { readonly status: ListingStatus; readonly sellerId: AccountId; readonly hidden: boolean },
  openBookings: number,
): void {
  if (car.sellerId === actor.accountId) throw new DomainError('OWN_LISTING');
  if (actor.role !== 'Buyer') throw new DomainError('ROLE_REQUIRED', { detail: 'Only buyers book cars.' });
  if (car.status === 'sold') throw new DomainError('CAR_ALREADY_SOLD');
  if (car.status !== 'available' || car.hidden) throw new DomainError('CAR_NOT_AVAILABLE');
  if (openBookings >= openBookingsMaximum) throw new DomainError('BOOKING_LIMIT');
}
