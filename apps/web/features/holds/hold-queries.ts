import type { Client } from '@carhouse/contract/client';
import { listHolds } from '@carhouse/contract/holds';
import { makePagedQuery, makeQueryKey } from '../../app/call-query.ts';

const pageSize = 25;

/**
 * Queries the cars that are held now, page by page. The list contains the names of buyers, so no timer refreshes the
 * list: each read of personal data must be intended.
 */
export function holdsQuery(client: Client) {
  return makePagedQuery(
    makeQueryKey(listHolds, 'pages'),
    (cursor) => client(listHolds, { query: { limit: pageSize, cursor } }),
    { staleTime: 0 },
  );
}
