import type { AccountId, Actor } from '../account/account.ts';
import { DomainError } from '../errors/domain-error.ts';
import type { ListingStatus } from './listing.ts';
import type { ListingParty } from './listing-lifecycle.ts';

type Asking = Pick<Actor, 'accountId' | 'role'> | null;
type OfSeller = { readonly seller: { readonly id: AccountId } };

/** Who the actor is to a car: its seller, an admin, or null. What each may do with it is in the lifecycle. */
export function listingPartyOf(actor: Asking, car: OfSeller): Exclude<ListingParty, 'payment'> | null {
  if (actor === null) return null;
  if (actor.accountId === car.seller.id) return 'seller';
  return actor.role === 'admin' ? 'admin' : null;
}

/** Available and sold cars are for everybody, drafts and withdrawn ones for their seller and admins. */
export function mayReadListing(actor: Asking, car: OfSeller & { readonly status: ListingStatus }): boolean {
  return isPublic(car.status) || listingPartyOf(actor, car) !== null;
}

/**
 * A wish is for a car of another seller, by a person who has finished sign-up.
 * @throws DomainError NOT_FOUND (a car that is not shown), OWN_LISTING.
 */
export function assertMayWish(
  actor: Pick<Actor, 'accountId'>,
  car: OfSeller & { readonly status: ListingStatus; readonly hidden: boolean },
): void {
  if (car.hidden || !isPublic(car.status)) throw new DomainError('NOT_FOUND');
  if (car.seller.id === actor.accountId) {
    throw new DomainError('OWN_LISTING', { detail: 'You cannot wish for your own car.' });
  }
}

function isPublic(status: ListingStatus): boolean {
  return status === 'available' || status === 'sold';
}
