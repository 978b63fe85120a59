import { DomainError } from '../errors/domain-error.ts';
import { advance, type Lifecycle } from '../lifecycle/lifecycle.ts';
import type { ListingStatus } from './listing.ts';

export type ListingEvent =
  | 'publish'
  | 'withdraw'
  | 'relist'
  | 'sell'
  | 'undo-sale'
  | 'hide'
  | 'show'
  | 'give-back'
  | 'give-back-draft';

/** The statuses that a hidden listing can get when the hiding ends. */
export type StatusAfterHiding = 'available' | 'withdrawn' | 'draft';

/** The parties of a listing. `payment` stands for a charge that has succeeded. */
export type ListingParty = 'seller' | 'admin' | 'payment';

/**
 * The lifecycle of a listing. A listing that a buyer holds for payment has no status of its own, because a hold is an
 * open payment attempt.
 */
export const listingLifecycle: Lifecycle<ListingStatus, ListingEvent, ListingParty> = {
  noun: 'listing',
  initialState: 'draft',
  states: ['draft', 'available', 'sold', 'withdrawn', 'hidden'],
  transitions: [
    { from: 'draft', event: 'publish', to: 'available', by: ['seller'] },
    { from: 'available', event: 'withdraw', to: 'withdrawn', by: ['seller'] },
    { from: 'withdrawn', event: 'relist', to: 'available', by: ['seller'] },
    { from: 'available', event: 'sell', to: 'sold', by: ['payment', 'seller'] },
    { from: 'withdrawn', event: 'sell', to: 'sold', by: ['payment', 'seller'] },
    // A seller can undo a sale only when they marked the car as sold themselves, without a payment here
    // (`relistListing`).
    { from: 'sold', event: 'undo-sale', to: 'withdrawn', by: ['admin', 'seller'] },
    { from: 'draft', event: 'hide', to: 'hidden', by: ['admin'] },
    { from: 'available', event: 'hide', to: 'hidden', by: ['admin'] },
    { from: 'withdrawn', event: 'hide', to: 'hidden', by: ['admin'] },
    // An admin can hide a sold listing only if its seller marked it as sold. A listing that was paid on this site stays
    // sold (`hideListing`).
    { from: 'sold', event: 'hide', to: 'hidden', by: ['admin'] },
    // When the hiding ends, a listing gets the status that it had before the hiding. A listing that was marked as sold
    // becomes withdrawn.
    { from: 'hidden', event: 'show', to: 'available', by: ['admin'] },
    { from: 'hidden', event: 'give-back', to: 'withdrawn', by: ['admin'] },
    { from: 'hidden', event: 'give-back-draft', to: 'draft', by: ['admin'] },
  ],
};

/** Returns the status that a listing gets when its hiding ends. */
export function chooseStatusAfterHiding(from: ListingStatus): StatusAfterHiding {
  return from === 'available' || from === 'draft' ? from : 'withdrawn';
}

/** The event that ends the hiding of a listing, by the status that the listing gets. */
export const hidingEndEventByStatus = {
  available: 'show',
  withdrawn: 'give-back',
  draft: 'give-back-draft',
} as const satisfies Readonly<Record<StatusAfterHiding, ListingEvent>>;

/**
 * Returns the status of a listing after an event that a party causes. A seller cannot change the status of a listing
 * that an admin has hidden.
 * @throws DomainError HIDDEN_BY_ADMIN, ILLEGAL_TRANSITION, ROLE_REQUIRED.
 */
export function advanceListing(from: ListingStatus, event: ListingEvent, party: ListingParty): ListingStatus {
  if (from === 'hidden' && party === 'seller') throw new DomainError('HIDDEN_BY_ADMIN');
  return advance(listingLifecycle, from, event, party);
}
