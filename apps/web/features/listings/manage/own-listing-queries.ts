import type { Client } from '@carhouse/contract/client';
import { comparablePrices } from '@carhouse/contract/comparable-prices';
import { categories, getOwnListing, type OwnProduct, products } from '@carhouse/contract/listings';
import { getSellingLimits } from '@carhouse/contract/selling-limits';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { makeQueryKey, query, readNextCursor } from '../../../app/call-query.ts';

/**
 * Maximum number of cars that My Products shows as cards. More cars are shown as a list with search, sort order and
 * pages.
 */
const cardCountMaximum = 12;

export function isLongList(carCount: number): boolean {
  return carCount > cardCountMaximum;
}

export type ProductsPage = { readonly cars: readonly OwnProduct[]; readonly nextCursor: string | null };

/**
 * Queries the seller's own cars in every status, newest first, page by page. The e-mail address is sent because the
 * specification's client sends it.
 */
export function ownListingsQuery(client: Client, email: string) {
  return infiniteQueryOptions({
    queryKey: makeQueryKey(products, { query: { email } }, 'pages'),
    queryFn: ({ pageParam }) => fetchProducts(client, email, pageParam),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });
}

async function fetchProducts(client: Client, email: string, before: string | null): Promise<ProductsPage> {
  let nextCursor: string | null = null;
  const cars = await client(products, {
    query: { email, ...(before === null ? {} : { before }) },
    onHeaders: (headers) => {
      nextCursor = readNextCursor(headers);
    },
  });
  return { cars, nextCursor };
}

/**
 * Queries how many more cars the seller may put on sale and advertise. The query key belongs to the seller's products,
 * so every change of their cars refreshes it.
 */
export function sellingLimitsQuery(client: Client) {
  return queryOptions({
    queryKey: makeQueryKey(products, 'limits'),
    queryFn: async () => (await client(getSellingLimits)).limits,
  });
}

/** Queries one of the seller's own cars with everything that can be edited. */
export function ownListingQuery(client: Client, id: string) {
  return query(client, getOwnListing, { params: { id } });
}

/** Queries the categories of the form in their order, including those that are coming soon. */
export function categoriesQuery(client: Client) {
  return { ...query(client, categories), staleTime: 5 * 60_000 };
}

/** The fields that must be filled in before a car can be compared. */
export type TypedCar = {
  readonly category: string;
  readonly title: string;
  readonly yearsOfUse: number;
  /** The id of the car that is edited, which is not compared with itself. */
  readonly except: string | undefined;
};

/** Queries the prices of cars that are comparable to this one. */
export function comparablePricesQuery(client: Client, { category, title, yearsOfUse, except }: TypedCar) {
  const comparableParameters = { category, title, yearsOfUse, ...(except === undefined ? {} : { except }) };
  return { ...query(client, comparablePrices, { query: comparableParameters }), staleTime: 60_000 };
}
