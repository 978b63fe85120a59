import { findAdvertisedListings } from '@carhouse/database/advertisements/advertisements';
import { countOpenBookingsOfCars, findPaidListings } from '@carhouse/database/bookings/bookings';
import { runPreparedStatement } from '@carhouse/database/connection/statement';
import { findHiddenReasons } from '@carhouse/database/listings/hidden-listings';
import { listSellerListings, makeVisibleListingStatement } from '@carhouse/database/listings/listings';
import { findHoldEndsByListing } from '@carhouse/database/payments/payment-attempts';
import type { Actor } from '@carhouse/domain/account/account';
import { assertOwnAddress } from '@carhouse/domain/account/owner-selector';
import { DomainError } from '@carhouse/domain/errors/domain-error';
import { requireId } from '@carhouse/domain/ids/id';
import type { Listing } from '@carhouse/domain/listing/listing';
import type { Context } from '../context.ts';
import { type Page, selectPage } from '../http/routing/page-cursor.ts';

export type OwnListing = Listing & {
  readonly isAdvertised: boolean;
  /** The end of a paying buyer's hold; null when there is none. */
  readonly heldUntil: Date | null;
  /** Number of unpaid bookings of the listing. */
  readonly openBookings: number;
  /** The reason why an admin has hidden the listing; null when it is not hidden. */
  readonly hiddenReason: string | null;
  /**
   * Whether the seller marked the listing as sold, without a payment through Car House. The seller may put a listing
   * that they marked as sold on sale again.
   */
  readonly isMarkedSale: boolean;
};

/**
 * Returns a page of a seller's own listings in every status, newest first.
 * @throws DomainError NOT_FOUND when `query.email` is another user's address, BAD_REQUEST for a malformed cursor.
 */
export async function listOwnListings(
  context: Context,
  actor: Actor,
  query: { readonly email?: string | undefined; readonly before?: string | undefined },
): Promise<Page<OwnListing>> {
  assertOwnAddress(actor, query.email);
  const page = await selectPage({
    before: query.before,
    readTime: (listing: Listing) => listing.postedAt,
    select: (limit, after) => listSellerListings(context.database, actor.accountId, limit, after),
  });
  return { ...page, rows: await addOfferFacts(context, page.rows) };
}

/**
 * Returns one of the caller's own listings in any status.
 * @throws DomainError NOT_FOUND for another seller's listing and for an unknown one.
 */
export async function findOwnListing(context: Context, actor: Actor, id: string): Promise<OwnListing> {
  const listing = await runPreparedStatement(context.pool, makeVisibleListingStatement(requireId<'listing'>(id)));
  if (listing === undefined || listing.seller.id !== actor.accountId) throw new DomainError('NOT_FOUND');
  const [ownListing] = await addOfferFacts(context, [listing]);
  if (ownListing === undefined) throw new DomainError('INTERNAL');
  return ownListing;
}

/**
 * Returns each listing with data from other tables: its advertisement, hold and open bookings. The order of the
 * listings does not change.
 */
export async function addOfferFacts(context: Context, listings: readonly Listing[]): Promise<readonly OwnListing[]> {
  const ids = listings.map(({ id }) => id);
  const advertisedIds = await findAdvertisedListings(context.database, ids);
  const holdEndTimes = await findHoldEndsByListing(context.database, ids, context.now());
  const bookings = await countOpenBookingsOfCars(context.database, ids);
  const hiddenIds = listings.filter(({ status }) => status === 'hidden').map(({ id }) => id);
  const soldIds = listings.filter(({ status }) => status === 'sold').map(({ id }) => id);
  const paidIds = await findPaidListings(context.database, soldIds);
  const reasons = await findHiddenReasons(context.database, hiddenIds);
  return listings.map((listing) => ({
    ...listing,
    isAdvertised: advertisedIds.has(listing.id),
    heldUntil: holdEndTimes.get(listing.id) ?? null,
    openBookings: bookings.get(listing.id) ?? 0,
    hiddenReason: reasons.get(listing.id) ?? null,
    isMarkedSale: listing.status === 'sold' && !paidIds.has(listing.id),
  }));
}
