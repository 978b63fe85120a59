import type { OwnListing as OwnListingAnswer, OwnProduct } from '@carhouse/contract/listings';
import type { OwnListing } from './list-own.ts';
import { presentFacts } from './present-facts.ts';
import { type ListingView, presentListing } from './present-listing.ts';

/** A car in its own seller's list. */
export function presentOwnProduct(listing: OwnListing, view: Omit<ListingView, 'withPublicName'>): OwnProduct {
  return {
    ...presentListing(listing, { ...view, withPublicName: false }),
    email: listing.seller.email,
    advertised: listing.advertised,
    heldUntil: listing.heldUntil?.toISOString() ?? null,
    openBookings: listing.openBookings,
  };
}

/** A car for its own seller, with everything that they may edit. */
export function presentOwnListing(listing: OwnListing, view: Omit<ListingView, 'withPublicName'>): OwnListingAnswer {
  return { ...presentOwnProduct(listing, view), facts: presentFacts(listing.facts) };
}
