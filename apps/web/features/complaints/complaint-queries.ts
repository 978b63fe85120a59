import type { Client } from '@carhouse/contract/client';
import { complaints } from '@carhouse/contract/complaints';
import { makePagedQuery, makeQueryKey } from '../../app/call-query.ts';

const pageSize = 25;

/**
 * Queries the open complaints, page by page. The list contains the names of buyers, so no timer refreshes the list:
 * each read of personal data must be intended.
 */
export function complaintsQuery(client: Client) {
  return makePagedQuery(
    makeQueryKey(complaints, 'pages'),
    (cursor) => client(complaints, { query: { limit: pageSize, cursor } }),
    { staleTime: 0 },
  );
}
