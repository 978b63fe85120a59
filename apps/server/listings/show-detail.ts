import { readTogether } from '@carhouse/database/connection/send-together';
import { runPrepared } from '@carhouse/database/connection/statement';
import {
  type Comparable,
  type DetailPageCar,
  findDetailPageCar,
  findViewerMarks,
  listComparables,
  listSimilar,
  similarCarsMaximum,
  type ViewerMarks,
} from '@carhouse/database/listings/listing-detail';
import type { Actor } from '@carhouse/domain/account/account';
import { DomainError } from '@carhouse/domain/errors/domain-error';
import { requireId } from '@carhouse/domain/ids/id';
import type { ListedCar, Listing } from '@carhouse/domain/listing/listing';
import { dropOutliers } from '@carhouse/domain/listing/price-outliers';
import { dollarsFromCents } from '@carhouse/domain/money/money';
import type { Context } from '../context.ts';
import { assertVisible } from './show-listing.ts';

export type ListingDetail = DetailPageCar & {
  readonly viewer: (ViewerMarks & { readonly own: boolean }) | null;
  readonly comparables: readonly Comparable[];
  readonly similar: readonly ListedCar[];
};

/** Minimum number of prices for a comparison. With fewer prices, no comparison is shown. */
const comparableCountMinimum = 5;

/**
 * Returns a listing with everything that its page shows, in one database round trip. The caller's rights are checked after
 * the listing is read.
 * @throws DomainError NOT_FOUND, also for other sellers' drafts and withdrawn listings.
 */
export async function showDetail(context: Context, actor: Actor | null, id: string): Promise<ListingDetail> {
  const listingId = requireId<'listing'>(id);
  const { car, comparables, similar, ...viewerMarks } = await readTogether(context.pool, {
    car: findDetailPageCar(listingId, context.now()),
    comparables: listComparables(listingId, context.now()),
    similar: listSimilar(listingId, 'same'),
    ...(actor === null ? {} : { viewer: findViewerMarks(actor.accountId, listingId) }),
  });
  if (car === undefined) throw new DomainError('NOT_FOUND');
  assertVisible(actor, car.listing);
  const comparablesWithoutOutliers = dropOutliers(comparables, ({ price }) => dollarsFromCents(price));
  const viewer =
    actor === null || viewerMarks.viewer === undefined
      ? null
      : { own: actor.accountId === car.listing.seller.id, ...viewerMarks.viewer };
  return {
    ...car,
    viewer,
    comparables: comparablesWithoutOutliers.length < comparableCountMinimum ? [] : comparablesWithoutOutliers,
    similar: await addSimilarOfOtherBrands(context, car.listing, similar),
  };
}

/** Adds similar listings of other brands when the brand has too few. */
async function addSimilarOfOtherBrands(
  context: Context,
  car: Listing,
  similar: readonly ListedCar[],
): Promise<readonly ListedCar[]> {
  if (similar.length >= similarCarsMaximum) return similar;
  const similarListings = await runPrepared(context.pool, listSimilar(car.id, 'other'));
  return [...similar, ...similarListings].slice(0, similarCarsMaximum);
}
