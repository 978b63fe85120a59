import type { Listing, ListingId } from '@carhouse/core/listing/listing';
import { type Comparable, listComparables, readComparables } from '@carhouse/database/listing-detail';
import type { Context } from '../context.ts';

/**
 * Other cars of the same brand and model on offer, those nearest in years of use first, then the newest. Where the catalogue knows
 * enough of the same age, the database reads those alone; sorting all cars of a frequent model would take it a hundred
 * milliseconds.
 */
export async function findComparables(context: Context, car: Listing, limit: number): Promise<readonly Comparable[]> {
  const ids = await sameAge(context, car, limit);
  if (ids.length < limit) return listComparables(context.database, car, limit);
  return readComparables(context.database, ids);
}

async function sameAge({ catalogue }: Context, car: Listing, limit: number): Promise<readonly ListingId[]> {
  if (catalogue.thread() === null || !catalogue.isReady()) return [];
  const query = {
    text: '',
    words: { model: [`${car.brand}/${car.title}`] },
    numbers: { yearsOfUse: { min: car.yearsOfUse, max: car.yearsOfUse } },
    order: { by: 'newest', descending: true },
    after: null,
    limit: limit + 1,
    facets: [],
  } as const;
  try {
    const { found } = await catalogue.ask('search', { query });
    return found
      .map(({ id }) => id)
      .filter((id) => id !== car.id)
      .slice(0, limit);
  } catch {
    // It has just ended, or is busy: the database knows as well.
    return [];
  }
}
