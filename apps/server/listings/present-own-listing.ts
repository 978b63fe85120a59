import type { OwnListing as OwnListingAnswer, OwnProduct } from '@carhouse/contract/listings';
import type { OwnListing } from './list-own.ts';
import { presentFacts } from './present-facts.ts';
import { type ListingView, presentListing } from './present-listing.ts';

/** Returns a listing as it appears in its seller's own list. */
export function presentOwnProduct(listing: OwnListing, view: Omit<ListingView, 'withPublicName'>): OwnProduct {
  return {
    ...presentListing(listing, { ...view, withPublicName: false }),
    email: listing.seller.email,
    advertised: listing.isAdvertised,
    heldUntil: listing.heldUntil?.toISOString() ?? null,
    openBookings: listing.openBookings,
    hiddenReason: listing.hiddenReason,
    isMarkedSale: listing.isMarkedSale,
  };
}

/** Returns a listing as its seller sees it, with everything that they may edit. */
export function presentOwnListing(listing: OwnListing, view: Omit<ListingView, 'withPublicName'>): OwnListingAnswer {
  return { ...presentOwnProduct(listing, view), facts: presentFacts(listing.facts) };
}
