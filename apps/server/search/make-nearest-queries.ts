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
 * Returns queries that find some of the listings of the relaxed query, the closest first. They widen the left-out
 * ranges step by step, and filter by similarity to the left-out makes and models.
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
  const [onlyRange, ...otherRanges] = ranges;
  const year = onlyRange?.[0] === 'year' && otherRanges.length === 0 ? onlyRange[1] : undefined;
  const widenedQueries =
    ranges.length === 0
      ? []
      : year?.min !== undefined && year.max !== undefined
        ? makeQueriesByYear(queryToNarrow, fullQuery, { leftOutConditions, alikeModels })
        : wideningFactors.flatMap((factor) => {
            const widenedRanges = Object.fromEntries(
              ranges.map(([field, bounds]) => [field, widenBounds(field, bounds, factor)]),
            );
            const query = { ...queryToNarrow, rangeFilters: { ...queryToNarrow.rangeFilters, ...widenedRanges } };
            return splitByBounds(query, fullQuery);
          });
  if (!hasFilters(alikeQuery)) return widenedQueries;
  return [
    ...widenedQueries.map((query) => addFiltersOfKind(query, alikeQuery)),
    ...putOtherCarsLast(
      listWishesToLeaveOut(queryToNarrow).flatMap((leftOutWishes) => {
        const query = orderByCloseness(
          addFiltersOfKind(removeConditions(queryToNarrow, leftOutWishes), alikeQuery),
          fullQuery,
          {
            leftOutConditions: [...leftOutConditions, ...leftOutWishes],
            alikeModels,
          },
        );
        const year = fullQuery.rangeFilters.year;
        const isYearMissed = leftOutWishes.includes('year') && year?.min !== undefined && year.max !== undefined;
        const leftOut = { leftOutConditions: [...leftOutConditions, ...leftOutWishes], alikeModels };
        const queriesByYear =
          isYearMissed && query.order.by === 'year' ? makeQueriesByYear(query, fullQuery, leftOut) : [];
        return [...queriesByYear, query].map((each) => ({
          leftOutWishes,
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
 * Returns the queries for a make that has no car of the asked body: first its cars of a similar body, then cars of the
 * asked body of other makes. To a BMW convertible, a BMW coupé and an Audi convertible are nearer than a BMW with seven
 * seats.
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
  const similarQueryByPrice = sortByPrice(addFiltersOfKind(queryToNarrow, similarQuery));
  // Among the SUVs, the large SUVs are the nearest to an MPV or an estate.
  const wantsRoomyCar =
    isUnsorted && fullQuery.facetFilters.body?.some((body) => /mpv|estate|wagon/i.test(body)) === true;
  const roomyFirstQuery: CatalogueQuery = {
    ...similarQueryByPrice,
    preferredPhrases: ['is:roomy'],
    needsPreferred: false,
    order: { by: 'relevance', descending: true },
  };
  return [wantsRoomyCar ? roomyFirstQuery : similarQueryByPrice, sortByPrice(removeBrand(fullQuery))];
}

/**
 * When the asked body is not on sale, puts cars of any body that meet the wishes or have the asked fuel before cars that
 * do not. To a diesel van, a diesel saloon is nearer than a petrol MPV.
 */
function putOtherCarsLast(
  queries: readonly { readonly leftOutWishes: readonly SearchCondition[]; readonly query: CatalogueQuery }[],
  queryToNarrow: CatalogueQuery,
  leftOutConditions: readonly SearchCondition[],
): readonly CatalogueQuery[] {
  const isOnlyBodyMissed = leftOutConditions.includes('body') && !leftOutConditions.includes('model');
  const [firstQuery, ...otherQueriesOfKind] = queries.map(({ query }) => query);
  if (!isOnlyBodyMissed || firstQuery === undefined) return queries.map(({ query }) => query);
  // To a van below 30,000 dollars, a hatchback below 30,000 dollars is nearer than an MPV of 90,000 dollars.
  if (queryToNarrow.rangeFilters.price !== undefined) return [firstQuery, queryToNarrow, ...otherQueriesOfKind];
  if (queryToNarrow.facetFilters.fuel === undefined) return [firstQuery, ...otherQueriesOfKind];
  const queriesWithFuel = queries.filter(({ leftOutWishes }) => !leftOutWishes.includes('fuel'));
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

/** The query for cars of the kind of a model. Filters that the search itself names stay unchanged. */
function addFiltersOfKind(query: CatalogueQuery, { facetFilters, rangeFilters }: CatalogueQuery): CatalogueQuery {
  return {
    ...query,
    facetFilters: { ...facetFilters, ...query.facetFilters },
    rangeFilters: { ...rangeFilters, ...query.rangeFilters },
  };
}

/** Conditions that say what kind of car is searched, and are no further wishes. */
const conditionsOfKind: readonly SearchCondition[] = ['body', 'model', 'seats'];

/** Conditions without which a car is another kind of car, and not a near one. */
export const conditionsOfNeed: readonly SearchCondition[] = [
  ...conditionsOfKind,
  'brand',
  'fuel',
  'transmission',
  'engineCc',
  'power',
  'text',
];

/** Maximum number of wishes that are left out one by one. */
const wishCountMaximum = 4;

/**
 * Returns the sets of wishes that may be left out for a model that is not on sale: none, each wish alone, all but one,
 * and all. The conditions of the kind are kept, because they describe the model. Among sets of equal size, the sets
 * with the least important wishes come first.
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
      ? wishes.toReversed().map((remainingWish) => wishes.filter((wish) => wish !== remainingWish))
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
  const bodyQuery = { ...queryToNarrow, rangeFilters, facetFilters: { ...askedFacets, body } };
  return [
    ...(fuel === undefined
      ? []
      : [
          { ...bodyQuery, facetFilters: { ...bodyQuery.facetFilters, fuel } },
          { ...queryToNarrow, rangeFilters, facetFilters: { ...askedFacets, fuel } },
        ]),
    bodyQuery,
    ...(alikeQuery.rangeFilters.seats === undefined
      ? []
      : [
          { ...queryToNarrow, rangeFilters },
          { ...queryToNarrow, rangeFilters, facetFilters: askedFacets },
          // Another car with as many seats is nearer than one that only meets the wishes.
          keepOnlySeats(queryToNarrow, alikeQuery),
        ]),
    ...(askedFacets.brand === undefined ? [] : [removeBrand(bodyQuery)]),
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
  const makeQueryOfRange = (range: Bounds, isDescending: boolean): CatalogueQuery => ({
    ...query,
    rangeFilters: { ...query.rangeFilters, [field]: range },
    order: { by: query.order.by, descending: isDescending },
  });
  return [
    makeQueryOfRange({ ...widenedBounds, min: bounds.max + 1 }, false),
    makeQueryOfRange({ ...widenedBounds, max: bounds.min - 1 }, true),
  ];
}

/** The largest number of years between an asked year and the year of a car that is still near. */
const nearYearsMaximum = 8;

/** Returns the queries for each of the years around the asked years, the nearest year first. */
function makeQueriesByYear(
  query: CatalogueQuery,
  fullQuery: CatalogueQuery,
  { leftOutConditions, alikeModels }: ClosenessOptions,
): readonly CatalogueQuery[] {
  const { min = 0, max = 0 } = fullQuery.rangeFilters.year ?? {};
  const { order, ...queryInOrder } = orderByCloseness(query, fullQuery, {
    leftOutConditions: leftOutConditions.filter((condition) => condition !== 'year'),
    alikeModels,
  });
  return Array.from({ length: nearYearsMaximum }, (_, index) => [max + index + 1, min - index - 1])
    .flat()
    .map((year) => ({
      ...queryInOrder,
      order: order.by === 'newest' ? { by: 'price', descending: false } : order,
      rangeFilters: { ...query.rangeFilters, year: { min: year, max: year } },
    }));
}

/** Whether the listings of a query are of one year near to the asked years. */
export function isOfOneYear(query: CatalogueQuery, fullQuery: CatalogueQuery): boolean {
  const [year, askedYear] = [query.rangeFilters.year, fullQuery.rangeFilters.year];
  if (year?.min === undefined || askedYear?.min === undefined || askedYear.max === undefined) return false;
  return year.min === year.max && (year.min > askedYear.max || year.min < askedYear.min);
}

/** The numbers of steps by which the bounds of a range are moved, one after the other, until listings are found. */
const wideningFactors: readonly number[] = [1, 2, 4, 8];
/** The step of ranges that are widened by a fixed amount, such as one seat or one year. */
const fixedSteps: Readonly<Partial<Record<RangeField, number>>> = {
  seats: 1,
  year: 1,
  yearsOfUse: 1,
  coeExpiresOn: 365,
  engineCc: 100,
};
/** The step of the ranges without a fixed step, as a share of each bound. */
const relativeStep = 0.1;

function widenBounds(field: RangeField, { min, max }: Bounds, factor: number): Bounds {
  const computeStep = (boundValue: number) => Math.round((fixedSteps[field] ?? boundValue * relativeStep) * factor);
  return {
    ...(min === undefined ? {} : { min: Math.max(0, min - computeStep(min)) }),
    ...(max === undefined ? {} : { max: max + computeStep(max) }),
  };
}

export function removeConditions(query: CatalogueQuery, leftOutConditions: readonly SearchCondition[]): CatalogueQuery {
  const omittedConditions: ReadonlySet<string> = new Set(leftOutConditions);
  const keepOtherFilters = <Value>(filters: Readonly<Record<string, Value>>) =>
    Object.fromEntries(Object.entries(filters).filter(([name]) => !omittedConditions.has(name)));
  return {
    ...query,
    text: omittedConditions.has('text') ? '' : query.text,
    facetFilters: keepOtherFilters(query.facetFilters),
    rangeFilters: keepOtherFilters(query.rangeFilters),
  };
}

type ClosenessOptions = {
  /** The conditions that the listings of the query need not meet. */
  readonly leftOutConditions: readonly SearchCondition[];
  readonly alikeModels: AlikeCars;
};

/**
 * Orders the nearest listings by their distance to the bound that they miss, if the field of the bound has a sort
 * order, and otherwise in the order of the search. When the searched model is not on sale, cars of its size come first,
 * and then the cheapest cars.
 */
export function orderByCloseness(
  query: CatalogueQuery,
  { rangeFilters, order, preferredPhrases = [], text }: CatalogueQuery,
  { leftOutConditions, alikeModels }: ClosenessOptions,
): CatalogueQuery {
  const boundOrder = chooseBoundOrder(rangeFilters, leftOutConditions);
  if (boundOrder !== null) return { ...query, order: boundOrder };
  // When no car with a manual gearbox is on sale, the most powerful cars are no substitute for a sporty manual car.
  const isSportyManualWanted = order.by === 'power' && leftOutConditions.includes('transmission');
  if (isSportyManualWanted) return { ...query, order: { by: 'price', descending: false } };
  const isWithoutText = text.trim() === '' || leftOutConditions.includes('text');
  const isByPreference = order.by === 'relevance' && preferredPhrases.length > 0;
  // A low yearly mileage is only a wish beside the kind of car, so the price matters more for the order.
  const isUnsorted =
    order.by === 'newest' || order.by === 'yearlyMileage' || (order.by === 'relevance' && isWithoutText);
  const { priceClass, size } = alikeModels;
  if (isUnsorted && priceClass === 'dearest') return { ...query, order: { by: 'price', descending: true } };
  const phrases = [...(isByPreference ? preferredPhrases : []), ...(size === null ? [] : [size])];
  // Cars without the searched words have nothing in common with the search.
  const isTextLeftOut = order.by === 'newest' && text.trim() !== '' && leftOutConditions.includes('text');
  // Among cars of other makes, a newer listing is not a nearer one.
  const isOfOtherMakes = isUnsorted && leftOutConditions.includes('brand');
  const isByPrice =
    isTextLeftOut ||
    isByPreference ||
    isOfOtherMakes ||
    (isUnsorted && priceClass !== null) ||
    (order.by === 'relevance' && isWithoutText);
  if (isByPrice && phrases.length > 0)
    return { ...query, preferredPhrases: phrases, needsPreferred: false, order: { by: 'relevance', descending: true } };
  return { ...query, order: isByPrice ? { by: 'price', descending: false } : order };
}

/**
 * The order of listings that miss a bound: by their distance to it. The result is null when no left-out bound has a
 * sort order.
 */
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
