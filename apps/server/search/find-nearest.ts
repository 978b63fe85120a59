import { carsPerSearchPage, type SearchQuery } from '@carhouse/contract/search';
import { roundToTenDollars } from '@carhouse/domain/car/depreciation';
import type { ListingId } from '@carhouse/domain/listing/listing';
import { wordFacets } from '@carhouse/domain/listing/word-facets';
import type { Cents } from '@carhouse/domain/money/money';
import { listConditions, type SearchCondition } from '@carhouse/search/query/nearest';
import type { Bounds, CatalogueQuery, Order, RangeField } from '@carhouse/search/query/query';
import type { AlikeCars } from '@carhouse/search/query/understanding/alike';
import type { Filter } from '@carhouse/search/query/understanding/phrase-match';
import type { SearchContext } from '../catalogue/catalogue-client.ts';
import {
  cheapestSharesByPriceClass,
  closeListingCountMinimum,
  leaveOutCheapest,
  leaveOutDearest,
} from './add-nearest-price-bounds.ts';
import { findPresentPhrases } from './find-present-phrases.ts';
import { makeNearMissQueries } from './make-near-miss-queries.ts';
import {
  conditionsOfNeed,
  isOfOneYear,
  makeNarrowQueries,
  makeQueriesOfMakeOrBody,
  orderByCloseness,
  removeConditions,
} from './make-nearest-queries.ts';
import { makeQueryOfFilters, nameOrder, readQuery } from './read-query.ts';

/** What a search without results would find if some of its filters were left out. */
export type NearestListings = {
  /** The API parameters of the filters that were left out. */
  readonly leftOutParameters: readonly string[];
  /** The left-out API parameters whose filters no listing on sale meets. */
  readonly absentParameters: readonly string[];
  /**
   * The filters for cars that are similar to the makes and models that are not on sale. The first of the nearest
   * listings meet these filters.
   */
  readonly similarityFilters: readonly Filter[];
  /**
   * The number of listings that meet these similarity filters and the remaining filters of the search, except
   * `unmetParameters`.
   */
  readonly likeTotal: number;
  /** The API parameters of further filters that the first listings do not meet. */
  readonly unmetParameters: readonly string[];
  /**
   * The order of the first listings: a sort order of the API, `monthlyCost`, or `closestYear` when the closest year
   * comes first. The order is null when the first listings have no single order.
   */
  readonly order: string | null;
  /** The preferred phrases by which the first listings are ordered before their price. */
  readonly prefer: readonly string[];
  /** The preferred phrases of the search that no listing has among those from which the listings are taken. */
  readonly missedPhrases: readonly string[];
  /** The preferred phrases of the search that a listing may have, but by which the listings are not ordered. */
  readonly unorderedPhrases: readonly string[];
  /**
   * Whether the first listings leave out the cheapest cars of their kind, because the searched make or model is not
   * cheap.
   */
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
    singleRemovals,
    alikeCars,
  } = await catalogue.ask('relax', { query: fullQuery });
  if (leftOut.length === 0) return null;
  const isMakeWithoutBody = leftOut.join() === 'body' && isOnlyMakeNamed(fullQuery) && absentConditions.length === 0;
  const hasSimilarBody =
    isMakeWithoutBody && (await hasSimilarCars(catalogue, removeConditions(fullQuery, leftOut), alikeCars, now()));
  const isOtherMakeNearer =
    isMakeWithoutBody &&
    !hasSimilarBody &&
    !alikeCars.isMakeOfItsOwn &&
    singleRemovals.some(({ condition }) => condition === 'brand');
  const leftOutConditions: readonly SearchCondition[] = isOtherMakeNearer ? ['brand'] : leftOut;
  const alikeModels = hasSimilarBody
    ? { ...alikeCars, filters: alikeCars.similarBodies }
    : absentConditions.includes('fuel')
      ? alikeCars
      : removeUnneededFuels(alikeCars, fullQuery, leftOutConditions);
  const relaxedQuery: CatalogueQuery = {
    ...orderByCloseness(removeConditions(fullQuery, leftOutConditions), fullQuery, {
      leftOutConditions,
      alikeModels,
    }),
    limit: Math.min(fullQuery.limit, carsPerSearchPage / 2),
    facets: [],
  };
  const { ids, countsPromise } = await catalogue.ask('page', { query: relaxedQuery });
  const { total } = await countsPromise;
  if (total === 0) return null;
  const similarCarsQuery = makeQueryOfFilters(alikeModels.filters, now());
  const narrowQueries = hasSimilarBody
    ? makeQueriesOfMakeOrBody(fullQuery, relaxedQuery, similarCarsQuery)
    : makeNarrowQueries(fullQuery, leftOutConditions, relaxedQuery, { alikeModels, alikeQuery: similarCarsQuery });
  const otherRemovals = singleRemovals.flatMap(({ condition }) =>
    leftOutConditions.includes(condition) || conditionsOfNeed.includes(condition) ? [] : [condition],
  );
  const closerQueries = await leaveOutDearest(
    catalogue,
    singleRemovals.length === 0 || isMakeWithoutBody
      ? narrowQueries
      : // A car that misses two conditions comes after all cars that miss only one.
        [
          ...narrowQueries.filter((query) => findMissedConditions(relaxedQuery, query).length === 0),
          relaxedQuery,
          ...makeNearMissQueries(fullQuery, otherRemovals, alikeModels),
        ],
    { fullQuery, similarCarsQuery, priceClass: alikeModels.priceClass },
  );
  // A search for the cheapest Lexus must not begin with cars of a middle price.
  const isCheapestAsked = fullQuery.order.by === 'price' && !fullQuery.order.descending;
  const share = cheapestSharesByPriceClass[alikeModels.priceClass ?? ''];
  const queriesWithoutCheapest =
    share === undefined || fullQuery.rangeFilters.price?.min !== undefined || isCheapestAsked
      ? null
      : await leaveOutCheapest(catalogue, closerQueries, relaxedQuery, share);
  const { ids: closerIds, usedQueries } = await findCloserListings(
    catalogue,
    queriesWithoutCheapest?.queries ?? closerQueries,
  );
  const closestQuery = usedQueries[0] ?? null;
  const otherModelIds = await findOtherModels(catalogue, fullQuery, leftOutConditions);
  const firstListingFilters =
    closestQuery === null ? [] : alikeModels.filters.filter((filter) => hasFilter(closestQuery, filter));
  const missedConditions = closestQuery === null ? [] : findMissedConditions(relaxedQuery, closestQuery);
  const firstQuery = closestQuery ?? relaxedQuery;
  const askedPhrases = firstQuery.order.by === 'relevance' ? (firstQuery.preferredPhrases ?? []) : [];
  // A preferred phrase that no listing has, such as a small size, does not order the listings.
  const prefer =
    askedPhrases.length === 0
      ? []
      : await catalogue.ask('presentPhrases', {
          query: { ...firstQuery, preferredPhrases: [] },
          phrases: askedPhrases,
        });
  const isByPriceOnly = askedPhrases.length > 0 && prefer.length === 0;
  const wishedPhrases = leftOutConditions.includes('text') ? [] : (fullQuery.preferredPhrases ?? []);
  const unorderedPhrases = await findPresentPhrases(
    catalogue,
    closerIds.length < closeListingCountMinimum ? [...usedQueries, relaxedQuery] : usedQueries,
    wishedPhrases.filter((phrase) => !prefer.includes(phrase)),
  );
  return {
    leftOutParameters: leftOutConditions.flatMap((condition) => listParametersOfCondition(condition, query)),
    absentParameters: absentConditions.flatMap((condition) => listParametersOfCondition(condition, query)),
    similarityFilters: firstListingFilters,
    likeTotal: await countSimilarListings(
      catalogue,
      removeConditions(relaxedQuery, missedConditions),
      firstListingFilters,
      now(),
    ),
    unmetParameters: missedConditions.flatMap((condition) => listParametersOfCondition(condition, query)),
    order: isSplitByBounds(firstQuery, fullQuery, leftOutConditions)
      ? null
      : isByPriceOnly
        ? 'price'
        : isOfOneYear(firstQuery, fullQuery)
          ? 'closestYear'
          : nameOrder(firstQuery.order),
    prefer,
    missedPhrases: wishedPhrases.filter((phrase) => ![...prefer, ...unorderedPhrases].includes(phrase)),
    unorderedPhrases,
    areMidPriced: closestQuery !== null && closestQuery === queriesWithoutCheapest?.boundedQuery,
    closestValue: await readClosestValue(catalogue, fullQuery, relaxedQuery, leftOutConditions),
    total,
    ids: [...new Set([...closerIds, ...ids, ...otherModelIds])].slice(
      0,
      closerIds.length < closeListingCountMinimum ? relaxedQuery.limit : closerIds.length,
    ),
    ways: singleRemovals.map((relaxation) => ({
      without: listParametersOfCondition(relaxation.condition, query),
      total: relaxation.total,
    })),
  };
}

/** Whether a search names a make and no model of it. */
function isOnlyMakeNamed({ facetFilters: { brand, model } }: CatalogueQuery): boolean {
  return brand !== undefined && model === undefined;
}

/** Returns whether a car of the query has a body that is similar to the asked body. */
async function hasSimilarCars(
  catalogue: SearchContext['catalogue'],
  query: CatalogueQuery,
  { similarBodies }: AlikeCars,
  now: Date,
): Promise<boolean> {
  if (similarBodies.length === 0) return false;
  const { facetFilters } = makeQueryOfFilters(similarBodies, now);
  const similarQuery = { ...query, facetFilters: { ...query.facetFilters, ...facetFilters }, limit: 1, facets: [] };
  return (await catalogue.ask('page', { query: similarQuery })).ids.length > 0;
}

/**
 * While diesel cars are on sale, hybrid cars do not count as the nearest to a diesel. While the asked fuel is kept, no
 * other fuel counts as near to it.
 */
function removeUnneededFuels(
  alikeCars: AlikeCars,
  { facetFilters: { fuel } }: CatalogueQuery,
  leftOutConditions: readonly SearchCondition[],
): AlikeCars {
  const isKept = fuel !== undefined && !leftOutConditions.includes('fuel');
  if (!isKept && fuel?.includes('diesel') !== true) return alikeCars;
  return { ...alikeCars, filters: alikeCars.filters.filter(({ name }) => name !== 'fuel') };
}

/** For each range by which listings can be ordered, the number of catalogue units in one unit of the API parameter. */
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
async function readClosestValue(
  catalogue: SearchContext['catalogue'],
  { rangeFilters }: CatalogueQuery,
  relaxedQuery: CatalogueQuery,
  [field, ...others]: readonly SearchCondition[],
): Promise<number | null> {
  const catalogueUnits = unitsPerParameterUnit[field as RangeField];
  const bounds = rangeFilters[field as RangeField];
  const isBetween = bounds?.min !== undefined && bounds.max !== undefined;
  if (catalogueUnits === undefined || others.length > 0 || isBetween || relaxedQuery.order.by !== field) return null;
  const { lastCursor } = await catalogue.ask('page', { query: { ...relaxedQuery, limit: 1 } });
  if (lastCursor?.key == null) return null;
  // The depreciation is rounded as on the page of a car.
  if (field === 'depreciation') return Number(roundToTenDollars(BigInt(lastCursor.key) as Cents)) / catalogueUnits;
  return Math.round(lastCursor.key / catalogueUnits);
}

/** The number of listings that the relaxed query finds and that are like the absent makes and models. */
async function countSimilarListings(
  catalogue: SearchContext['catalogue'],
  relaxedQuery: CatalogueQuery,
  similarityFilters: readonly Filter[],
  now: Date,
): Promise<number> {
  if (similarityFilters.length === 0) return 0;
  const { facetFilters, rangeFilters } = makeQueryOfFilters(similarityFilters, now);
  const query = {
    ...relaxedQuery,
    facetFilters: { ...relaxedQuery.facetFilters, ...facetFilters },
    rangeFilters: { ...relaxedQuery.rangeFilters, ...rangeFilters },
    limit: 1,
  };
  return (await (await catalogue.ask('page', { query })).countsPromise).total;
}

/** The facets that a search may ask for although the model is not sold with them, such as a diesel engine. */
const facetsThatModelsMayLack = ['fuel', 'body', 'transmission'] as const;

/**
 * When a model on sale lacks the asked fuel, body or gearbox, returns cars of other models that have it. The cars of
 * other models come after the cars of the searched model.
 */
async function findOtherModels(
  catalogue: SearchContext['catalogue'],
  fullQuery: CatalogueQuery,
  leftOutConditions: readonly SearchCondition[],
): Promise<readonly ListingId[]> {
  const { model, brand: _brand, ...facetFilters } = fullQuery.facetFilters;
  const isModelFacetLeftOut =
    leftOutConditions.length === 1 && facetsThatModelsMayLack.some((facet) => facet === leftOutConditions[0]);
  if (model === undefined || !isModelFacetLeftOut) return [];
  const isUnsorted = fullQuery.order.by === 'newest' || fullQuery.order.by === 'relevance';
  const order: Order = isUnsorted ? { by: 'price', descending: false } : fullQuery.order;
  const query = { ...fullQuery, facetFilters, order, limit: carsPerSearchPage / 2, facets: [] };
  return (await catalogue.ask('page', { query })).ids;
}

/**
 * The conditions of the relaxed query that the closest query leaves out. A closest query with wider bounds, such as
 * those for another year, also misses the condition.
 */
function findMissedConditions(relaxedQuery: CatalogueQuery, closestQuery: CatalogueQuery): readonly SearchCondition[] {
  const metConditions = listConditions(closestQuery, false);
  return listConditions(relaxedQuery, false).filter((condition) => {
    const askedBounds = relaxedQuery.rangeFilters[condition as RangeField];
    const bounds = closestQuery.rangeFilters[condition as RangeField];
    return !metConditions.includes(condition) || (askedBounds !== undefined && !isWithin(bounds ?? {}, askedBounds));
  });
}

function isWithin({ min = -Infinity, max = Infinity }: Bounds, asked: Bounds): boolean {
  return min >= (asked.min ?? -Infinity) && max <= (asked.max ?? Infinity);
}

/**
 * Returns whether the first listings are above the bounds of a range and the next listings below them, so that the
 * listings have no single order.
 */
function isSplitByBounds(
  { order }: CatalogueQuery,
  { rangeFilters }: CatalogueQuery,
  leftOutConditions: readonly SearchCondition[],
): boolean {
  const bounds = rangeFilters[order.by as RangeField];
  return leftOutConditions.includes(order.by as RangeField) && bounds?.min !== undefined && bounds.max !== undefined;
}

/**
 * Asks the queries in turn until they have found enough listings.
 * @returns the listings, and the queries that found them
 */
async function findCloserListings(
  catalogue: SearchContext['catalogue'],
  queries: readonly CatalogueQuery[],
): Promise<{ readonly ids: readonly ListingId[]; readonly usedQueries: readonly CatalogueQuery[] }> {
  const foundIds = new Set<ListingId>();
  const usedQueries: CatalogueQuery[] = [];
  for (const query of queries) {
    const { ids } = await catalogue.ask('page', { query });
    for (const id of ids) foundIds.add(id);
    if (ids.length > 0) usedQueries.push(query);
    if (foundIds.size >= closeListingCountMinimum) break;
  }
  return { ids: [...foundIds], usedQueries };
}

/** Returns whether a query contains this filter: a value of a facet, or a minimum number of seats. */
function hasFilter({ facetFilters, rangeFilters }: CatalogueQuery, { name, value }: Filter): boolean {
  if (name === 'minSeats') return rangeFilters.seats?.min === Number(value);
  return facetFilters[name as 'body']?.includes(value) === true;
}

function listParametersOfCondition(condition: SearchCondition, query: SearchQuery): readonly string[] {
  if (condition === 'text') return ['q'];
  if (condition === 'postedAt') return ['postedWithin'];
  if (condition === 'coeCategory') return ['coeCategory'];
  if ((wordFacets as readonly string[]).includes(condition)) return [condition];
  const rangeName = rangeParameters[condition as NamedRange];
  // The end of the COE is bounded by the time left, or by a month.
  const rangeNames = condition === 'coeExpiresOn' ? [rangeName, 'CoeEnd'] : [rangeName];
  return rangeNames
    .flatMap((name) => [`min${name}`, `max${name}`])
    .filter((name) => name in query && query[name as 'minPrice'] !== undefined);
}
