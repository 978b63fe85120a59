import type { Client } from '@carhouse/contract/client';
import { listing } from '@carhouse/contract/listing-detail';
import { similarListings } from '@carhouse/contract/search';
import { queryOptions } from '@tanstack/react-query';
import { makeQueryKey } from '../../../app/call-query.ts';

/** Queries the page of a car, for this user or for a visitor. */
export function carQuery(client: Client, id: string, email: string | undefined) {
  return queryOptions({
    queryKey: makeQueryKey(listing, { params: { id } }, email ?? null),
    queryFn: () => client(listing, { params: { id } }),
  });
}

/**
 * Queries cars on sale that are similar to this one: as many as two rows hold. Until these cars have loaded, or when
 * the search fails, the page shows the similar cars in the response for the car.
 */
export function similarQuery(client: Client, id: string) {
  return queryOptions({
    queryKey: makeQueryKey(similarListings, id),
    queryFn: () => client(similarListings, { params: { id }, query: { limit: 6 } }),
    staleTime: 300_000,
    retry: false,
  });
}
