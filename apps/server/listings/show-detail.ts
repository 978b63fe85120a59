import type { ReadSource } from '@carhouse/database/connection/read-database';
import { readTogether } from '@carhouse/database/connection/send-together';
import { runPreparedStatement } from '@carhouse/database/connection/statement';
import {
  type Comparable,
  type DetailPageCar,
  makeComparablesStatement,
  makeDetailPageCarStatement,
  makeListSimilarStatement,
  makeWishAndBookingStatement,
  similarCarsMaximum,
  type ViewerWishAndBooking,
} from '@carhouse/database/listings/listing-detail';
import type { Actor } from '@carhouse/domain/account/account';
import { DomainError } from '@carhouse/domain/errors/domain-error';
import { requireId } from '@carhouse/domain/ids/id';
import type { ListedCar, Listing, ListingId } from '@carhouse/domain/listing/listing';
import { dropOutliers } from '@carhouse/domain/listing/price-outliers';
import { dollarsFromCents } from '@carhouse/domain/money/money';
import type { Context } from '../context.ts';
import { assertVisible } from './show-listing.ts';

export type ListingDetail = DetailPageCar & {
  readonly viewer: (ViewerWishAndBooking & { readonly own: boolean }) | null;
  readonly comparables: readonly Comparable[];
  readonly similarCars: readonly ListedCar[];
};

/** Minimum number of prices for a comparison. With fewer prices, no comparison is shown. */
const comparableCountMinimum = 5;

/**
 * Returns a listing with everything that its page shows. A visitor's page takes one database round trip. The caller's rights
 * are checked after the listing is read. The actor's own wish and booking are read from the primary.
 * @throws DomainError NOT_FOUND, also for other sellers' drafts and withdrawn listings.
 */
export async function showDetail(context: Context, actor: Actor | null, id: string): Promise<ListingDetail> {
  const listingId = requireId<'listing'>(id);
  const [{ comparables, ...page }, viewerMarks] = await Promise.all([
    readPage(context, actor, listingId),
    actor === null ? null : runPreparedStatement(context.pool, makeWishAndBookingStatement(actor.accountId, listingId)),
  ]);
  const comparablesWithoutOutliers = dropOutliers(comparables, ({ price }) => dollarsFromCents(price));
  const viewer =
    actor === null || viewerMarks === null ? null : { own: actor.accountId === page.listing.seller.id, ...viewerMarks };
  return {
    ...page,
    viewer,
    comparables: comparablesWithoutOutliers.length < comparableCountMinimum ? [] : comparablesWithoutOutliers,
  };
}

/** Reads the part of the page that is the same for all users who may see the listing. @throws DomainError NOT_FOUND */
async function readPage({ readDatabase, now }: Context, actor: Actor | null, id: ListingId) {
  return readDatabase.read(async ({ pool }) => {
    const { car, comparables, similarCars } = await readTogether(pool, {
      car: makeDetailPageCarStatement(id, now()),
      comparables: makeComparablesStatement(id, now()),
      similarCars: makeListSimilarStatement(id, 'same'),
    });
    if (car === undefined) throw new DomainError('NOT_FOUND');
    assertVisible(actor, car.listing);
    return { ...car, comparables, similarCars: await addSimilarOfOtherBrands(pool, car.listing, similarCars) };
  });
}

/** Adds similar listings of other brands when the brand has too few. */
async function addSimilarOfOtherBrands(
  pool: ReadSource['pool'],
  car: Listing,
  similarCars: readonly ListedCar[],
): Promise<readonly ListedCar[]> {
  if (similarCars.length >= similarCarsMaximum) return similarCars;
  const similarListings = await runPreparedStatement(pool, makeListSimilarStatement(car.id, 'other'));
  return [...similarCars, ...similarListings].slice(0, similarCarsMaximum);
}
