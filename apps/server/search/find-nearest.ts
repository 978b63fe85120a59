import { type SearchQuery, searchPage } from '@carhouse/contract/search';
import type { ListingId } from '@carhouse/domain/listing/listing';
import { wordFacets } from '@carhouse/domain/listing/word-facets';
import type { Condition } from '@carhouse/search/query/nearest';
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

/** The name of each range in API parameters, after `min` or `max`. */
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
 * Finds the nearest listings to a search that finds nothing: those that fail as few filters as possible, the closest first.
 * Returns null when no listing is on sale.
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
    without: without.flatMap((condition) => parametersOf(condition, query)),
    total,
    ids,
    ways: alone.map((way) => ({ without: parametersOf(way.condition, query), total: way.total })),
  };
}

function withoutConditions(query: CatalogueQuery, without: readonly Condition[]): CatalogueQuery {
  const gone: ReadonlySet<string> = new Set(without);
  const left = <Value>(filters: Readonly<Record<string, Value>>) =>
    Object.fromEntries(Object.entries(filters).filter(([name]) => !gone.has(name)));
  return {
    ...query,
    text: gone.has('text') ? '' : query.text,
    facetFilters: left(query.facetFilters),
    rangeFilters: left(query.rangeFilters),
  };
}

/**
 * Sorts the listings by their distance to the bound, when the range has a sort order; otherwise by the order of the search.
 */
function orderByCloseness({ rangeFilters, order, text }: CatalogueQuery, without: readonly Condition[]): Order {
  for (const field of ['price', 'mileage', 'depreciation', 'year'] as const) {
    if (!without.includes(field)) continue;
    return { by: field, descending: rangeFilters[field]?.max === undefined };
  }
  if (without.includes('yearlyMileage')) return { by: 'mileage', descending: false };
  const isTextGone = text.trim() === '' || without.includes('text');
  return order.by === 'relevance' && isTextGone ? { by: 'newest', descending: true } : order;
}

function parametersOf(condition: Condition, query: SearchQuery): readonly string[] {
  if (condition === 'text') return ['q'];
  if (condition === 'postedAt') return ['postedWithin'];
  if ((wordFacets as readonly string[]).includes(condition)) return [condition];
  const range = rangeParameters[condition as Exclude<RangeField, 'postedAt'>];
  return [`min${range}`, `max${range}`].filter((name) => name in query && query[name as 'minPrice'] !== undefined);
}
