import { ApiError, type Client } from '@carhouse/contract/client';
import { type ListingDetail, listing } from '@carhouse/contract/listing-detail';
import { queryOptions } from '@tanstack/react-query';
import { callKey } from '../../app/call-query.ts';

/** The cars of a comparison, in the order of their ids; null for one that is not on sale, or is not for everybody. */
export function comparedQuery(client: Client, ids: readonly string[]) {
  return queryOptions({
    queryKey: callKey(listing, 'compared', ids),
    queryFn: (): Promise<readonly (ListingDetail | null)[]> =>
      Promise.all(ids.map((id) => client(listing, { params: { id } }).catch(nullWhereGone))),
  });
}

function nullWhereGone(error: unknown): null {
  if (error instanceof ApiError && [400, 404, 422].includes(error.status)) return null;
  throw error;
}
