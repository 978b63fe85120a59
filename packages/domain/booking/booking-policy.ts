import type { AccountId, Actor } from '../account/account.ts';
import { DomainError } from '../errors/domain-error.ts';
import { listPossibleEvents } from '../lifecycle/lifecycle.ts';
import type { ListingStatus } from '../listing/listing.ts';
import { isOnSale } from '../listing/listing-policy.ts';
import type { Booking, BookingStatus } from './booking.ts';
import { type BookingParty, bookingLifecycle } from './booking-lifecycle.ts';
import { openBookingsMaximum } from './booking-rules.ts';

/**
 * Returns which party of a booking the actor is: its buyer, the seller of the car, or an admin; null for any other
 * user.
 */
export function findBookingParty(
  actor: Pick<Actor, 'accountId' | 'role'>,
  booking: Pick<Booking, 'buyerId' | 'sellerId'>,
): Exclude<BookingParty, 'payment'> | null {
  if (booking.buyerId === actor.accountId) return 'buyer';
  if (booking.sellerId === actor.accountId) return 'seller';
  return actor.role === 'admin' ? 'admin' : null;
}

/** Whether the actor may read the receipt: the buyer, the seller of the car, and admins may. */
export function mayReadReceipt(
  actor: Pick<Actor, 'accountId' | 'role'>,
  booking: Pick<Booking, 'buyerId' | 'sellerId'>,
): boolean {
  return findBookingParty(actor, booking) !== null;
}

/**
 * Checks that the actor may book the car now.
 * @throws DomainError ROLE_REQUIRED, OWN_LISTING, CAR_ALREADY_SOLD, CAR_NOT_AVAILABLE or BOOKING_LIMIT.
 */
export function assertMayBook(
  actor: Actor,
  car: { readonly status: ListingStatus; readonly sellerId: AccountId; readonly isHidden: boolean },
  openBookings: number,
): void {
  const refusalCode = findBookerRefusal(actor.role, car.sellerId === actor.accountId);
  if (refusalCode === 'ROLE_REQUIRED') throw new DomainError(refusalCode, { detail: 'Only buyers book cars.' });
  if (refusalCode !== null) throw new DomainError(refusalCode);
  if (car.status === 'sold') throw new DomainError('CAR_ALREADY_SOLD');
  if (!isOnSale(car.status) || car.isHidden) throw new DomainError('CAR_NOT_AVAILABLE');
  if (openBookings >= openBookingsMaximum) throw new DomainError('BOOKING_LIMIT');
}

/**
 * Returns the reason why a user may not book: ROLE_REQUIRED applies to every car, OWN_LISTING to the car of the user.
 * Returns null when the user may book the car.
 * @param role null or '' while the user has not chosen a role
 */
export function findBookerRefusal(role: Actor['role'] | '', isOwn: boolean): 'OWN_LISTING' | 'ROLE_REQUIRED' | null {
  if (isOwn) return 'OWN_LISTING';
  return role === 'Buyer' ? null : 'ROLE_REQUIRED';
}

/** Whether the actor may read the page of an order: the buyer, the seller of the car, and admins may. */
export function mayReadOrder(
  actor: Pick<Actor, 'accountId' | 'role'>,
  booking: Pick<Booking, 'buyerId' | 'sellerId'>,
): boolean {
  return findBookingParty(actor, booking) !== null;
}

/** Whether a booking is open. Only an open booking can be paid. */
export function isOrderPayable(status: BookingStatus): boolean {
  return listPossibleEvents(bookingLifecycle, status, 'payment').includes('pay');
}

/**
 * Whether this party may cancel an order. A seller cannot cancel when the buyer has paid a part of the price, because
 * the car is then reserved for the buyer. The screens My Orders and My Buyers and the page of an order use this check.
 */
export function mayCancelOrder(
  { status, reserved }: { readonly status: BookingStatus; readonly reserved: boolean },
  party: BookingParty,
): boolean {
  if (party === 'seller' && reserved) return false;
  return listPossibleEvents(bookingLifecycle, status, party).includes('cancel');
}

/**
 * Whether an order has ended without a sale: it was cancelled, its car was sold to another buyer, or it was refunded.
 */
export function hasEndedWithoutSale(status: BookingStatus): boolean {
  return status === 'cancelled' || status === 'refunded';
}

/** Whether a booking has a receipt: it was paid here, also when it was refunded afterwards. */
export function hasReceipt(status: BookingStatus, paidOutside: boolean): boolean {
  return (status === 'paid' && !paidOutside) || status === 'refunded';
}
