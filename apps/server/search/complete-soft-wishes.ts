import type { SearchQuery } from '@carhouse/contract/search';
import type { SearchContext } from '../catalogue/catalogue-client.ts';
import { isWithoutCars } from './find-any-car.ts';
import { type CompletedUnderstanding, readQueryOfFilters } from './read-query.ts';

/**
 * Leaves out the filters that no car needs to meet, as in `hybrid if possible`, one by one from the last, until a car is
 * found. The left-out wishes are named as not used.
 */
export async function omitSoftWishes(
  context: SearchContext,
  requestQuery: SearchQuery,
  understanding: CompletedUnderstanding,
): Promise<CompletedUnderstanding> {
  let remaining = understanding;
  for (const { from, to, typed } of understanding.softWishes.toReversed()) {
    const isOfWish = (filter: { readonly from: number; readonly to: number }) => filter.from >= from && filter.to <= to;
    if (!remaining.filters.some(isOfWish)) continue;
    const query = readQueryOfFilters(requestQuery, remaining, context.now());
    if (!(await isWithoutCars(context, query))) return remaining;
    remaining = {
      ...remaining,
      filters: remaining.filters.filter((filter) => !isOfWish(filter)),
      unusedTexts: [...remaining.unusedTexts, typed],
    };
  }
  return remaining;
}
