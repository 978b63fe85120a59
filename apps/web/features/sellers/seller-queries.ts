import type { Client } from '@carhouse/contract/client';
import { carsOfSeller, getSeller } from '@carhouse/contract/sellers';
import { listPage, makePagedQuery, makeQueryKey, query } from '../../app/call-query.ts';

/** Queries the public facts of a seller. */
export function sellerQuery(client: Client, id: string) {
  return query(client, getSeller, { params: { id } });
}

/** Queries the cars of a seller that are on sale, optionally of one brand, one page at a time. */
export function carsOfSellerQuery(client: Client, id: string, brand: string | undefined) {
  return makePagedQuery(
    makeQueryKey(carsOfSeller, id, brand ?? null),
    (before) =>
      listPage((onHeaders) =>
        client(carsOfSeller, {
          params: { id },
          query: { ...(brand === undefined ? {} : { brand }), ...(before === undefined ? {} : { before }) },
          onHeaders,
        }),
      ),
    { staleTime: 60_000 },
  );
}
