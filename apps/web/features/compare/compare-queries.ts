import { ApiError, type Client } from '@carhouse/contract/client';
import { type ListingDetail, listing } from '@carhouse/contract/listing-detail';
import { queryOptions } from '@tanstack/react-query';
import { makeQueryKey } from '../../app/call-query.ts';

/** Maximum number of cars that can be compared with each other. */
export const comparedCarCountMaximum = 4;

export type CompareSearch = { readonly ids: readonly string[] };

/**
 * Reads the ids of the cars to compare from the URL: repeated `ids`, or ids separated by commas. Repeated ids count
 * once, and at most four are read.
 */
export function readCompareSearch(search: Record<string, unknown>): CompareSearch {
  const idsInUrl = (Array.isArray(search.ids) ? search.ids : [search.ids]).flatMap((each: unknown) =>
    typeof each === 'string' ? each.split(',') : [],
  );
  const ids = [...new Set(idsInUrl.map((id) => id.trim()).filter((id) => id !== ''))];
  return { ids: ids.slice(0, comparedCarCountMaximum) };
}

/**
 * Queries the cars of a comparison, in the order of their ids. In the result, a car that is not on sale or not public
 * is null.
 */
export function comparedQuery(client: Client, ids: readonly string[]) {
  return queryOptions({
    queryKey: makeQueryKey(listing, 'compared', ids),
    queryFn: (): Promise<readonly (ListingDetail | null)[]> =>
      Promise.all(ids.map((id) => client(listing, { params: { id } }).catch(returnNullWhenNotFound))),
  });
}

function returnNullWhenNotFound(error: unknown): null {
  if (error instanceof ApiError && [400, 404, 422].includes(error.status)) return null;
  throw error;
}
