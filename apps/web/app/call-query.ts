import type { Call } from '@carhouse/contract/call';
import type { Client, GivenTo } from '@carhouse/contract/client';
import { infiniteQueryOptions, keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query';

/**
 * The query key of a call's responses, from its method and path. Every query of the web app has such a key, so that
 * `invalidate` finds all responses to a call.
 * @param parts what distinguishes responses to the same call: its arguments, or the name of a view
 */
export function callKey(call: Call, ...parts: readonly unknown[]): readonly unknown[] {
  return [`${call.method} ${call.path}`, ...parts];
}

/** Whether a key belongs to a response to this call. */
export function isAnswerTo(call: Call, queryKey: readonly unknown[]): boolean {
  return queryKey[0] === callKey(call)[0];
}

/** The query that makes one call with these arguments and stores the whole response. */
export function query<const C extends Call>(client: Client, call: C, ...given: GivenTo<C>) {
  return queryOptions({ queryKey: callKey(call, ...given), queryFn: () => client(call, ...given) });
}

type PageOptions = { readonly staleTime?: number; readonly refetchInterval?: number | false };

/**
 * A list that is read page by page. The previous rows stay until the next ones have loaded.
 * @param fetch fetches the page after a cursor; `next` of a response is the next page's cursor
 */
export function pagedQuery<Page extends { readonly next?: string | null | undefined }>(
  queryKey: readonly unknown[],
  fetch: (cursor: string | undefined) => Promise<Page>,
  options: PageOptions = {},
) {
  return infiniteQueryOptions({
    queryKey,
    queryFn: ({ pageParam }) => fetch(pageParam),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page: Page) => page.next ?? undefined,
    placeholderData: keepPreviousData,
    ...options,
  });
}

/** Marks the responses to these calls as outdated: visible ones are fetched again. */
export async function invalidate(queryClient: QueryClient, ...calls: readonly Call[]): Promise<void> {
  await Promise.all(calls.map((call) => queryClient.invalidateQueries({ queryKey: callKey(call) })));
}

/** The cursor of the next page, as the `Link` header of a list carries it; null on the last page. */
export function nextCursor(headers: Headers): string | null {
  const [, address] = /<([^>]+)>; rel="next"/.exec(headers.get('link') ?? '') ?? [];
  return address === undefined ? null : new URL(address, 'http://here').searchParams.get('before');
}

/** One page of a list: the response, and the cursor of the next page, null on the last. */
export type ListPage<Answer> = { readonly answer: Answer; readonly next: string | null };

/** Makes a list call whose `Link` header has the next page. */
export async function listPage<Answer>(
  fetch: (onHeaders: (headers: Headers) => void) => Promise<Answer>,
): Promise<ListPage<Answer>> {
  let next: string | null = null;
  const answer = await fetch((headers) => {
    next = nextCursor(headers);
  });
  return { answer, next };
}
