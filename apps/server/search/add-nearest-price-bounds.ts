import type { CatalogueQuery } from '@carhouse/search/query/query';
import type { AlikeCars } from '@carhouse/search/query/understanding/alike';
import type { SearchContext } from '../catalogue/catalogue-client.ts';

/** When at least this many listings are close, listings that are further away are not added. */
export const closeListingCountMinimum = 6;

/** The share of the cheapest cars of a kind that is left out for a class of prices. */
export const cheapestSharesByPriceClass: Readonly<Record<string, number>> = { 'above quarter': 0.25, middle: 0.5 };

/**
 * Puts first the cars from a certain price of their kind upwards, when a make or model of this price class was searched
 * and is not on sale. A Porsche Macan is not like the cheapest SUV. The first query that finds a listing determines the
 * kind of the cars.
 */
export async function leaveOutCheapest(
  catalogue: SearchContext['catalogue'],
  queries: readonly CatalogueQuery[],
  relaxedQuery: CatalogueQuery,
  share: number,
): Promise<{ readonly queries: readonly CatalogueQuery[]; readonly boundedQuery: CatalogueQuery } | null> {
  for (const [index, query] of [...queries, relaxedQuery].entries()) {
    const price = await catalogue.ask('quantile', { query, of: 'price', share });
    if (price === null) continue;
    // When there are only a few cars, all of them count as near.
    const { countsPromise } = await catalogue.ask('page', { query: { ...query, limit: 1 } });
    if ((await countsPromise).total < closeListingCountMinimum) return null;
    // A car that is much more expensive is not near: a Rolls-Royce is no alternative to a Porsche Macan.
    const prices = { max: price * priceFactorMaximum, ...query.rangeFilters.price, min: price };
    const boundedQuery = { ...query, rangeFilters: { ...query.rangeFilters, price: prices } };
    return { queries: [boundedQuery, ...queries.slice(index)], boundedQuery };
  }
  return null;
}

/** The cars that are shown for a premium make or model cost at most this many times the lowest price shown. */
const priceFactorMaximum = 2;

/** A car that costs more than this many times the middle price, of its kind and of all cars, is not near to an ordinary model. */
const ordinaryPriceFactor = 2;

/**
 * Bounds the price of the listings that are near to an ordinary make, model or body: an RS 6 is not like a small van,
 * and a Rolls-Royce is not like a Nissan. Queries with a highest price stay unchanged.
 */
export async function leaveOutDearest(
  catalogue: SearchContext['catalogue'],
  queries: readonly CatalogueQuery[],
  {
    fullQuery,
    similarCarsQuery,
    priceClass,
  }: {
    readonly fullQuery: CatalogueQuery;
    readonly similarCarsQuery: CatalogueQuery;
    readonly priceClass: AlikeCars['priceClass'];
  },
): Promise<readonly CatalogueQuery[]> {
  const isDearAsked = fullQuery.rangeFilters.price?.min !== undefined && fullQuery.rangeFilters.price.max === undefined;
  if (priceClass !== 'cheapest' || isDearAsked || (fullQuery.order.by === 'price' && fullQuery.order.descending))
    return queries;
  const allCarsQuery: CatalogueQuery = { ...similarCarsQuery, facetFilters: {}, rangeFilters: {} };
  const middlePrices = await Promise.all(
    [similarCarsQuery, allCarsQuery].map((query) => catalogue.ask('quantile', { query, of: 'price', share: 0.5 })),
  );
  const max = Math.max(...middlePrices.map((price) => price ?? 0)) * ordinaryPriceFactor;
  if (max === 0) return queries;
  return queries.map((query) =>
    query.rangeFilters.price?.max === undefined
      ? { ...query, rangeFilters: { ...query.rangeFilters, price: { ...query.rangeFilters.price, max } } }
      : query,
  );
}
