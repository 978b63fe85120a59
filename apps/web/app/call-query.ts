import type { Call } from '@carhouse/contract/call';
import type { Client, ClientArguments } from '@carhouse/contract/client';
import { infiniteQueryOptions, keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query';

/**
 * Returns the query key of a call's responses, from its method and path. Every query of the web app has such a key, so
 * that `invalidate` finds all responses to a call.
 * @param keyParts values that distinguish responses to the same call: its arguments, or the name of a view
 */
export function makeQueryKey(call: Call, ...keyParts: readonly unknown[]): readonly unknown[] {
  return [`${call.method} ${call.path}`, ...keyParts];
}

/** Whether a query key belongs to a response to this call. */
export function isQueryKeyOfCall(call: Call, queryKey: readonly unknown[]): boolean {
  return queryKey[0] === makeQueryKey(call)[0];
}

/** Makes the query that calls the API with these arguments and caches the whole response. */
export function query<const C extends Call>(client: Client, call: C, ...args: ClientArguments<C>) {
  return queryOptions({ queryKey: makeQueryKey(call, ...args), queryFn: () => client(call, ...args) });
}

type PagedQueryOptions = { readonly staleTime?: number; readonly refetchInterval?: number | false };

/**
 * Makes a query for a list that is loaded page by page. The previous rows remain visible until the next rows have
 * loaded.
 * @param fetchPage fetches the page after a cursor; `next` of its response is the cursor of the next page
 */
export function makePagedQuery<Page extends { readonly next?: string | null | undefined }>(
  queryKey: readonly unknown[],
  fetchPage: (cursor: string | undefined) => Promise<Page>,
  options: PagedQueryOptions = {},
) {
  return infiniteQueryOptions({
    queryKey,
    queryFn: ({ pageParam }) => fetchPage(pageParam),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page: Page) => page.next ?? undefined,
    placeholderData: keepPreviousData,
    ...options,
  });
}

/** Marks the cached responses to these calls as outdated. Responses that are visible are fetched again immediately. */
export async function invalidate(queryClient: QueryClient, ...calls: readonly Call[]): Promise<void> {
  await Promise.all(calls.map((call) => queryClient.invalidateQueries({ queryKey: makeQueryKey(call) })));
}

/** Returns the cursor of the next page from the `Link` header of a list; null on the last page. */
export function readNextCursor(headers: Headers): string | null {
  const [, address] = /<([^>]+)>; rel="next"/.exec(headers.get('link') ?? '') ?? [];
  return address === undefined ? null : new URL(address, 'http://here').searchParams.get('before');
}

/** One page of a list: the response, and the cursor of the next page, which is null on the last page. */
export type ListPage<Answer> = { readonly answer: Answer; readonly next: string | null };

/** Fetches a page of a list whose `Link` header contains the URL of the next page. */
export async function listPage<Answer>(
  fetchPage: (onHeaders: (headers: Headers) => void) => Promise<Answer>,
): Promise<ListPage<Answer>> {
  let nextCursor: string | null = null;
  const answer = await fetchPage((headers) => {
    nextCursor = readNextCursor(headers);
  });
  return { answer, next: nextCursor };
}
