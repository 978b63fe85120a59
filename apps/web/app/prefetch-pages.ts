import type { FetchInfiniteQueryOptions, QueryClient, QueryKey } from '@tanstack/react-query';
import { inTime } from './prefetch.ts';

/** `prefetch` for a list that is shown page by page: its first page. */
export async function prefetchPages<Data, Key extends QueryKey, Cursor>(
  queryClient: QueryClient,
  query: FetchInfiniteQueryOptions<Data, Error, Data, Key, Cursor>,
): Promise<void> {
  await inTime(queryClient.prefetchInfiniteQuery(query));
}
