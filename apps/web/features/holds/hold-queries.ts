import type { Client } from '@carhouse/contract/client';
import { listHolds } from '@carhouse/contract/holds';
import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query';
import { callKey } from '../../app/call-query.ts';

const pageSize = 25;

/**
 * The cars that are held now, page by page. It names buyers, so it is not refreshed by a timer: each read of personal data must
 * be intended.
 */
export function holdsQuery(client: Client) {
  return infiniteQueryOptions({
    queryKey: callKey(listHolds, 'pages'),
    queryFn: ({ pageParam }) => client(listHolds, { query: { limit: pageSize, cursor: pageParam } }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next ?? undefined,
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}
