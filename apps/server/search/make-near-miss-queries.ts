import type { SearchCondition } from '@carhouse/search/query/nearest';
import type { CatalogueQuery } from '@carhouse/search/query/query';
import type { AlikeCars } from '@carhouse/search/query/understanding/alike';
import { closeListingCountMinimum } from './add-nearest-price-bounds.ts';
import { orderByCloseness, removeConditions } from './make-nearest-queries.ts';

/** Returns a query for each condition of a search: for the listings that miss only this condition, the closest first. */
export function makeNearMissQueries(
  fullQuery: CatalogueQuery,
  conditions: readonly SearchCondition[],
  alikeModels: AlikeCars,
): readonly CatalogueQuery[] {
  return conditions.map((condition) => ({
    ...orderByCloseness(removeConditions(fullQuery, [condition]), fullQuery, {
      leftOutConditions: [condition],
      alikeModels,
    }),
    limit: closeListingCountMinimum,
    facets: [],
  }));
}
