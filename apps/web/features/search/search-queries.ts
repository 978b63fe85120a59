import type { CallArguments } from '@carhouse/contract/call';
import { ApiError, type Client } from '@carhouse/contract/client';
import { carsPerSearchPage, type FoundListings, searchListings } from '@carhouse/contract/search';
import { infiniteQueryOptions, type QueryClient } from '@tanstack/react-query';
import { redirect } from '@tanstack/react-router';
import { makeQueryKey } from '../../app/call-query.ts';
import { throwRouterSignal } from '../../app/guards.ts';
import { prefetchFirstPage, type RouterContext } from '../../app/prefetch.ts';
import { type CarSearch, findDefaultSort, readCarSearch } from './car-search.ts';
import { applyInterpretation, removeInterpretation, removeParameters } from './search-parts.ts';

export type FoundPage = FoundListings;

/**
 * Maximum number of pages that a reload loads again. After a reload, a visitor who had loaded more pages sees the list
 * up to this number of pages.
 */
const pageCountMaximum = 10;

type SearchCallQuery = NonNullable<CallArguments<typeof searchListings>['query']>;

/**
 * Returns the parameters of a search as the parameters of the API call. The filters in the text of the search are
 * already parameters, so the rest of the text is searched as words.
 */
function makeSearchQuery(search: CarSearch): SearchCallQuery {
  const sort = search.sort ?? findDefaultSort(search);
  const { verified, ...callParameters } = removeParameters(search, 'sort', 'said', 'literal');
  return {
    ...callParameters,
    ...(verified === undefined ? {} : { verified: 'yes' }),
    ...(sort === 'newest' ? {} : { sort }),
    ...(callParameters.q === undefined ? {} : { understand: '0' }),
  } as SearchCallQuery;
}

/**
 * Queries the cars that a search finds, one page at a time. The response with the first page also has the counts of all
 * filters.
 */
export function carsQuery(client: Client, search: CarSearch) {
  const { before = null } = search;
  const query = makeSearchQuery(search);
  return infiniteQueryOptions({
    queryKey: makeQueryKey(searchListings, query, before),
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
    // When a user returns from the page of a car within this time, the loaded list is not requested again.
    staleTime: 120_000,
    refetchOnWindowFocus: false,
    // The previous result stays visible, marked as outdated, while the next result loads.
    placeholderData: (previousData) => previousData,
  });
}

/**
 * Fetches the cars that the page will show.
 *
 * @param callError the error of a call that has just requested these cars; the cars are then not requested again
 * @returns the server's error message when the search is invalid
 */
export async function prefetchCars(
  { queryClient, client }: RouterContext,
  search: CarSearch,
  callError?: Error,
): Promise<string | undefined> {
  const searchQuery = carsQuery(client, search);
  const query =
    callError === undefined ? searchQuery : { ...searchQuery, queryFn: () => Promise.reject<FoundPage>(callError) };
  const pageCount = Math.min(pageCountMaximum, Math.ceil((search.cars ?? 1) / carsPerSearchPage));
  // Each 'show more' changes the URL and calls this function again; pages that are already loaded are not requested
  // again.
  if (queryClient.getQueryData(query.queryKey) === undefined)
    await prefetchFirstPage(queryClient, { ...query, pages: pageCount });
  return findInvalidSearchMessage(queryClient.getQueryState(query.queryKey)?.error ?? null);
}

/** The search that the text means, and the error of the call that should have interpreted the text. */
type InterpretationResult = { readonly interpretedSearch: CarSearch; readonly callError?: Error };

/**
 * Replaces words of the text by the filters that they name. The text remains unchanged when it names no filter, or when
 * the call failed. The result of this call is also the result of the search with these filters, so it is cached as its
 * first page.
 */
async function interpretText({ queryClient, client }: RouterContext, search: CarSearch): Promise<InterpretationResult> {
  const searchFromStart = removeParameters(search);
  try {
    const query = { ...makeSearchQuery(searchFromStart), understand: '1', facets: 'all' } as const;
    const searchResult = await client(searchListings, { query });
    const { understood } = searchResult;
    const interpretedSearch =
      understood === null || isTextUnchanged(understood, searchFromStart.q)
        ? searchFromStart
        : applyInterpretation(searchFromStart, understood);
    // A brand in the text removes the models chosen before, but this call still filtered by them, so the result of this
    // call is not cached.
    if (searchFromStart.model === undefined) cacheFirstPage(queryClient, client, interpretedSearch, searchResult);
    return { interpretedSearch };
  } catch (error) {
    return { interpretedSearch: searchFromStart, callError: error as Error };
  }
}

/** Whether the typed text is searched without being interpreted. */
function isTextUnchanged(
  { q, filters, preferred, notes }: NonNullable<FoundPage['understood']>,
  typedText?: string,
): boolean {
  return q === typedText && filters.length + preferred.length + notes.length === 0;
}

function cacheFirstPage(queryClient: QueryClient, client: Client, search: CarSearch, firstPage: FoundPage): void {
  const { queryKey } = carsQuery(client, search);
  queryClient.setQueryData(queryKey, { pages: [firstPage], pageParams: [null] });
}

/** Returns the server's error message when the search itself is invalid; undefined for every other error. */
export function findInvalidSearchMessage(error: Error | null): string | undefined {
  if (!(error instanceof ApiError) || (error.status !== 422 && error.status !== 400)) return undefined;
  return (error.problem?.errors?.[0]?.message ?? error.message).replace(/\.$/, '');
}

/** Returns the name of the invalid parameter, such as `maxPrice`. */
export function findInvalidParameter(error: Error | null): string | undefined {
  return error instanceof ApiError ? error.problem?.errors?.[0]?.path : undefined;
}

/** Whether the server is still loading its catalogue. The same search will succeed when the catalogue is loaded. */
export function isServerLoadingCatalogue(error: Error | null): boolean {
  return error instanceof ApiError && error.status === 503;
}

export type LoadedCars = {
  /** The server's error message when the search is invalid. */
  readonly refusal: string | undefined;
  /**
   * The search that the request means, if its URL differs from the requested URL, for example because the text of the
   * search names filters.
   */
  readonly interpretedSearch?: CarSearch;
};

/**
 * Fetches what the search page shows with one call: the filters in its text, and the cars that they find. The browser
 * then navigates to the URL with these filters; a server-rendered page shows them under the requested URL.
 *
 * @param address the parameters in the URL
 */
export async function loadCars(context: RouterContext, address: Record<string, unknown>): Promise<LoadedCars> {
  const search = readPlainFormSearch(readCarSearch(address), address);
  if (search.understand === undefined && !isTypedUrl(search)) {
    const isPlainFormSubmission = typeof window === 'undefined' && address.lastText !== undefined;
    return {
      refusal: await prefetchCars(context, search),
      ...(isPlainFormSubmission ? { interpretedSearch: search } : {}),
    };
  }
  const { interpretedSearch, callError } = await interpretText(context, search);
  // For a URL that a person typed, `interpretedSearch` is undefined when no filter was read from the text, because the
  // URL already is the URL of the search.
  if (search.understand === undefined && interpretedSearch.q === search.q && interpretedSearch.fromText === undefined) {
    return { refusal: await prefetchCars(context, search, callError) };
  }
  if (typeof window === 'undefined')
    return { refusal: await prefetchCars(context, interpretedSearch, callError), interpretedSearch };
  return throwRouterSignal(redirect({ to: '/cars', search: interpretedSearch, replace: true }));
}

/**
 * Whether this code runs on the server and a person typed the search text into the URL. A text that was typed into the
 * URL may contain filters. Links within the app carry `understand` for a text that may contain filters, and `literal`
 * for a text that is searched as words. In links without these flags, the filters of the text are already parameters.
 */
function isTypedUrl({ q, literal, said, before, cars }: CarSearch): boolean {
  const hasOwnInterpretation = (literal ?? said ?? before ?? cars) !== undefined;
  return typeof window === 'undefined' && q !== undefined && !hasOwnInterpretation;
}

/**
 * Reads what a form without scripts submits: all filters on the page, `understand`, and the previous text as
 * `lastText`. The filters of a changed text replace the filters that were read from the previous text. When the text is
 * searched as words and has not changed, filters are not searched in it again. The typed text is removed when the
 * search has no filter any more that was read from this text.
 */
function readPlainFormSearch(search: CarSearch, { lastText, lastWords }: Record<string, unknown>): CarSearch {
  if (lastText === undefined) return search;
  const { said: _said, ...rest } = search;
  const submittedSearch = search.fromText === undefined ? rest : search;
  const { q, understand, ...otherParameters } = submittedSearch;
  if (q === undefined) return lastWords === undefined ? submittedSearch : removeInterpretation(submittedSearch);
  if (q !== readCarSearch({ q: lastText }).q)
    return readCarSearch({ ...removeInterpretation(submittedSearch), q, understand });
  // The field for the text shows the whole question, and the filters of the question have their own fields.
  if (lastWords !== undefined) return readCarSearch({ ...otherParameters, q: lastWords });
  return submittedSearch.literal === undefined ? submittedSearch : { ...otherParameters, q };
}
