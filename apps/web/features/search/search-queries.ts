import type { CallArguments } from '@carhouse/contract/call';
import { ApiError, type Client } from '@carhouse/contract/client';
import { type FoundListings, searchListings, searchPage } from '@carhouse/contract/search';
import { infiniteQueryOptions, type QueryClient } from '@tanstack/react-query';
import { redirect } from '@tanstack/react-router';
import { callKey } from '../../app/call-query.ts';
import { interrupt } from '../../app/guards.ts';
import { prefetchPages, type RouterContext } from '../../app/prefetch.ts';
import { type CarSearch, defaultSort, readCarSearch } from './car-search.ts';
import { withoutParts, withoutQuestion, withUnderstood } from './search-parts.ts';

export type FoundPage = FoundListings;

/** Maximum number of pages that a reload loads again. A visitor who was further down starts at the end of these. */
const pagesMaximum = 10;

type Query = NonNullable<CallArguments<typeof searchListings>['query']>;

/** Returns the parameters of a search in the form of the API call. */
function queryOf(search: CarSearch): Query {
  const sort = search.sort ?? defaultSort(search);
  const { verified, ...asked } = withoutParts(search, 'sort', 'said', 'literal');
  return {
    ...asked,
    ...(verified === undefined ? {} : { verified: 'yes' }),
    ...(sort === 'newest' ? {} : { sort }),
  } as Query;
}

/** Queries the cars that a search finds, one page at a time. The first page comes with the counts of all filters. */
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
    // When a user returns from a car, the loaded list is not requested again for this time.
    staleTime: 120_000,
    refetchOnWindowFocus: false,
    // The previous result stays visible, marked as outdated, while the next one loads.
    placeholderData: (previous) => previous,
  });
}

/**
 * Fetches the cars that the page will show.
 *
 * @param failed the error of a call that has just asked for these cars: they are not requested again
 * @returns the server's error message when the search is invalid
 */
export async function prefetchCars(
  { queryClient, client }: RouterContext,
  search: CarSearch,
  failed?: Error,
): Promise<string | undefined> {
  const found = carsQuery(client, search);
  const query = failed === undefined ? found : { ...found, queryFn: () => Promise.reject<FoundPage>(failed) };
  const pages = Math.min(pagesMaximum, Math.ceil((search.cars ?? 1) / searchPage));
  // Each 'show more' changes the URL and calls this function again; pages that are already loaded are not requested again.
  if (queryClient.getQueryData(query.queryKey) === undefined) await prefetchPages(queryClient, { ...query, pages });
  return refusalOf(queryClient.getQueryState(query.queryKey)?.error ?? null);
}

/** What a text means, and the error of the call that should have found it. */
type Meaning = { readonly meant: CarSearch; readonly failed?: Error };

/**
 * Replaces words of the text by the filters that they name. The text stays unchanged when it names none, or when the call
 * failed. The result of this call is also the result of the search with these filters, so it is cached as its first page.
 */
async function understandWords({ queryClient, client }: RouterContext, search: CarSearch): Promise<Meaning> {
  const plainSearch = withoutParts(search);
  try {
    const query = { ...queryOf(plainSearch), understand: '1', facets: 'all' } as const;
    const found = await client(searchListings, { query });
    const { understood } = found;
    const meant =
      understood === null || (understood.filters.length === 0 && understood.q === plainSearch.q)
        ? plainSearch
        : withUnderstood(plainSearch, understood);
    // A brand in the text removes the models chosen before, but this call still filtered by them, so its result is then not
    // used.
    if (plainSearch.model === undefined) keepFirstPage(queryClient, client, meant, found);
    return { meant };
  } catch (error) {
    return { meant: plainSearch, failed: error as Error };
  }
}

function keepFirstPage(queryClient: QueryClient, client: Client, search: CarSearch, found: FoundPage): void {
  const { queryKey } = carsQuery(client, search);
  queryClient.setQueryData(queryKey, { pages: [found], pageParams: [null] });
}

/** Returns the server's error message when the search itself is invalid; undefined for every other error. */
export function refusalOf(error: Error | null): string | undefined {
  if (!(error instanceof ApiError) || (error.status !== 422 && error.status !== 400)) return undefined;
  return (error.problem?.errors?.[0]?.message ?? error.message).replace(/\.$/, '');
}

/** Returns the name of the invalid parameter, such as `maxPrice`. */
export function refusedField(error: Error | null): string | undefined {
  return error instanceof ApiError ? error.problem?.errors?.[0]?.path : undefined;
}

/** Whether the catalogue is still loading, so that the same search will succeed soon. */
export function isLoadingStock(error: Error | null): boolean {
  return error instanceof ApiError && error.status === 503;
}

export type LoadedCars = {
  /** The server's error message when the search is invalid. */
  readonly refusal: string | undefined;
  /** The search with the filters that its text names, or as a form without scripts means it, if the URL differs. */
  readonly meant?: CarSearch;
};

/**
 * Fetches what the search page shows with one call: the filters in its text, and the cars that they find. The browser then
 * navigates to the URL with these filters; a server-rendered page shows them under the requested URL.
 *
 * @param address the parameters in the URL
 */
export async function loadCars(context: RouterContext, address: Record<string, unknown>): Promise<LoadedCars> {
  const search = ofPlainForm(readCarSearch(address), address);
  if (search.understand === undefined && !isTypedAddress(search)) {
    const isPlainForm = typeof window === 'undefined' && address.lastText !== undefined;
    return { refusal: await prefetchCars(context, search), ...(isPlainForm ? { meant: search } : {}) };
  }
  const { meant, failed } = await understandWords(context, search);
  // Nothing was read from a typed address: it already is the URL of this search.
  if (search.understand === undefined && meant.q === search.q && meant.fromText === undefined) {
    return { refusal: await prefetchCars(context, search, failed) };
  }
  if (typeof window === 'undefined') return { refusal: await prefetchCars(context, meant, failed), meant };
  return interrupt(redirect({ to: '/cars', search: meant, replace: true }));
}

/**
 * Whether a person wrote the text into the URL, so that it may contain filters. Only the server can tell. Links within the
 * app carry `understand` for a text that may contain filters, and `literal` for a text that is searched as words. Some carry
 * the rest of a question, whose filters are already parameters.
 */
function isTypedAddress({ q, literal, said, before, cars }: CarSearch): boolean {
  const isWritten = (literal ?? said ?? before ?? cars) !== undefined;
  return typeof window === 'undefined' && q !== undefined && !isWritten;
}

/**
 * Reads what a form without scripts submits: all filters on the page, `understand`, and the previous text as `lastText`.
 * Another text replaces the filters that were read from the previous one. The same text is not read again when it is
 * searched as words. The typed text is removed when no filter is left that was read from it.
 */
function ofPlainForm(search: CarSearch, { lastText }: Record<string, unknown>): CarSearch {
  if (lastText === undefined) return search;
  const { said: _said, ...rest } = search;
  const sent = search.fromText === undefined ? rest : search;
  const { q, understand, ...unread } = sent;
  if (q === undefined) return sent;
  if (q !== readCarSearch({ q: lastText }).q) return readCarSearch({ ...withoutQuestion(sent), q, understand });
  return sent.literal === undefined ? sent : { ...unread, q };
}
