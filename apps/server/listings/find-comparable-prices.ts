import { runPrepared } from '@carhouse/database/connection/statement';
import { listComparablesOfTyped } from '@carhouse/database/listings/listing-detail';
import { parseId } from '@carhouse/domain/ids/id';
import { dropOutliers } from '@carhouse/domain/listing/price-outliers';
import { rankPrice } from '@carhouse/domain/listing/price-rank';
import { dollarsFromCents } from '@carhouse/domain/money/money';
import type { Context } from '../context.ts';

type ComparablePricesInput = {
  readonly category: string;
  readonly title: string;
  readonly yearsOfUse: number;
  readonly except?: string | undefined;
};

/**
 * Returns the prices of comparable listings for a car in a form. The prices are selected as on the page of a listing.
 */
export async function findComparablePrices(
  { readDatabase, now }: Context,
  { category, title, yearsOfUse, except: exceptListingId }: ComparablePricesInput,
) {
  const id = exceptListingId === undefined ? null : (parseId<'listing'>(exceptListingId) ?? null);
  const comparables = await readDatabase.read(({ pool }) =>
    runPrepared(pool, listComparablesOfTyped({ id, brand: category, title, yearsOfUse }, now())),
  );
  const comparableListings = dropOutliers(comparables, ({ price }) => dollarsFromCents(price));
  const rank = rankPrice(
    0,
    comparableListings.map(({ price }) => dollarsFromCents(price)),
  );
  return {
    cars: comparableListings.length,
    middle: rank === null ? null : { from: rank.lowerQuarter, to: rank.upperQuarter },
  };
}
