import { allListings, allListingTotals } from '@carhouse/contract/all-listings';
import type { Client } from '@carhouse/contract/client';
import { type ListingStatus, listingStatuses } from '@carhouse/domain/listing/listing';
import { callKey, pagedQuery, query } from '../../app/call-query.ts';

/** The list's filters in the address. */
export type CarsChoice = { readonly search?: string; readonly status?: ListingStatus };

/** Number of rows in the first view, and in each further step. */
const pageSize = 25;

/** The cars of all sellers, or of one, newest first, page by page. */
export function carsQuery(client: Client, choice: CarsChoice & { readonly seller?: string }) {
  return pagedQuery(callKey(allListings, 'pages', choice), (cursor) =>
    client(allListings, { query: { ...choice, limit: pageSize, cursor } }),
  );
}

/** The number of cars by status. */
export function carTotalsQuery(client: Client) {
  return query(client, allListingTotals);
}

/** The filters in the address; invalid ones are ignored. */
export function readCarsChoice(search: Record<string, unknown>): CarsChoice {
  const text = typeof search.search === 'string' ? search.search.slice(0, 100) : '';
  const status = listingStatuses.find((one) => one === search.status);
  return { ...(text === '' ? {} : { search: text }), ...(status === undefined ? {} : { status }) };
}
