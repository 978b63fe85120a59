import { type SearchQuery, searchPage } from '@carhouse/contract/search';
import type { ListingId } from '@carhouse/domain/listing/listing';
import { wordFacets } from '@carhouse/domain/listing/word-facets';
import type { SearchCondition } from '@carhouse/search/query/nearest';
import {
  type Bounds,
  type CatalogueQuery,
  type Order,
  type RangeField,
  rangeFields,
} from '@carhouse/search/query/query';
import type { AlikeCars } from '@carhouse/search/query/understanding/alike';
import type { Context } from '../context.ts';
import { addUnderstoodFilters, readQuery } from './read-query.ts';

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
 *
 * @param alikeModels what is like the makes and models of the text that are not on sale; null for a search without a text
 * @throws DomainError UNAVAILABLE while the catalogue is loading.
 */
export async function findNearest(
  { catalogue, now }: Pick<Context, 'catalogue' | 'now'>,
  query: SearchQuery,
  alikeModels: AlikeCars | null,
): Promise<NearestListings | null> {
  const fullQuery = readQuery(query, now());
  const { leftOut: without, singleRemovals: singleRelaxations } = await catalogue.ask('relax', { query: fullQuery });
  if (without.length === 0) return null;
  const relaxedQuery: CatalogueQuery = {
    ...withoutConditions(fullQuery, without),
    order: orderByCloseness(fullQuery, without, alikeModels),
    limit: Math.min(fullQuery.limit, searchPage / 2),
    facets: [],
  };
  const { ids, counts } = await catalogue.ask('page', { query: relaxedQuery });
  const { total } = await counts;
  if (total === 0) return null;
  const alikeRanges = alikeModels === null ? {} : addUnderstoodFilters({}, { rest: '', filters: alikeModels.filters });
  const closerQueries = narrowQueries(fullQuery, without, relaxedQuery, readQuery(alikeRanges, now()));
  const closerIds = await findCloser(catalogue, closerQueries);
  return {
    without: without.flatMap((condition) => parametersOfCondition(condition, query)),
    total,
    ids: [...new Set([...closerIds, ...ids])].slice(
      0,
      closerIds.length < closeMinimum ? relaxedQuery.limit : closerIds.length,
    ),
    ways: singleRelaxations.map((relaxation) => ({
      without: parametersOfCondition(relaxation.condition, query),
      total: relaxation.total,
    })),
  };
}

/** When at least this many listings are close, listings that are further away are not added. */
const closeMinimum = 6;

/** Asks the queries in turn until they have found enough listings. */
async function findCloser(
  catalogue: Context['catalogue'],
  queries: readonly CatalogueQuery[],
): Promise<readonly ListingId[]> {
  const foundIds = new Set<ListingId>();
  for (const query of queries) {
    const { ids } = await catalogue.ask('page', { query });
    for (const id of ids) foundIds.add(id);
    if (foundIds.size >= closeMinimum) break;
  }
  return [...foundIds];
}

/**
 * Returns queries that find some of the listings of the relaxed query, the closest first: with wider and wider bounds
 * for the ranges that were left out, and with what is like the makes and models that were left out.
 */
function narrowQueries(
  fullQuery: CatalogueQuery,
  without: readonly SearchCondition[],
  queryToNarrow: CatalogueQuery,
  alikeQuery: CatalogueQuery,
): readonly CatalogueQuery[] {
  const ranges = rangeFields.flatMap((field) => {
    const bounds = fullQuery.rangeFilters[field];
    if (bounds === undefined || field === 'postedAt' || !without.includes(field)) return [];
    const isSortedByField = queryToNarrow.order.by === field && (bounds.min === undefined || bounds.max === undefined);
    return isSortedByField ? [] : [[field, bounds] as const];
  });
  const widenedQueries =
    ranges.length === 0
      ? []
      : wideningFactors.flatMap((factor) => {
          const widenedRanges = Object.fromEntries(
            ranges.map(([field, bounds]) => [field, widenBounds(field, bounds, factor)]),
          );
          const query = { ...queryToNarrow, rangeFilters: { ...queryToNarrow.rangeFilters, ...widenedRanges } };
          return splitByBounds(query, fullQuery);
        });
  const { facetFilters, rangeFilters } = alikeQuery;
  if (Object.keys({ ...facetFilters, ...rangeFilters }).length === 0) return widenedQueries;
  const alikeQueries = [...widenedQueries, queryToNarrow].map((query) => ({
    ...query,
    facetFilters: { ...facetFilters, ...query.facetFilters },
    rangeFilters: { ...rangeFilters, ...query.rangeFilters },
  }));
  return [...alikeQueries, ...queriesOfKind(queryToNarrow, alikeQuery)];
}

/**
 * Returns queries for the kind of a model that is not on sale, when no car of this kind has the asked energy, gearbox
 * or colour. For a hybrid Toyota Sienta these are the MPVs with seven seats, and then all hybrids with seven seats.
 */
function queriesOfKind(queryToNarrow: CatalogueQuery, alikeQuery: CatalogueQuery): readonly CatalogueQuery[] {
  const { body, fuel } = alikeQuery.facetFilters;
  const { fuel: _fuel, transmission: _transmission, colour: _colour, ...askedFacets } = queryToNarrow.facetFilters;
  const rangeFilters = { ...alikeQuery.rangeFilters, ...queryToNarrow.rangeFilters };
  if (body === undefined) return [];
  const narrowToBody = { ...queryToNarrow, rangeFilters, facetFilters: { ...askedFacets, body } };
  return [
    ...(fuel === undefined ? [] : [{ ...narrowToBody, facetFilters: { ...narrowToBody.facetFilters, fuel } }]),
    narrowToBody,
    ...(alikeQuery.rangeFilters.seats === undefined ? [] : [{ ...queryToNarrow, rangeFilters }]),
  ];
}

/**
 * Splits a query with wider bounds for the range of its order: first the values above the asked bounds, in ascending
 * order, then the values below the asked bounds, in descending order.
 */
function splitByBounds(query: CatalogueQuery, fullQuery: CatalogueQuery): readonly CatalogueQuery[] {
  const field = query.order.by as RangeField;
  const [widenedBounds, bounds] = [query.rangeFilters[field], fullQuery.rangeFilters[field]];
  if (widenedBounds?.min === undefined || bounds?.min === undefined || bounds.max === undefined) return [query];
  const makePart = (range: Bounds, isDescending: boolean): CatalogueQuery => ({
    ...query,
    rangeFilters: { ...query.rangeFilters, [field]: range },
    order: { by: query.order.by, descending: isDescending },
  });
  return [
    makePart({ ...widenedBounds, min: bounds.max + 1 }, false),
    makePart({ ...widenedBounds, max: bounds.min - 1 }, true),
  ];
}

/** The numbers of steps by which the bounds of a range are moved, one after the other, until listings are found. */
const wideningFactors: readonly number[] = [1, 2, 4, 8];
/** The step of a range whose bounds differ by a fixed amount: a seat, a year. */
const fixedSteps: Readonly<Partial<Record<RangeField, number>>> = {
  seats: 1,
  year: 1,
  yearsOfUse: 1,
  coeExpiresOn: 365,
};
/** The step of all other ranges, as a part of each bound. */
const relativeStep = 0.1;

function widenBounds(field: RangeField, { min, max }: Bounds, factor: number): Bounds {
  const computeStep = (boundValue: number) => Math.round((fixedSteps[field] ?? boundValue * relativeStep) * factor);
  return {
    ...(min === undefined ? {} : { min: Math.max(0, min - computeStep(min)) }),
    ...(max === undefined ? {} : { max: max + computeStep(max) }),
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
function orderByCloseness(
  { rangeFilters, order, text }: CatalogueQuery,
  without: readonly SearchCondition[],
  alikeModels: AlikeCars | null,
): Order {
  for (const field of ['price', 'mileage', 'depreciation', 'year'] as const) {
    if (!without.includes(field)) continue;
    return { by: field, descending: rangeFilters[field]?.max === undefined };
  }
  if (without.includes('yearlyMileage')) return { by: 'mileage', descending: false };
  // The later a car was bought, the longer its COE lasts, unless the COE was renewed.
  if (without.includes('coeExpiresOn')) return { by: 'year', descending: rangeFilters.coeExpiresOn?.max === undefined };
  if (without.includes('yearsOfUse')) return { by: 'year', descending: rangeFilters.yearsOfUse?.min === undefined };
  const isTextGone = text.trim() === '' || without.includes('text');
  const isUnsorted = order.by === 'newest' || (order.by === 'relevance' && isTextGone);
  if (isUnsorted && alikeModels !== null && alikeModels.sort !== null)
    return { by: 'price', descending: alikeModels.sort === '-price' };
  return order.by === 'relevance' && isTextGone ? { by: 'newest', descending: true } : order;
}

function parametersOfCondition(condition: SearchCondition, query: SearchQuery): readonly string[] {
  if (condition === 'text') return ['q'];
  if (condition === 'postedAt') return ['postedWithin'];
  if ((wordFacets as readonly string[]).includes(condition)) return [condition];
  const range = rangeParameters[condition as Exclude<RangeField, 'postedAt'>];
  return [`min${range}`, `max${range}`].filter((name) => name in query && query[name as 'minPrice'] !== undefined);
}
