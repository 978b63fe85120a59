import { type bankPartStages, bankParts } from '@carhouse/contract/bank-parts';
import type { Client } from '@carhouse/contract/client';
import { makePagedQuery, makeQueryKey } from '../../app/call-query.ts';

/** Number of bank parts on a page of the list. */
const pageSize = 10;

/**
 * Queries the bank parts that wait for an admin, or whose money sellers return. The list contains the names of buyers
 * and sellers, so no timer refreshes the list.
 */
export function bankPartsQuery(client: Client, stage: (typeof bankPartStages)[number]) {
  return makePagedQuery(
    makeQueryKey(bankParts, 'pages', stage),
    (cursor) => client(bankParts, { query: { stage, limit: pageSize, cursor } }),
    { staleTime: 0 },
  );
}
