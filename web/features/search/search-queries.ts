import type { CallAnswer } from '@carhouse/contract/call';
import { ApiError, type Client } from '@carhouse/contract/client';
import { searchListings } from '@carhouse/contract/search';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { prefetchPages } from '../../prefetch-pages.ts';
import type { RouterContext } from '../../router-context.ts';
import type { CarSearch } from './car-search.ts';

export type FoundPage = CallAnswer<typeof searchListings>;

/** The cars that a search finds, a page at a time. */
export function carsQuery(client: Client, search: CarSearch) {
  const { before, ...asked } = search;
  return infiniteQueryOptions({
    queryKey: ['cars', search],
    queryFn: ({ pageParam }) =>
      client(searchListings, { query: { ...asked, ...(pageParam === null ? {} : { before: pageParam }) } }),
    initialPageParam: before ?? null,
    getNextPageParam: ({ next }): string | null => next,
  });
}

/** Fetches what the page is about to show: the first page of the answer. @returns what the server finds wrong with the search. */
export async function prefetchCars(
  { queryClient, client }: RouterContext,
  search: CarSearch,
): Promise<string | undefined> {
  const query = carsQuery(client, search);
  await prefetchPages(queryClient, query);
  return refusalOf(queryClient.getQueryState(query.queryKey)?.error ?? null);
}

/** What the server finds wrong with the search itself; undefined for every other failure. */
export function refusalOf(error: Error | null): string | undefined {
  if (!(error instanceof ApiError) || (error.status !== 422 && error.status !== 400)) return undefined;
  return (error.problem?.errors?.[0]?.message ?? error.message).replace(/\.$/, '');
}
