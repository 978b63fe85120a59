import type { CatalogueQuery } from '@carhouse/catalogue/query';
import type { Listing, ListingId } from '@carhouse/core/listing/listing';
import { type Comparable, listComparables, readComparables } from '@carhouse/database/listing-detail';
import type { Context } from '../context.ts';

/** Years of use more or less that are looked through before the database is asked: then the model is so rare that it sorts quickly. */
const farthest = 3;

/**
 * Other cars of the same brand and model on offer, those nearest in years of use first, then the newest. The catalogue says
 * which, year by year, and the database reads those alone; sorting all cars of a frequent model would take it a hundred milliseconds.
 */
export async function findComparables(context: Context, car: Listing, limit: number): Promise<readonly Comparable[]> {
  const ids = await nearestInUse(context, car, limit);
  if (ids.length < limit) return listComparables(context.database, car, limit);
  return readComparables(context.database, ids);
}

async function nearestInUse({ catalogue }: Context, car: Listing, limit: number): Promise<readonly ListingId[]> {
  if (catalogue.thread() === null || !catalogue.isReady()) return [];
  const found: ListingId[] = [];
  try {
    for (let distance = 0; distance <= farthest && found.length < limit; distance += 1) {
      const years = distance === 0 ? [car.yearsOfUse] : [car.yearsOfUse - distance, car.yearsOfUse + distance];
      const asked = years.map((year) => catalogue.ask('search', { query: ofYear(car, year, limit + 1) }));
      const near = (await Promise.all(asked)).flatMap((answer) => answer.found.map(({ id }) => id));
      // Ids begin with their time.
      found.push(...near.filter((id) => id !== car.id).toSorted((one, other) => (one < other ? 1 : -1)));
    }
  } catch {
    // It has just ended, or is busy: the database knows as well.
    return [];
  }
  return found.slice(0, limit);
}

function ofYear(car: Listing, year: number, limit: number): CatalogueQuery {
  return {
    text: '',
    words: { model: [`${car.brand}/${car.title}`] },
    numbers: { yearsOfUse: { min: year, max: year } },
    order: { by: 'newest', descending: true },
    after: null,
    limit,
    facets: [],
  };
}
