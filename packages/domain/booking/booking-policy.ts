import type { AccountId, Actor } from '../account/account.ts';
import { DomainError } from '../errors/domain-error.ts';
import type { ListingStatus } from '../listing/listing.ts';
import type { Booking } from './booking.ts';
import type { BookingParty } from './booking-lifecycle.ts';
import { openBookingsMaximum } from './booking-rules.ts';

/** Who the actor is to a booking: its buyer, the seller of the car, an admin, or null. */
export function bookingPartyOf(
  actor: Pick<Actor, 'accountId' | 'role'>,
  booking: Pick<Booking, 'buyerId' | 'sellerId'>,
): Exclude<BookingParty, 'payment'> | null {
  if (booking.buyerId === actor.accountId) return 'buyer';
  if (booking.sellerId === actor.accountId) return 'seller';
  return actor.role === 'admin' ? 'admin' : null;
}

/** A receipt is for the buyer, for the seller of the car, and for admins. */
export function mayReadReceipt(
  actor: Pick<Actor, 'accountId' | 'role'>,
  booking: Pick<Booking, 'buyerId' | 'sellerId'>,
): boolean {
  return bookingPartyOf(actor, booking) !== null;
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
