import type { OwnListing as OwnListingAnswer, OwnProduct } from '@carhouse/contract/listings';
import type { CarFacts } from '@carhouse/core/listing/listing';
import { type Cents, dollarsFromCents } from '@carhouse/core/money/money';
import type { OwnListing } from './list-own.ts';
import { type ListingView, presentListing } from './present-listing.ts';

/** A car in its own seller's list. */
export function presentOwnProduct(listing: OwnListing, view: Omit<ListingView, 'withEmail'>): OwnProduct {
  return {
    ...presentListing(listing, { ...view, withEmail: true }),
    advertised: listing.advertised,
    heldUntil: listing.heldUntil?.toISOString() ?? null,
  };
}

/** A car for its own seller, with everything that he may edit. */
export function presentOwnListing(listing: OwnListing, view: Omit<ListingView, 'withEmail'>): OwnListingAnswer {
  return { ...presentOwnProduct(listing, view), facts: presentFacts(listing.facts) };
}

function presentFacts(facts: CarFacts): OwnListingAnswer['facts'] {
  const { coePremium, omv, arfPaid, ...plain } = facts;
  const dollars = (amount: Cents | null): number | null => (amount === null ? null : dollarsFromCents(amount));
  return { ...plain, coePremium: dollars(coePremium), omv: dollars(omv), arfPaid: dollars(arfPaid) };
}
