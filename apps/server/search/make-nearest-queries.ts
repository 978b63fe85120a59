import { listConditions, type SearchCondition, sortForRelaxation } from '@carhouse/search/query/nearest';
import {
  type Bounds,
  type CatalogueQuery,
  type Order,
  type RangeField,
  rangeFields,
} from '@carhouse/search/query/query';
import type { AlikeCars } from '@carhouse/search/query/understanding/alike';

/**
 * Returns queries that find some of the listings of the relaxed query, the closest first: with wider and wider bounds
 * for the ranges that were left out, and with what is like the makes and models that were left out.
 */
export function makeNarrowQueries(
  fullQuery: CatalogueQuery,
  leftOutConditions: readonly SearchCondition[],
  queryToNarrow: CatalogueQuery,
  { alikeModels, alikeQuery }: { readonly alikeModels: AlikeCars; readonly alikeQuery: CatalogueQuery },
): readonly CatalogueQuery[] {
  const ranges = rangeFields.flatMap((field) => {
    const bounds = fullQuery.rangeFilters[field];
    if (bounds === undefined || field === 'postedAt' || field === 'coeCategory' || !leftOutConditions.includes(field))
      return [];
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
  if (!hasFilters(alikeQuery)) return widenedQueries;
  return [
    ...widenedQueries.map((query) => addKind(query, alikeQuery)),
    ...putOtherFuelsLast(
      listWishesToLeaveOut(queryToNarrow).flatMap((leftOut) => {
        const query = orderByCloseness(addKind(removeConditions(queryToNarrow, leftOut), alikeQuery), fullQuery, {
          leftOutConditions: [...leftOutConditions, ...leftOut],
          alikeModels,
        });
        return [...makeQueriesOfNearestYears(query, fullQuery, leftOut), query].map((each) => ({
          leftOut,
          query: each,
        }));
      }),
      queryToNarrow,
      leftOutConditions,
    ),
    ...makeQueriesOfKind(queryToNarrow, alikeQuery),
  ];
}

/**
 * For a make that has no car of the asked body: its cars of a similar body, and then cars of that body of other makes. To a
 * BMW convertible, a BMW coupé and an Audi convertible are nearer than a BMW with seven seats.
 */
export function makeQueriesOfMakeOrBody(
  fullQuery: CatalogueQuery,
  queryToNarrow: CatalogueQuery,
  similarQuery: CatalogueQuery,
): readonly CatalogueQuery[] {
  const { order } = queryToNarrow;
  const isUnsorted = order.by === 'newest' || order.by === 'relevance';
  const sortByPrice = (query: CatalogueQuery): CatalogueQuery => ({
    ...query,
    ...(isUnsorted ? { order: { by: 'price', descending: false } } : {}),
    limit: queryToNarrow.limit,
    facets: [],
  });
  const similarQueryByPrice = sortByPrice(addKind(queryToNarrow, similarQuery));
  // Of the SUVs, a large one is near to an MPV or an estate.
  const wantsRoomyCar =
    isUnsorted && fullQuery.facetFilters.body?.some((body) => /mpv|estate|wagon/i.test(body)) === true;
  const roomyFirstQuery: CatalogueQuery = {
    ...similarQueryByPrice,
    preferred: ['is:roomy'],
    needsPreferred: false,
    order: { by: 'relevance', descending: true },
  };
  return [wantsRoomyCar ? roomyFirstQuery : similarQueryByPrice, sortByPrice(removeBrand(fullQuery))];
}

/**
 * Puts the cars with the asked energy, of any body, before cars with another energy, when the asked body is not on sale: to
 * a diesel van, a diesel saloon is nearer than a petrol MPV.
 */
function putOtherFuelsLast(
  queries: readonly { readonly leftOut: readonly SearchCondition[]; readonly query: CatalogueQuery }[],
  queryToNarrow: CatalogueQuery,
  leftOutConditions: readonly SearchCondition[],
): readonly CatalogueQuery[] {
  const isFuelKept = queryToNarrow.facetFilters.fuel !== undefined && leftOutConditions.includes('body');
  if (!isFuelKept || leftOutConditions.includes('model')) return queries.map(({ query }) => query);
  const queriesWithFuel = queries.filter(({ leftOut }) => !leftOut.includes('fuel'));
  const otherQueries = queries.filter((each) => !queriesWithFuel.includes(each));
  const wishes = listConditions(queryToNarrow, false).filter((condition) => condition !== 'fuel');
  return [
    ...queriesWithFuel.map(({ query }) => query),
    queryToNarrow,
    ...(wishes.length === 0 ? [] : [removeConditions(queryToNarrow, wishes)]),
    ...otherQueries.map(({ query }) => query),
  ];
}

function hasFilters({ facetFilters, rangeFilters }: CatalogueQuery): boolean {
  return Object.keys({ ...facetFilters, ...rangeFilters }).length > 0;
}

/** The query for cars of the kind of a model. What the search itself names stays. */
function addKind(query: CatalogueQuery, { facetFilters, rangeFilters }: CatalogueQuery): CatalogueQuery {
  return {
    ...query,
    facetFilters: { ...facetFilters, ...query.facetFilters },
    rangeFilters: { ...rangeFilters, ...query.rangeFilters },
  };
}

/** Conditions that say what kind of car is searched, and are no further wishes. */
const conditionsOfKind: readonly SearchCondition[] = ['body', 'model', 'seats'];

/** Maximum number of wishes that are left out one by one. */
const wishCountMaximum = 4;

/**
 * The wishes of a search to leave out, beside the kind of a model that is not on sale: none, each alone, all but one, and
 * all. The kind is kept, because it is what the model is. Of each length, the wishes that matter least come first.
 */
function listWishesToLeaveOut(query: CatalogueQuery): readonly (readonly SearchCondition[])[] {
  const wishes = sortForRelaxation(
    listConditions(query, false).filter((condition) => !conditionsOfKind.includes(condition)),
  );
  if (wishes.length === 0) return [[]];
  const areFewWishes = wishes.length > 1 && wishes.length <= wishCountMaximum;
  return [
    [],
    ...(areFewWishes ? wishes.map((wish) => [wish]) : []),
    ...(areFewWishes && wishes.length > 2
      ? wishes.toReversed().map((keptWish) => wishes.filter((wish) => wish !== keptWish))
      : []),
    wishes,
  ];
}

/**
 * Returns queries for cars that are less like a model that is not on sale: with its energy but another body, with its
 * body but another energy, or with its seats only.
 */
function makeQueriesOfKind(queryToNarrow: CatalogueQuery, alikeQuery: CatalogueQuery): readonly CatalogueQuery[] {
  const { fuel } = alikeQuery.facetFilters;
  const body = queryToNarrow.facetFilters.body ?? alikeQuery.facetFilters.body;
  const { fuel: _fuel, transmission: _transmission, colour: _colour, ...askedFacets } = queryToNarrow.facetFilters;
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
    narrowToBody,
    ...(alikeQuery.rangeFilters.seats === undefined
      ? []
      : [
          { ...queryToNarrow, rangeFilters },
          { ...queryToNarrow, rangeFilters, facetFilters: askedFacets },
          // Another car with as many seats is nearer than one that only meets the wishes.
          keepOnlySeats(queryToNarrow, alikeQuery),
        ]),
    ...(askedFacets.brand === undefined ? [] : [removeBrand(narrowToBody)]),
  ];
}

/** The query for cars with the seats of a model, without the wishes of the search. */
function keepOnlySeats(queryToNarrow: CatalogueQuery, alikeQuery: CatalogueQuery): CatalogueQuery {
  const wishes = listConditions(queryToNarrow, false).filter((condition) => !conditionsOfKind.includes(condition));
  const { seats } = alikeQuery.rangeFilters;
  const query = removeConditions(queryToNarrow, wishes);
  return { ...query, rangeFilters: { ...(seats === undefined ? {} : { seats }), ...query.rangeFilters } };
}

/** The query for cars of all makes. */
function removeBrand(query: CatalogueQuery): CatalogueQuery {
  const { brand: _brand, ...facetFilters } = query.facetFilters;
  return { ...query, facetFilters };
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

/** The queries for the years around a left-out year, the nearest first. Without an order by the year there are none. */
function makeQueriesOfNearestYears(
  query: CatalogueQuery,
  fullQuery: CatalogueQuery,
  leftOut: readonly SearchCondition[],
): readonly CatalogueQuery[] {
  const year = fullQuery.rangeFilters.year;
  const isBetween = year?.min !== undefined && year.max !== undefined;
  if (!isBetween || !leftOut.includes('year') || query.order.by !== 'year') return [];
  return wideningFactors.flatMap((factor) =>
    splitByBounds(
      { ...query, rangeFilters: { ...query.rangeFilters, year: widenBounds('year', year, factor) } },
      fullQuery,
    ),
  );
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

export function removeConditions(query: CatalogueQuery, leftOutConditions: readonly SearchCondition[]): CatalogueQuery {
  const omittedFilters: ReadonlySet<string> = new Set(leftOutConditions);
  const keepOtherFilters = <Value>(filters: Readonly<Record<string, Value>>) =>
    Object.fromEntries(Object.entries(filters).filter(([name]) => !omittedFilters.has(name)));
  return {
    ...query,
    text: omittedFilters.has('text') ? '' : query.text,
    facetFilters: keepOtherFilters(query.facetFilters),
    rangeFilters: keepOtherFilters(query.rangeFilters),
  };
}

type Closeness = {
  /** The conditions that the listings of the query need not meet. */
  readonly leftOutConditions: readonly SearchCondition[];
  readonly alikeModels: AlikeCars;
};

/**
 * Orders nearest listings: by their distance to the bound that they do not match, if there is a sort order for its field,
 * and otherwise as the search. Instead of a model that is not on sale, cars of its size come first, and then the
 * cheapest.
 */
export function orderByCloseness(
  query: CatalogueQuery,
  { rangeFilters, order, preferred = [], text }: CatalogueQuery,
  { leftOutConditions, alikeModels }: Closeness,
): CatalogueQuery {
  const boundOrder = chooseBoundOrder(rangeFilters, leftOutConditions);
  if (boundOrder !== null) return { ...query, order: boundOrder };
  // Without a manual gearbox on sale, the most powerful cars are not what a buyer of a sporty manual car can want.
  const isSportyManual = order.by === 'power' && leftOutConditions.includes('transmission');
  if (isSportyManual) return { ...query, order: { by: 'price', descending: false } };
  const isWithoutText = text.trim() === '' || leftOutConditions.includes('text');
  const isByPreference = order.by === 'relevance' && preferred.length > 0;
  // Few kilometres a year are a wish beside the kind of car, and its price matters more.
  const isUnsorted =
    order.by === 'newest' || order.by === 'yearlyMileage' || (order.by === 'relevance' && isWithoutText);
  const { priceClass, size } = alikeModels;
  if (isUnsorted && priceClass === 'dearest') return { ...query, order: { by: 'price', descending: true } };
  const phrases = [...(isByPreference ? preferred : []), ...(size === null ? [] : [size])];
  // Cars without the searched words have nothing in common with the search.
  const isTextLeftOut = order.by === 'newest' && text.trim() !== '' && leftOutConditions.includes('text');
  // Of the cars of other makes, the newest advert is not nearest.
  const isOfOtherMakes = isUnsorted && leftOutConditions.includes('brand');
  const isByPrice =
    isTextLeftOut ||
    isByPreference ||
    isOfOtherMakes ||
    (isUnsorted && priceClass !== null) ||
    (order.by === 'relevance' && isWithoutText);
  if (isByPrice && phrases.length > 0)
    return { ...query, preferred: phrases, needsPreferred: false, order: { by: 'relevance', descending: true } };
  return { ...query, order: isByPrice ? { by: 'price', descending: false } : order };
}

/** The order of listings that miss a bound: by their distance to it. Null when no order is by such a bound. */
function chooseBoundOrder(
  rangeFilters: CatalogueQuery['rangeFilters'],
  leftOutConditions: readonly SearchCondition[],
): Order | null {
  for (const field of [
    'price',
    'mileage',
    'depreciation',
    'instalment',
    'year',
    'monthlyCost',
    'roadTax',
    'power',
  ] as const) {
    if (!leftOutConditions.includes(field)) continue;
    return { by: field, descending: rangeFilters[field]?.max === undefined };
  }
  if (leftOutConditions.includes('yearlyMileage')) return { by: 'mileage', descending: false };
  if (leftOutConditions.includes('coeExpiresOn'))
    return { by: 'coeExpiresOn', descending: rangeFilters.coeExpiresOn?.max === undefined };
  if (leftOutConditions.includes('yearsOfUse'))
    return { by: 'year', descending: rangeFilters.yearsOfUse?.min === undefined };
  return null;
}
