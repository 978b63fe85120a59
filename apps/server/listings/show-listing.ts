import { runPreparedStatement } from '@carhouse/database/connection/statement';
import { makeVisibleListingStatement } from '@carhouse/database/listings/listings';
import type { AccountId, Actor } from '@carhouse/domain/account/account';
import { DomainError } from '@carhouse/domain/errors/domain-error';
import { requireId } from '@carhouse/domain/ids/id';
import type { Listing, ListingStatus } from '@carhouse/domain/listing/listing';
import { mayReadListing } from '@carhouse/domain/listing/listing-policy';
import type { Context } from '../context.ts';

/**
 * Returns one listing: an available or sold listing to all users, a draft or withdrawn listing to its seller and admins.
 * @throws DomainError NOT_FOUND.
 */
export async function showListing(context: Context, actor: Actor | null, id: string): Promise<Listing> {
  const listingId = requireId<'listing'>(id);
  return context.readDatabase.read(async ({ pool }) => {
    const listing = await runPreparedStatement(pool, makeVisibleListingStatement(listingId));
    if (listing === undefined) throw new DomainError('NOT_FOUND');
    assertVisible(actor, listing);
    return listing;
  });
}

type ViewedListing = { readonly status: ListingStatus; readonly seller: { readonly id: AccountId } };

/**
 * Checks that the caller may see a listing.
 * @throws DomainError NOT_FOUND, for example for a draft of another seller.
 */
export function assertVisible(actor: Actor | null, listing: ViewedListing): void {
  if (!mayReadListing(actor, listing)) throw new DomainError('NOT_FOUND');
}
