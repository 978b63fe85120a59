import type { Client } from '@carhouse/contract/client';
import { sales } from '@carhouse/contract/sales';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { callKey } from '../../app/call-query.ts';

/** The bookings of the own cars, newest first, page by page. */
export function salesQuery(client: Client) {
  return infiniteQueryOptions({
    queryKey: callKey(sales, 'pages'),
    queryFn: ({ pageParam }) => client(sales, { query: pageParam === null ? {} : { before: pageParam } }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
  });
}
