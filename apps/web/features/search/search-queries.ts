import type { CallArguments } from '@carhouse/contract/call';
import { ApiError, type Client } from '@carhouse/contract/client';
import { type FoundListings, searchListings, searchPage } from '@carhouse/contract/search';
import { infiniteQueryOptions, type QueryClient } from '@tanstack/react-query';
import { redirect } from '@tanstack/react-router';
import { callKey } from '../../app/call-query.ts';
import { interrupt } from '../../app/guards.ts';
import { prefetchPages, type RouterContext } from '../../app/prefetch.ts';
import { type CarSearch, readCarSearch, usualSort } from './car-search.ts';
import { withoutParts, withUnderstood } from './search-parts.ts';

export type FoundPage = FoundListings;

/** Maximum number of pages that a reload loads again. A visitor further down starts at the end of these. */
const pagesMaximum = 10;

type Query = NonNullable<CallArguments<typeof searchListings>['query']>;

/** The parts of a search as the call takes them. */
function queryOf(search: CarSearch): Query {
  const sort = search.sort ?? usualSort(search);
  const { verified, ...asked } = withoutParts(search, 'sort');
  return {
    ...asked,
    ...(verified === undefined ? {} : { verified: 'yes' }),
    ...(sort === 'newest' ? {} : { sort }),
  } as Query;
}

/** The cars that a search finds, one page at a time. The first page comes with the counts of all filters. */
export function carsQuery(client: Client, search: CarSearch) {
  const { before = null } = search;
  const query = queryOf(search);
  return infiniteQueryOptions({
    queryKey: callKey(searchListings, query, before),
    queryFn: ({ pageParam }) =>
      client(searchListings, {
        query: {
          ...query,
          ...(pageParam === before ? { facets: 'all' as const } : {}),
          ...(pageParam === null ? {} : { before: pageParam }),
        },
      }),
    initialPageParam: before,
    getNextPageParam: ({ next }): string | null => next,
    // A list that was loaded page by page is not requested again for a while when a user returns from a car.
    staleTime: 120_000,
    refetchOnWindowFocus: false,
    // The previous result stays visible, marked as outdated, while the next one loads.
    placeholderData: (previous) => previous,
  });
}

/** Fetches what the page is about to show: its cars. @returns what the server finds wrong with the search. */
export async function prefetchCars(
  { queryClient, client }: RouterContext,
  search: CarSearch,
): Promise<string | undefined> {
  const query = carsQuery(client, search);
  const pages = Math.min(pagesMaximum, Math.ceil((search.cars ?? 1) / searchPage));
  // Each 'show more' changes the URL and calls this again; pages that are already loaded are not requested again.
  if (queryClient.getQueryData(query.queryKey) === undefined) await prefetchPages(queryClient, { ...query, pages });
  return refusalOf(queryClient.getQueryState(query.queryKey)?.error ?? null);
}

/**
 * The same search with the filters in its words; unchanged words where there are none, or they could not be read. What is
 * found on the way is what the search with these filters finds: it is put into the cache as its first page.
 */
export async function understandWords({ queryClient, client }: RouterContext, search: CarSearch): Promise<CarSearch> {
  const plainSearch = withoutParts(search);
  try {
    const query = { ...queryOf(plainSearch), understand: '1', facets: 'all' } as const;
    const found = await client(searchListings, { query });
    const { understood } = found;
    const meant =
      understood === null || (understood.filters.length === 0 && understood.q === plainSearch.q)
        ? plainSearch
        : withUnderstood(plainSearch, understood);
    // A brand named in the text removes models chosen before it, but the call still filters by them.
    if (plainSearch.model === undefined) keepFirstPage(queryClient, client, meant, found);
    return meant;
  } catch {
    return plainSearch;
  }
}

function keepFirstPage(queryClient: QueryClient, client: Client, search: CarSearch, found: FoundPage): void {
  const { queryKey } = carsQuery(client, search);
  queryClient.setQueryData(queryKey, { pages: [found], pageParams: [null] });
}

/** What the server finds wrong with the search itself; undefined for every other failure. */
export function refusalOf(error: Error | null): string | undefined {
  if (!(error instanceof ApiError) || (error.status !== 422 && error.status !== 400)) return undefined;
  return (error.problem?.errors?.[0]?.message ?? error.message).replace(/\.$/, '');
}

/** The field that the server finds wrong: `maxPrice`. */
export function refusedField(error: Error | null): string | undefined {
  return error instanceof ApiError ? error.problem?.errors?.[0]?.path : undefined;
}

/** The catalogue is still loading: the same search will succeed soon. */
export function isLoadingStock(error: Error | null): boolean {
  return error instanceof ApiError && error.status === 503;
}

export type LoadedCars = {
  /** What the server finds wrong with the search. */
  readonly refusal: string | undefined;
  /** The search with the filters that its words name, where the address does not have them. */
  readonly meant?: CarSearch;
};

/**
 * Fetches what the page of a search shows: words that are still to be read for filters, and what they find, with one call.
 * The browser moves on to the address with these filters; a server-rendered page shows them at the requested address.
 *
 * @param address the search of the address as it stands
 */
export async function loadCars(context: RouterContext, address: Record<string, unknown>): Promise<LoadedCars> {
  const search = readCarSearch(address);
  if (search.understand === undefined) return { refusal: await prefetchCars(context, search) };
  const meant = await understandWords(context, search);
  if (typeof window === 'undefined') return { refusal: await prefetchCars(context, meant), meant };
  return interrupt(redirect({ to: '/cars', search: meant, replace: true }));
}
