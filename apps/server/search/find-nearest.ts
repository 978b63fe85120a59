import { isDeepStrictEqual } from 'node:util';
import { type SearchQuery, searchPage } from '@carhouse/contract/search';
import { roundAsTradeWrites } from '@carhouse/domain/car/depreciation';
import type { ListingId } from '@carhouse/domain/listing/listing';
import { wordFacets } from '@carhouse/domain/listing/word-facets';
import type { Cents } from '@carhouse/domain/money/money';
import { listConditions, type SearchCondition } from '@carhouse/search/query/nearest';
import type { CatalogueQuery, Order, RangeField } from '@carhouse/search/query/query';
import type { AlikeCars } from '@carhouse/search/query/understanding/alike';
import type { Filter } from '@carhouse/search/query/understanding/phrase-match';
import type { SearchContext } from '../catalogue/catalogue-client.ts';
import {
  makeNarrowQueries,
  makeQueriesOfMakeOrBody,
  orderByCloseness,
  removeConditions,
} from './make-nearest-queries.ts';
import { nameOrder, queryOfFilters, readQuery } from './read-query.ts';

/** What a search without results would find if some of its filters were left out. */
export type NearestListings = {
  /** The API parameters of the filters that were left out. */
  readonly leftOutParameters: readonly string[];
  /** Those of these parameters that no listing on sale meets. */
  readonly absentParameters: readonly string[];
  /** What is like the makes and models that are not on sale. The first of the nearest listings meet these filters. */
  readonly like: readonly Filter[];
  /** The number of listings that meet `like` and the filters that are left, except those of `beyond`. */
  readonly likeTotal: number;
  /** The API parameters of further filters that the first listings do not meet. */
  readonly unmetParameters: readonly string[];
  /** The order of the first listings: a sort order of the API, or `monthlyCost`. Null when they have no single order. */
  readonly order: string | null;
  /** The preferred phrases by which the first listings are ordered before their price. */
  readonly prefer: readonly string[];
  /** Whether the cheapest of their kind, which the searched make or model is not, are left out of the first listings. */
  readonly areMidPriced: boolean;
  /** The value of the first listing for the one range that was left out, in the unit of its parameter; otherwise null. */
  readonly closestValue: number | null;
  readonly total: number;
  readonly ids: readonly ListingId[];
  readonly ways: readonly { readonly without: readonly string[]; readonly total: number }[];
};

/** The ranges with a lower and an upper bound in the API. */
type NamedRange = Exclude<RangeField, 'postedAt' | 'coeCategory'>;

/** The name of each range in the API's parameters, without the prefix `min` or `max`. */
const rangeParameters: Readonly<Record<NamedRange, string>> = {
  price: 'Price',
  year: 'Year',
  yearsOfUse: 'YearsOfUse',
  mileage: 'Mileage',
  depreciation: 'Depreciation',
  coeExpiresOn: 'CoeMonths',
  seats: 'Seats',
  yearlyMileage: 'YearlyMileage',
  instalment: 'Instalment',
  monthlyCost: 'MonthlyCost',
  roadTax: 'RoadTax',
  power: 'Power',
  engineCc: 'EngineCc',
  omv: 'Omv',
  arf: 'Arf',
  parf: 'Parf',
};

/**
 * Finds the listings nearest to a search that finds nothing: those that do not match as few filters as possible,
 * closest first. Returns null when no listing is on sale.
 * @throws DomainError UNAVAILABLE while the catalogue is loading.
 */
export async function findNearest(
  { catalogue, now }: SearchContext,
  query: SearchQuery,
): Promise<NearestListings | null> {
  const fullQuery = readQuery(query, now());
  const {
    leftOutConditions: leftOut,
    absentConditions,
    singleRemovals: singleRelaxations,
    alikeCars,
  } = await catalogue.ask('relax', { query: fullQuery });
  if (leftOut.length === 0) return null;
  const isMakeWithoutBody = leftOut.join() === 'body' && namesOnlyMake(fullQuery) && absentConditions.length === 0;
  const hasSimilarBody =
    isMakeWithoutBody && (await hasSimilarCars(catalogue, removeConditions(fullQuery, leftOut), alikeCars, now()));
  const isOtherMakeNearer =
    isMakeWithoutBody &&
    !hasSimilarBody &&
    !alikeCars.isMakeOfItsOwn &&
    singleRelaxations.some(({ condition }) => condition === 'brand');
  const leftOutConditions: readonly SearchCondition[] = isOtherMakeNearer ? ['brand'] : leftOut;
  const alikeModels = hasSimilarBody
    ? { ...alikeCars, filters: alikeCars.similarBodies }
    : absentConditions.includes('fuel')
      ? alikeCars
      : removeFuelsBesideDiesel(alikeCars, fullQuery);
  const relaxedQuery: CatalogueQuery = {
    ...orderByCloseness(removeConditions(fullQuery, leftOutConditions), fullQuery, {
      leftOutConditions,
      alikeModels,
    }),
    limit: Math.min(fullQuery.limit, searchPage / 2),
    facets: [],
  };
  const { ids, counts } = await catalogue.ask('page', { query: relaxedQuery });
  const { total } = await counts;
  if (total === 0) return null;
  const alikeQuery = queryOfFilters(alikeModels.filters, now());
  const closerQueries = hasSimilarBody
    ? makeQueriesOfMakeOrBody(fullQuery, relaxedQuery, alikeQuery)
    : makeNarrowQueries(fullQuery, leftOutConditions, relaxedQuery, { alikeModels, alikeQuery });
  // Who asks for the cheapest Lexus does not begin in the middle.
  const asksCheapest = fullQuery.order.by === 'price' && !fullQuery.order.descending;
  const share = lowestShares[alikeModels.priceClass ?? ''];
  const queriesWithoutCheapest =
    share === undefined || fullQuery.rangeFilters.price?.min !== undefined || asksCheapest
      ? null
      : await leaveOutCheapest(catalogue, closerQueries, relaxedQuery, share);
  const { ids: closerIds, firstQuery: closestQuery } = await findCloserListings(
    catalogue,
    queriesWithoutCheapest?.queries ?? closerQueries,
  );
  const otherModelIds = await findOtherModels(catalogue, fullQuery, leftOutConditions);
  const likeFilters =
    closestQuery === null ? [] : alikeModels.filters.filter((filter) => hasFilter(closestQuery, filter));
  const missedConditions = closestQuery === null ? [] : findMissedConditions(relaxedQuery, closestQuery);
  const firstQuery = closestQuery ?? relaxedQuery;
  const askedPhrases = firstQuery.order.by === 'relevance' ? (firstQuery.preferred ?? []) : [];
  // Where no car is small, no small car comes first.
  const prefer =
    askedPhrases.length === 0
      ? []
      : await catalogue.ask('presentPhrases', { query: { ...firstQuery, preferred: [] }, phrases: askedPhrases });
  const isByPriceOnly = askedPhrases.length > 0 && prefer.length === 0;
  return {
    leftOutParameters: leftOutConditions.flatMap((condition) => listParametersOfCondition(condition, query)),
    absentParameters: absentConditions.flatMap((condition) => listParametersOfCondition(condition, query)),
    like: likeFilters,
    likeTotal: await countLike(catalogue, removeConditions(relaxedQuery, missedConditions), likeFilters, now()),
    unmetParameters: missedConditions.flatMap((condition) => listParametersOfCondition(condition, query)),
    order: isSplitByBounds(firstQuery, fullQuery, leftOutConditions)
      ? null
      : isByPriceOnly
        ? 'price'
        : nameOrder(firstQuery.order),
    prefer,
    areMidPriced: closestQuery !== null && closestQuery === queriesWithoutCheapest?.boundedQuery,
    closestValue: await readClosest(catalogue, fullQuery, relaxedQuery, leftOutConditions),
    total,
    ids: [...new Set([...closerIds, ...ids, ...otherModelIds])].slice(
      0,
      closerIds.length < closeListingCountMinimum ? relaxedQuery.limit : closerIds.length,
    ),
    ways: singleRelaxations.map((relaxation) => ({
      without: listParametersOfCondition(relaxation.condition, query),
      total: relaxation.total,
    })),
  };
}

/** Whether a search names a make and no model of it. */
function namesOnlyMake({ facetFilters: { brand, model } }: CatalogueQuery): boolean {
  return brand !== undefined && model === undefined;
}

/** Whether one of the cars of a query has a body that is similar to the asked one. */
async function hasSimilarCars(
  catalogue: SearchContext['catalogue'],
  query: CatalogueQuery,
  { similarBodies }: AlikeCars,
  now: Date,
): Promise<boolean> {
  if (similarBodies.length === 0) return false;
  const { facetFilters } = queryOfFilters(similarBodies, now);
  const similarQuery = { ...query, facetFilters: { ...query.facetFilters, ...facetFilters }, limit: 1, facets: [] };
  return (await catalogue.ask('page', { query: similarQuery })).ids.length > 0;
}

/** While diesels are on sale, a hybrid is not nearest to a diesel. */
function removeFuelsBesideDiesel(alikeCars: AlikeCars, { facetFilters }: CatalogueQuery): AlikeCars {
  if (facetFilters.fuel?.includes('diesel') !== true) return alikeCars;
  return { ...alikeCars, filters: alikeCars.filters.filter(({ name }) => name !== 'fuel') };
}

/** The ranges whose values the order of the listings has, and how many of its units are one unit of the parameter. */
const unitsPerParameterUnit: Readonly<Partial<Record<RangeField, number>>> = {
  price: 100,
  depreciation: 100,
  instalment: 100,
  monthlyCost: 100,
  roadTax: 100,
  power: 1,
  mileage: 1,
};

/** The value of the listing that is closest to the bound of the only condition that was left out. */
async function readClosest(
  catalogue: SearchContext['catalogue'],
  { rangeFilters }: CatalogueQuery,
  relaxedQuery: CatalogueQuery,
  [field, ...others]: readonly SearchCondition[],
): Promise<number | null> {
  const units = unitsPerParameterUnit[field as RangeField];
  const bounds = rangeFilters[field as RangeField];
  const isBetween = bounds?.min !== undefined && bounds.max !== undefined;
  if (units === undefined || others.length > 0 || isBetween || relaxedQuery.order.by !== field) return null;
  const { lastCursor } = await catalogue.ask('page', { query: { ...relaxedQuery, limit: 1 } });
  if (lastCursor?.key == null) return null;
  // As the pages of the cars write it.
  if (field === 'depreciation') return Number(roundAsTradeWrites(BigInt(lastCursor.key) as Cents)) / units;
  return Math.round(lastCursor.key / units);
}

/** The number of listings that the relaxed query finds and that are like the absent makes and models. */
async function countLike(
  catalogue: SearchContext['catalogue'],
  relaxedQuery: CatalogueQuery,
  like: readonly Filter[],
  now: Date,
): Promise<number> {
  if (like.length === 0) return 0;
  const { facetFilters, rangeFilters } = queryOfFilters(like, now);
  const query = {
    ...relaxedQuery,
    facetFilters: { ...relaxedQuery.facetFilters, ...facetFilters },
    rangeFilters: { ...relaxedQuery.rangeFilters, ...rangeFilters },
    limit: 1,
  };
  return (await (await catalogue.ask('page', { query })).counts).total;
}

/** The facets that a buyer may ask of a model that is not sold with them, such as a diesel. */
const facetsOfModels = ['fuel', 'body', 'transmission'] as const;

/**
 * For a model on sale without the asked energy, body or gearbox: cars of other models that have it. They follow the cars
 * of the model.
 */
async function findOtherModels(
  catalogue: SearchContext['catalogue'],
  fullQuery: CatalogueQuery,
  leftOutConditions: readonly SearchCondition[],
): Promise<readonly ListingId[]> {
  const { model, brand: _brand, ...facetFilters } = fullQuery.facetFilters;
  const isAsked = leftOutConditions.length === 1 && facetsOfModels.some((facet) => facet === leftOutConditions[0]);
  if (model === undefined || !isAsked) return [];
  const isUnsorted = fullQuery.order.by === 'newest' || fullQuery.order.by === 'relevance';
  const order: Order = isUnsorted ? { by: 'price', descending: false } : fullQuery.order;
  const query = { ...fullQuery, facetFilters, order, limit: searchPage / 2, facets: [] };
  return (await catalogue.ask('page', { query })).ids;
}

/** The share of the cheapest cars of a kind that is left out for a class of prices. */
const lowestShares: Readonly<Record<string, number>> = { 'above quarter': 0.25, middle: 0.5 };

/**
 * Puts cars from a middle or lower price of their kind on first, when a make or model of this class was asked and is not on
 * sale. A Porsche Macan is not like the cheapest SUV. The kind is that of the first query that finds a listing.
 */
async function leaveOutCheapest(
  catalogue: SearchContext['catalogue'],
  queries: readonly CatalogueQuery[],
  relaxedQuery: CatalogueQuery,
  share: number,
): Promise<{ readonly queries: readonly CatalogueQuery[]; readonly boundedQuery: CatalogueQuery } | null> {
  for (const [index, query] of [...queries, relaxedQuery].entries()) {
    const price = await catalogue.ask('quantile', { query, of: 'price', share });
    if (price === null) continue;
    // Of a few cars, all are near.
    const { counts } = await catalogue.ask('page', { query: { ...query, limit: 1 } });
    if ((await counts).total < closeListingCountMinimum) return null;
    // A car of an extraordinary price is not near: a Rolls-Royce is no alternative to a Porsche Macan.
    const prices = { max: price * middlePricesMaximum, ...query.rangeFilters.price, min: price };
    const boundedQuery = { ...query, rangeFilters: { ...query.rangeFilters, price: prices } };
    return { queries: [boundedQuery, ...queries.slice(index)], boundedQuery };
  }
  return null;
}

/** Up to how many times the lowest price the cars like a premium make or model cost. */
const middlePricesMaximum = 2;

/** The conditions of the relaxed query that the closest query leaves out. Of another year, it has other bounds. */
function findMissedConditions(relaxedQuery: CatalogueQuery, closestQuery: CatalogueQuery): readonly SearchCondition[] {
  const year = relaxedQuery.rangeFilters.year;
  const isOtherYear = year !== undefined && !isDeepStrictEqual(closestQuery.rangeFilters.year, year);
  const metConditions = listConditions(closestQuery, false).filter((condition) => condition !== 'year' || !isOtherYear);
  return listConditions(relaxedQuery, false).filter((condition) => !metConditions.includes(condition));
}

/** Whether the first listings are above the bounds of a range, and the next below, so that they have no single order. */
function isSplitByBounds(
  { order }: CatalogueQuery,
  { rangeFilters }: CatalogueQuery,
  leftOutConditions: readonly SearchCondition[],
): boolean {
  const bounds = rangeFilters[order.by as RangeField];
  return leftOutConditions.includes(order.by as RangeField) && bounds?.min !== undefined && bounds.max !== undefined;
}

/** When at least this many listings are close, listings that are further away are not added. */
const closeListingCountMinimum = 6;

/**
 * Asks the queries in turn until they have found enough listings.
 * @returns the listings, and the first query that found one
 */
async function findCloserListings(
  catalogue: SearchContext['catalogue'],
  queries: readonly CatalogueQuery[],
): Promise<{ readonly ids: readonly ListingId[]; readonly firstQuery: CatalogueQuery | null }> {
  const foundIds = new Set<ListingId>();
  let firstQuery: CatalogueQuery | null = null;
  for (const query of queries) {
    const { ids } = await catalogue.ask('page', { query });
    for (const id of ids) foundIds.add(id);
    if (ids.length > 0) firstQuery ??= query;
    if (foundIds.size >= closeListingCountMinimum) break;
  }
  return { ids: [...foundIds], firstQuery };
}

/** Whether a query filters by a value of what is like an absent model: a facet, or the number of seats. */
function hasFilter({ facetFilters, rangeFilters }: CatalogueQuery, { name, value }: Filter): boolean {
  if (name === 'minSeats') return rangeFilters.seats?.min === Number(value);
  return facetFilters[name as 'body']?.includes(value) === true;
}

function listParametersOfCondition(condition: SearchCondition, query: SearchQuery): readonly string[] {
  if (condition === 'text') return ['q'];
  if (condition === 'postedAt') return ['postedWithin'];
  if (condition === 'coeCategory') return ['coeCategory'];
  if ((wordFacets as readonly string[]).includes(condition)) return [condition];
  const range = rangeParameters[condition as NamedRange];
  // The end of the COE is bounded by the time left, or by a month.
  const ranges = condition === 'coeExpiresOn' ? [range, 'CoeEnd'] : [range];
  return ranges
    .flatMap((name) => [`min${name}`, `max${name}`])
    .filter((name) => name in query && query[name as 'minPrice'] !== undefined);
}
