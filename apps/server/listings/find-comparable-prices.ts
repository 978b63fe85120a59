import { runPreparedStatement } from '@carhouse/database/connection/statement';
import { makeEnteredComparablesStatement } from '@carhouse/database/listings/listing-detail';
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
 * Returns the prices of listings that are comparable to the car that a seller enters in a form. The prices are chosen
 * by the same rules as those on the detail page of a listing.
 */
export async function findComparablePrices(
  { readDatabase, now }: Context,
  { category, title, yearsOfUse, except: exceptListingId }: ComparablePricesInput,
) {
  const id = exceptListingId === undefined ? null : (parseId<'listing'>(exceptListingId) ?? null);
  const comparables = await readDatabase.read(({ pool }) =>
    runPreparedStatement(pool, makeEnteredComparablesStatement({ id, brand: category, title, yearsOfUse }, now())),
  );
  const comparableListings = dropOutliers(comparables, ({ price }) => dollarsFromCents(price));
  const rank = rankPrice(
    0,
    comparableListings.map(({ price }) => dollarsFromCents(price)),
  );
  return {
    cars: comparableListings.length,
    middle: rank === null ? null : { from: rank.firstQuartile, to: rank.thirdQuartile },
  };
}
