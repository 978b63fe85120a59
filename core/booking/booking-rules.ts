import type { AccountId, Actor } from '../account/account.ts';
import { DomainError } from '../errors/domain-error.ts';
import type { ListingStatus } from '../listing/listing.ts';

/** Open bookings that one buyer may hold: more would be hoarding (RELIABILITY, section 3.2). */
export const openBookingsMaximum = 5;

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
