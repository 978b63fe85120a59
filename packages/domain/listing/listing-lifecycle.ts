import type { Lifecycle } from '../lifecycle/lifecycle.ts';
import type { ListingStatus } from './listing.ts';

export type ListingEvent = 'publish' | 'withdraw' | 'relist' | 'sell' | 'undo-sale' | 'hide' | 'show';

/** `payment`: a charge that has succeeded. */
export type ListingParty = 'seller' | 'admin' | 'payment';

/** On hold is not a status: it is an open payment attempt (docs/decisions). */
export const listingLifecycle: Lifecycle<ListingStatus, ListingEvent, ListingParty> = {
  noun: 'listing',
  initial: 'draft',
  states: ['draft', 'available', 'sold', 'withdrawn', 'hidden'],
  transitions: [
    { from: 'draft', event: 'publish', to: 'available', by: ['seller'] },
    { from: 'available', event: 'withdraw', to: 'withdrawn', by: ['seller', 'admin'] },
    { from: 'withdrawn', event: 'relist', to: 'available', by: ['seller'] },
    { from: 'available', event: 'sell', to: 'sold', by: ['payment', 'seller'] },
    { from: 'withdrawn', event: 'sell', to: 'sold', by: ['payment', 'seller'] },
    { from: 'sold', event: 'undo-sale', to: 'withdrawn', by: ['admin'] },
    { from: 'available', event: 'hide', to: 'hidden', by: ['admin'] },
    { from: 'hidden', event: 'show', to: 'available', by: ['admin'] },
  ],
};
