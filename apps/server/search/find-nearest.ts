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
import type { Filter } from '@carhouse/search/query/understanding/phrase-match';
import type { Context } from '../context.ts';
import { addUnderstoodFilters, readQuery } from './read-query.ts';

/** What a search without results would find if some of its filters were left out. */
export type NearestListings = {
  /** The API parameters of the filters that were left out. */
  readonly without: readonly string[];
  /** Those of these parameters that no listing on sale meets. */
  readonly absent: readonly string[];
  /** What is like the makes and models that are not on sale. The first of the nearest listings meet these filters. */
  readonly like: readonly Filter[];
  /** The number of listings that meet `like` and the filters that are left; 0 when the first of them miss a range. */
  readonly likeTotal: number;
  /** The API parameters of the ranges that the first listings miss besides. */
  readonly beyond: readonly string[];
  /** The value of the first listing for the one range that was left out, in the unit of its parameter; otherwise null. */
  readonly closest: number | null;
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
};

/**
 * Finds the listings nearest to a search that finds nothing: those that do not match as few filters as possible,
 * closest first. Returns null when no listing is on sale.
 * @throws DomainError UNAVAILABLE while the catalogue is loading.
 */
export async function findNearest(
  { catalogue, now }: Pick<Context, 'catalogue' | 'now'>,
  query: SearchQuery,
): Promise<NearestListings | null> {
  const fullQuery = readQuery(query, now());
  const {
    leftOut: without,
    absent,
    singleRemovals: singleRelaxations,
    alike: alikeModels,
  } = await catalogue.ask('relax', { query: fullQuery });
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
  const alikeQuery = readQuery(addUnderstoodFilters({}, { rest: '', filters: alikeModels.filters }), now());
  const closerQueries = narrowQueries(fullQuery, without, relaxedQuery, alikeQuery);
  const pricedQueries = await withPriceOfClass(catalogue, closerQueries, {
    fullQuery,
    relaxedQuery,
    alikeModels,
  });
  const { ids: closerIds, first: closestQuery } = await findCloser(catalogue, pricedQueries);
  // The few cars with the asked energy come before the kind of the model.
  const isFuelKept = relaxedQuery.facetFilters.fuel !== undefined && total <= fewCarsMaximum;
  const otherModelIds = await findOtherModels(catalogue, fullQuery, without);
  const like = closestQuery === null ? [] : alikeModels.filters.filter((filter) => hasFilter(closestQuery, filter));
  const beyond = rangeFields.filter(
    (field) => relaxedQuery.rangeFilters[field] !== undefined && closestQuery?.rangeFilters[field] === undefined,
  );
  return {
    without: without.flatMap((condition) => parametersOfCondition(condition, query)),
    absent: absent.flatMap((condition) => parametersOfCondition(condition, query)),
    like,
    likeTotal: beyond.length > 0 ? 0 : await countLike(catalogue, relaxedQuery, like, now()),
    beyond: beyond.flatMap((field) => (closestQuery === null ? [] : parametersOfCondition(field, query))),
    closest: await readClosest(catalogue, fullQuery, relaxedQuery, without),
    total,
    ids: [...new Set([...(isFuelKept ? ids : []), ...closerIds, ...ids, ...otherModelIds])].slice(
      0,
      closerIds.length < closeListingCountMinimum ? relaxedQuery.limit : closerIds.length,
    ),
    ways: singleRelaxations.map((relaxation) => ({
      without: parametersOfCondition(relaxation.condition, query),
      total: relaxation.total,
    })),
  };
}

/** The ranges whose values the order of the listings has, and how many of its units are one unit of the parameter. */
const unitsPerParameterUnit: Readonly<Partial<Record<RangeField, number>>> = {
  price: 100,
  depreciation: 100,
  instalment: 100,
  monthlyCost: 100,
  mileage: 1,
};

/** The value of the listing that is closest to the bound of the only condition that was left out. */
async function readClosest(
  catalogue: Context['catalogue'],
  { rangeFilters }: CatalogueQuery,
  relaxedQuery: CatalogueQuery,
  [field, ...others]: readonly SearchCondition[],
): Promise<number | null> {
  const units = unitsPerParameterUnit[field as RangeField];
  const bounds = rangeFilters[field as RangeField];
  const isBetween = bounds?.min !== undefined && bounds.max !== undefined;
  if (units === undefined || others.length > 0 || isBetween || relaxedQuery.order.by !== field) return null;
  const { last } = await catalogue.ask('page', { query: { ...relaxedQuery, limit: 1 } });
  return last?.key == null ? null : Math.round(last.key / units);
}

/** The number of listings that the relaxed query finds and that are like the absent makes and models. */
async function countLike(
  catalogue: Context['catalogue'],
  relaxedQuery: CatalogueQuery,
  like: readonly Filter[],
  now: Date,
): Promise<number> {
  if (like.length === 0) return 0;
  const { facetFilters, rangeFilters } = readQuery(addUnderstoodFilters({}, { rest: '', filters: like }), now);
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
  catalogue: Context['catalogue'],
  fullQuery: CatalogueQuery,
  without: readonly SearchCondition[],
): Promise<readonly ListingId[]> {
  const { model, brand: _brand, ...facetFilters } = fullQuery.facetFilters;
  const isAsked = without.length === 1 && facetsOfModels.some((facet) => facet === without[0]);
  if (model === undefined || !isAsked) return [];
  const isUnsorted = fullQuery.order.by === 'newest' || fullQuery.order.by === 'relevance';
  const order: Order = isUnsorted ? { by: 'price', descending: false } : fullQuery.order;
  const query = { ...fullQuery, facetFilters, order, limit: searchPage / 2, facets: [] };
  return (await catalogue.ask('page', { query })).ids;
}

/**
 * Puts cars from the middle price of their kind on first, when a make or model of this class was asked and is not on
 * sale. A Porsche Macan is not like the cheapest SUV.
 */
async function withPriceOfClass(
  catalogue: Context['catalogue'],
  queries: readonly CatalogueQuery[],
  {
    fullQuery,
    relaxedQuery,
    alikeModels,
  }: { fullQuery: CatalogueQuery; relaxedQuery: CatalogueQuery; alikeModels: AlikeCars },
): Promise<readonly CatalogueQuery[]> {
  const first = queries[0] ?? relaxedQuery;
  if (alikeModels.priceClass !== 'middle' || fullQuery.rangeFilters.price?.min !== undefined) return queries;
  const price = await catalogue.ask('quantile', { query: first, of: 'price', share: 0.5 });
  if (price === null) return queries;
  // A car of an extraordinary price is not near: a Rolls-Royce is no alternative to a Porsche Macan.
  const prices = { max: price * pricesOfClass, ...first.rangeFilters.price, min: price };
  return [{ ...first, rangeFilters: { ...first.rangeFilters, price: prices } }, ...queries];
}

/** Up to how many times the middle price the cars of a premium model cost. */
const pricesOfClass = 2;

/** Maximum number of cars with the asked energy that come before the kind of an absent model. */
const fewCarsMaximum = 3;

/** When at least this many listings are close, listings that are further away are not added. */
const closeListingCountMinimum = 6;

/**
 * Asks the queries in turn until they have found enough listings.
 * @returns the listings, and the first query that found one
 */
async function findCloser(
  catalogue: Context['catalogue'],
  queries: readonly CatalogueQuery[],
): Promise<{ readonly ids: readonly ListingId[]; readonly first: CatalogueQuery | null }> {
  const foundIds = new Set<ListingId>();
  let first: CatalogueQuery | null = null;
  for (const query of queries) {
    const { ids } = await catalogue.ask('page', { query });
    for (const id of ids) foundIds.add(id);
    if (ids.length > 0) first ??= query;
    if (foundIds.size >= closeListingCountMinimum) break;
  }
  return { ids: [...foundIds], first };
}

/** Whether a query filters by a value of what is like an absent model: a facet, or the number of seats. */
function hasFilter({ facetFilters, rangeFilters }: CatalogueQuery, { name, value }: Filter): boolean {
  if (name === 'minSeats') return rangeFilters.seats?.min === Number(value);
  return facetFilters[name as 'body']?.includes(value) === true;
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
    if (bounds === undefined || field === 'postedAt' || field === 'coeCategory' || !without.includes(field)) return [];
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
 * or colour. For a hybrid Toyota Sienta these are the hybrids with seven seats, and then all MPVs with seven seats.
 */
function queriesOfKind(queryToNarrow: CatalogueQuery, alikeQuery: CatalogueQuery): readonly CatalogueQuery[] {
  const { fuel } = alikeQuery.facetFilters;
  const body = queryToNarrow.facetFilters.body ?? alikeQuery.facetFilters.body;
  const { fuel: askedFuel, transmission: _transmission, colour: _colour, ...askedFacets } = queryToNarrow.facetFilters;
  const rangeFilters = { ...alikeQuery.rangeFilters, ...queryToNarrow.rangeFilters };
  if (body === undefined) return [];
  const narrowToBody = { ...queryToNarrow, rangeFilters, facetFilters: { ...askedFacets, body } };
  return [
    ...(fuel === undefined
      ? []
      : [
          { ...narrowToBody, facetFilters: { ...narrowToBody.facetFilters, fuel } },
          { ...queryToNarrow, rangeFilters, facetFilters: { ...askedFacets, fuel } },
        ]),
    // For a hybrid of a kind that has none, other hybrids come before the kind without them.
    ...(askedFuel === undefined || alikeQuery.rangeFilters.seats === undefined
      ? []
      : [{ ...queryToNarrow, rangeFilters }]),
    narrowToBody,
    ...(alikeQuery.rangeFilters.seats === undefined ? [] : [{ ...queryToNarrow, rangeFilters }]),
    ...(askedFacets.brand === undefined ? [] : [withoutBrand(narrowToBody)]),
    ...kindBeyondBounds(narrowToBody),
  ];
}

/** The query for cars of all makes. */
function withoutBrand(query: CatalogueQuery): CatalogueQuery {
  const { brand: _brand, ...facetFilters } = query.facetFilters;
  return { ...query, facetFilters };
}

/** Queries for the kind of a model without one bound of the search, the closest to this bound first. */
function kindBeyondBounds(query: CatalogueQuery): readonly CatalogueQuery[] {
  for (const field of ['depreciation', 'price', 'mileage', 'year'] as const) {
    const bounds = query.rangeFilters[field];
    if (bounds === undefined) continue;
    const { [field]: _bounds, ...rangeFilters } = query.rangeFilters;
    return [{ ...query, rangeFilters, order: { by: field, descending: bounds.max === undefined } }];
  }
  return [];
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
  alikeModels: AlikeCars,
): Order {
  for (const field of ['price', 'mileage', 'depreciation', 'instalment', 'year'] as const) {
    if (!without.includes(field)) continue;
    return { by: field, descending: rangeFilters[field]?.max === undefined };
  }
  if (without.includes('monthlyCost'))
    return { by: 'monthlyCost', descending: rangeFilters.monthlyCost?.max === undefined };
  if (without.includes('yearlyMileage')) return { by: 'mileage', descending: false };
  // The later a car was bought, the longer its COE lasts, unless the COE was renewed.
  if (without.includes('coeExpiresOn')) return { by: 'year', descending: rangeFilters.coeExpiresOn?.max === undefined };
  if (without.includes('yearsOfUse')) return { by: 'year', descending: rangeFilters.yearsOfUse?.min === undefined };
  const isTextGone = text.trim() === '' || without.includes('text');
  const isUnsorted = order.by === 'newest' || (order.by === 'relevance' && isTextGone);
  if (isUnsorted && alikeModels.priceClass !== null)
    return { by: 'price', descending: alikeModels.priceClass === 'dearest' };
  return order.by === 'relevance' && isTextGone ? { by: 'price', descending: false } : order;
}

function parametersOfCondition(condition: SearchCondition, query: SearchQuery): readonly string[] {
  if (condition === 'text') return ['q'];
  if (condition === 'postedAt') return ['postedWithin'];
  if (condition === 'coeCategory') return ['coeCategory'];
  if ((wordFacets as readonly string[]).includes(condition)) return [condition];
  const range = rangeParameters[condition as NamedRange];
  return [`min${range}`, `max${range}`].filter((name) => name in query && query[name as 'minPrice'] !== undefined);
}
