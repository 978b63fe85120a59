import type { Client } from '@carhouse/contract/client';
import { listing } from '@carhouse/contract/listing-detail';
import { queryOptions } from '@tanstack/react-query';

/** The page of a car as this person, or a visitor, sees it. */
export function carQuery(client: Client, id: string, email: string | undefined) {
  return queryOptions({ queryKey: ['car', id, email ?? null], queryFn: () => client(listing, { params: { id } }) });
}
