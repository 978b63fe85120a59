import type { Call } from '@carhouse/contract/call';
import type { Client, GivenTo } from '@carhouse/contract/client';
import { infiniteQueryOptions, keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query';

/**
 * The key of answers to a call, from its method and path. Every query of the web app has such a key, so that `invalidate`
 * finds all answers to a call.
 * @param parts what one answer differs in from others to the same call: its arguments, or the name of a view of it
 */
export function callKey(call: Call, ...parts: readonly unknown[]): readonly unknown[] {
  return [`${call.method} ${call.path}`, ...parts];
}

/** Whether a key is one of answers to this call. */
export function isAnswerTo(call: Call, queryKey: readonly unknown[]): boolean {
  return queryKey[0] === callKey(call)[0];
}

/** The query that makes one call with these arguments and keeps its whole answer. */
export function query<const C extends Call>(client: Client, call: C, ...given: GivenTo<C>) {
  return queryOptions({ queryKey: callKey(call, ...given), queryFn: () => client(call, ...given) });
}

type PageOptions = { readonly staleTime?: number; readonly refetchInterval?: number | false };

/**
 * A list that is read page by page. The previous rows stay until the next ones have loaded.
 * @param fetch fetches the page after a cursor; `next` of an answer is the cursor of the page after it
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

/** Every answer to these calls is old: what shows one of them fetches it again. */
export async function invalidate(queryClient: QueryClient, ...calls: readonly Call[]): Promise<void> {
  await Promise.all(calls.map((call) => queryClient.invalidateQueries({ queryKey: callKey(call) })));
}

/** The cursor of the next page, as the `Link` header of a list carries it; null on the last page. */
export function nextCursor(headers: Headers): string | null {
  const [, address] = /<([^>]+)>; rel="next"/.exec(headers.get('link') ?? '') ?? [];
  return address === undefined ? null : new URL(address, 'http://here').searchParams.get('before');
}

/** One page of a list: what the call answered, and the cursor of the page after it, null on the last. */
export type ListPage<Answer> = { readonly answer: Answer; readonly next: string | null };

/** Makes the call of a list whose `Link` header leads on. */
export async function listPage<Answer>(
  fetch: (onHeaders: (headers: Headers) => void) => Promise<Answer>,
): Promise<ListPage<Answer>> {
  let next: string | null = null;
  const answer = await fetch((headers) => {
    next = nextCursor(headers);
  });
  return { answer, next };
}
