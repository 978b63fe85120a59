import type { AccountId, Actor } from '../account/account.ts';
import { DomainError } from '../errors/domain-error.ts';
import type { ListingStatus } from './listing.ts';
import type { ListingParty } from './listing-lifecycle.ts';

type Asking = Pick<Actor, 'accountId' | 'role'> | null;
type OfSeller = { readonly seller: { readonly id: AccountId } };

/** The role of the actor towards a car: its seller, an admin, or null. The lifecycle has each party's rights. */
export function listingPartyOf(actor: Asking, car: OfSeller): Exclude<ListingParty, 'payment'> | null {
  if (actor === null) return null;
  if (actor.accountId === car.seller.id) return 'seller';
  return actor.role === 'admin' ? 'admin' : null;
}

/** Available and sold cars are for everybody; drafts, withdrawn and hidden ones are for their seller and admins. */
export function mayReadListing(actor: Asking, car: OfSeller & { readonly status: ListingStatus }): boolean {
  return isPublic(car.status) || listingPartyOf(actor, car) !== null;
}

/**
 * A wish is for a listing of another seller, by a user who has finished sign-up.
 * @throws DomainError NOT_FOUND (a listing that the user may not see), ROLE_REQUIRED, OWN_LISTING.
 */
export function assertMayWish(
  actor: Pick<Actor, 'accountId' | 'role'>,
  car: OfSeller & { readonly status: ListingStatus; readonly hidden: boolean },
): void {
  if (car.hidden || !isPublic(car.status)) throw new DomainError('NOT_FOUND');
  const refusal = wisherRefusal(actor.role, car.seller.id === actor.accountId);
  if (refusal === 'OWN_LISTING') throw new DomainError(refusal, { detail: 'You cannot wish for your own car.' });
  if (refusal !== null) throw new DomainError(refusal);
}

/**
 * Why a user may wish for no listing, or not for this one; null when they may. @param role null or '' before the end of
 * sign-up
 */
export function wisherRefusal(role: Actor['role'] | '', isOwn: boolean): 'ROLE_REQUIRED' | 'OWN_LISTING' | null {
  if (role === null || role === '') return 'ROLE_REQUIRED';
  return isOwn ? 'OWN_LISTING' : null;
}

/** Whether everybody may see a car. */
export function isPublic(status: ListingStatus): boolean {
  return status === 'available' || status === 'sold';
}

/** Whether buyers may book, compare and pay for a car, and its seller may advertise it. */
export function isOnSale(status: ListingStatus): boolean {
  return status === 'available';
}

/** Whether the seller of a car may still change it. */
export function isEditable(status: ListingStatus): boolean {
  return status !== 'sold';
}
