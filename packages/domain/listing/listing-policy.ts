import type { AccountId, Actor } from '../account/account.ts';
import { DomainError } from '../errors/domain-error.ts';
import type { ListingStatus } from './listing.ts';
import type { ListingParty } from './listing-lifecycle.ts';

type ActorOrVisitor = Pick<Actor, 'accountId' | 'role'> | null;
type ListingWithSeller = { readonly seller: { readonly id: AccountId } };

/**
 * Returns which party of a listing the actor is: its seller or an admin; null for any other user. The lifecycle defines
 * the rights of each party.
 */
export function findListingParty(
  actor: ActorOrVisitor,
  car: ListingWithSeller,
): Exclude<ListingParty, 'payment'> | null {
  if (actor === null) return null;
  if (actor.accountId === car.seller.id) return 'seller';
  return actor.role === 'admin' ? 'admin' : null;
}

/**
 * Whether the actor may read a listing: available and sold cars are public; drafts, withdrawn and hidden cars are for
 * their seller and admins.
 */
export function mayReadListing(
  actor: ActorOrVisitor,
  car: ListingWithSeller & { readonly status: ListingStatus },
): boolean {
  return isPublic(car.status) || findListingParty(actor, car) !== null;
}

/**
 * Checks that a user may add a listing to their wish list: the listing must belong to another user, and the user must
 * have chosen a role.
 * @throws DomainError NOT_FOUND (the user may not see the listing), ROLE_REQUIRED, OWN_LISTING.
 */
export function assertMayWish(
  actor: Pick<Actor, 'accountId' | 'role'>,
  car: ListingWithSeller & { readonly status: ListingStatus; readonly isHidden: boolean },
): void {
  if (car.isHidden || !isPublic(car.status)) throw new DomainError('NOT_FOUND');
  const refusal = findWisherRefusal(actor.role, car.seller.id === actor.accountId);
  if (refusal === 'OWN_LISTING') throw new DomainError(refusal, { detail: 'You cannot wish for your own car.' });
  if (refusal !== null) throw new DomainError(refusal);
}

/**
 * Returns the reason why a user may not add a listing to their wish list: ROLE_REQUIRED applies to every listing,
 * OWN_LISTING to the user's own listing. Returns null when the user may add the listing.
 * @param role null or '' while the user has not chosen a role
 */
export function findWisherRefusal(role: Actor['role'] | '', isOwn: boolean): 'ROLE_REQUIRED' | 'OWN_LISTING' | null {
  if (role === null || role === '') return 'ROLE_REQUIRED';
  return isOwn ? 'OWN_LISTING' : null;
}

/** Whether everybody may see a listing in this status, also without signing in. */
export function isPublic(status: ListingStatus): boolean {
  return status === 'available' || status === 'sold';
}

/** Whether buyers may book, compare and pay for a car in this status, and its seller may advertise it. */
export function isOnSale(status: ListingStatus): boolean {
  return status === 'available';
}

/** Whether the seller may still change a car in this status. */
export function isEditable(status: ListingStatus): boolean {
  return status !== 'sold';
}
