import type { Actor } from '@carhouse/core/account/account';
import type { Listing } from '@carhouse/core/listing/listing';
import {
  type Comparable,
  findViewerMarks,
  listNearestInPrice,
  listPictures,
  readSellerCard,
  type StoredPicture,
} from '@carhouse/database/listing-detail';
import { findHoldEnds } from '@carhouse/database/payment-attempts';
import type { Context } from '../context.ts';
import { findComparables } from './find-comparables.ts';
import { showListing } from './show-listing.ts';

export type ListingDetail = {
  readonly listing: Listing;
  readonly pictures: readonly StoredPicture[];
  readonly heldUntil: Date | null;
  readonly seller: Awaited<ReturnType<typeof readSellerCard>>;
  readonly viewer: (Awaited<ReturnType<typeof findViewerMarks>> & { readonly own: boolean }) | null;
  readonly comparables: readonly Comparable[];
  readonly similar: readonly Listing[];
};

/** Fewer prices than these say nothing about a price. */
const comparablesMinimum = 5;
const comparablesMaximum = 50;
const similarCars = 3;

/** A car with everything that its page shows. @throws DomainError NOT_FOUND, for drafts and withdrawn cars of others too. */
export async function showDetail(context: Context, actor: Actor | null, id: string): Promise<ListingDetail> {
  const { database } = context;
  const listing = await showListing(context, actor, id);
  const holds = await findHoldEnds(database, [listing.id], context.now());
  const comparables = await findComparables(context, listing, comparablesMaximum);
  const viewer =
    actor === null
      ? null
      : {
          own: actor.accountId === listing.seller.id,
          ...(await findViewerMarks(database, actor.accountId, listing.id)),
        };
  return {
    listing,
    pictures: await listPictures(database, listing.id),
    heldUntil: holds.get(listing.id) ?? null,
    seller: await readSellerCard(database, listing.seller.id),
    viewer,
    comparables: comparables.length < comparablesMinimum ? [] : comparables,
    similar: await listSimilar(context, listing),
  };
}

/** The nearest in price of the same brand; where it has too few, those of others fill up. */
async function listSimilar(context: Context, listing: Listing): Promise<readonly Listing[]> {
  const brand = await listNearestInPrice(context.database, listing, true, similarCars);
  if (brand.length === similarCars) return brand;
  return [...brand, ...(await listNearestInPrice(context.database, listing, false, similarCars - brand.length))];
}
