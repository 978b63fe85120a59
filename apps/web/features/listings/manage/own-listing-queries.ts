import type { Client } from '@carhouse/contract/client';
import { comparablePrices } from '@carhouse/contract/comparable-prices';
import { categories, getOwnListing, type OwnProduct, products } from '@carhouse/contract/listings';
import { getSellingLimits } from '@carhouse/contract/selling-limits';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { callKey, nextCursor, query } from '../../../app/call-query.ts';

/** Number of cars up to which My Products shows cards. More are a list with search, order and pages. */
const cardsMaximum = 12;

export function isLongList(cars: number): boolean {
  return cars > cardsMaximum;
}

export type ProductsPage = { readonly cars: readonly OwnProduct[]; readonly next: string | null };

/** The own cars in every status, newest first, page by page. The address goes along as the specification's client sends it. */
export function ownListingsQuery(client: Client, email: string) {
  return infiniteQueryOptions({
    queryKey: callKey(products, { query: { email } }, 'pages'),
    queryFn: ({ pageParam }) => fetchProducts(client, email, pageParam),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
  });
}

async function fetchProducts(client: Client, email: string, before: string | null): Promise<ProductsPage> {
  let next: string | null = null;
  const cars = await client(products, {
    query: { email, ...(before === null ? {} : { before }) },
    onHeaders: (headers) => {
      next = nextCursor(headers);
    },
  });
  return { cars, next };
}

/** What the seller may still put on sale and advertise. Whatever changes their cars asks for it again, because of its key. */
export function sellingLimitsQuery(client: Client) {
  return queryOptions({
    queryKey: callKey(products, 'limits'),
    queryFn: async () => (await client(getSellingLimits)).limits,
  });
}

/** One own car with everything that can be edited. */
export function ownListingQuery(client: Client, id: string) {
  return query(client, getOwnListing, { params: { id } });
}

/** What the form offers as categories, in their order, those that are coming soon among them. */
export function categoriesQuery(client: Client) {
  return { ...query(client, categories), staleTime: 5 * 60_000 };
}

/** What has to be typed of a car before it can be compared. */
export type TypedCar = {
  readonly category: string;
  readonly title: string;
  readonly yearsOfUse: number;
  /** The car that is edited: it is not compared with itself. */
  readonly except: string | undefined;
};

/** What cars such as this one are offered for. */
export function comparablePricesQuery(client: Client, { category, title, yearsOfUse, except }: TypedCar) {
  const asked = { category, title, yearsOfUse, ...(except === undefined ? {} : { except }) };
  return { ...query(client, comparablePrices, { query: asked }), staleTime: 60_000 };
}
