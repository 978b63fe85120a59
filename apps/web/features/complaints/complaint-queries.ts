import type { Client } from '@carhouse/contract/client';
import { complaints } from '@carhouse/contract/complaints';
import { pagedQuery, queryKeyOfCall } from '../../app/call-query.ts';

const pageSize = 25;

/**
 * Queries the open complaints, page by page. The list names buyers, so no timer refreshes it: each read of personal data
 * must be intended.
 */
export function complaintsQuery(client: Client) {
  return pagedQuery(
    queryKeyOfCall(complaints, 'pages'),
    (cursor) => client(complaints, { query: { limit: pageSize, cursor } }),
    { staleTime: 0 },
  );
}
