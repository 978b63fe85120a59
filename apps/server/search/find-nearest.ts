import { type SearchQuery, searchPage } from '@carhouse/contract/search';
import type { ListingId } from '@carhouse/domain/listing/listing';
import { wordFacets } from '@carhouse/domain/listing/word-facets';
import type { SearchCondition } from '@carhouse/search/query/nearest';
import type { CatalogueQuery, Order, RangeField } from '@carhouse/search/query/query';
import type { Context } from '../context.ts';

/** What a search without results would find if some of its filters were left out. */
export type NearestListings = {
  /** The API parameters of the filters that were left out. */
  readonly without: readonly string[];
  readonly total: number;
  readonly ids: readonly ListingId[];
  readonly ways: readonly { readonly without: readonly string[]; readonly total: number }[];
};

/** The name of each range in the API's parameters, without the prefix `min` or `max`. */
const rangeParameters: Readonly<Record<Exclude<RangeField, 'postedAt'>, string>> = {
  price: 'Price',
  year: 'Year',
  yearsOfUse: 'YearsOfUse',
  mileage: 'Mileage',
  depreciation: 'Depreciation',
  coeExpiresOn: 'CoeMonths',
  seats: 'Seats',
  yearlyMileage: 'YearlyMileage',
};

/**
 * Finds the listings nearest to a search that finds nothing: those that do not match as few filters as possible,
 * closest first. Returns null when no listing is on sale.
 * @throws DomainError UNAVAILABLE while the catalogue is loading.
 */
export async function findNearest(
  { catalogue }: Pick<Context, 'catalogue'>,
  query: SearchQuery,
  asked: CatalogueQuery,
): Promise<NearestListings | null> {
  const { without, alone } = await catalogue.ask('relax', { query: asked });
  if (without.length === 0) return null;
  const relaxedQuery: CatalogueQuery = {
    ...withoutConditions(asked, without),
    order: orderByCloseness(asked, without),
    limit: Math.min(asked.limit, searchPage / 2),
    facets: [],
  };
  const { ids, counts } = await catalogue.ask('page', { query: relaxedQuery });
  const { total } = await counts;
  if (total === 0) return null;
  return {
    without: without.flatMap((condition) => parametersOfCondition(condition, query)),
    total,
    ids,
    ways: alone.map((way) => ({ without: parametersOfCondition(way.condition, query), total: way.total })),
  };
}

function withoutConditions(query: CatalogueQuery, without: readonly SearchCondition[]): CatalogueQuery {
  const omittedFilters: ReadonlySet<string> = new Set(without);
  const remainingFilters = <Value>(filters: Readonly<Record<string, Value>>) =>
    Object.fromEntries(Object.entries(filters).filter(([name]) => !omittedFilters.has(name)));
  return {
    ...query,
    text: omittedFilters.has('text') ? '' : query.text,
    facetFilters: remainingFilters(query.facetFilters),
    rangeFilters: remainingFilters(query.rangeFilters),
  };
}

/**
 * Returns the order of the nearest listings: by their distance to the bound that they do not match, if there is a sort
 * order for its field, and otherwise the order of the search.
 */
function orderByCloseness({ rangeFilters, order, text }: CatalogueQuery, without: readonly SearchCondition[]): Order {
  for (const field of ['price', 'mileage', 'depreciation', 'year'] as const) {
    if (!without.includes(field)) continue;
    return { by: field, descending: rangeFilters[field]?.max === undefined };
  }
  if (without.includes('yearlyMileage')) return { by: 'mileage', descending: false };
  const isTextGone = text.trim() === '' || without.includes('text');
  return order.by === 'relevance' && isTextGone ? { by: 'newest', descending: true } : order;
}

function parametersOfCondition(condition: SearchCondition, query: SearchQuery): readonly string[] {
  if (condition === 'text') return ['q'];
  if (condition === 'postedAt') return ['postedWithin'];
  if ((wordFacets as readonly string[]).includes(condition)) return [condition];
  const range = rangeParameters[condition as Exclude<RangeField, 'postedAt'>];
  return [`min${range}`, `max${range}`].filter((name) => name in query && query[name as 'minPrice'] !== undefined);
}
