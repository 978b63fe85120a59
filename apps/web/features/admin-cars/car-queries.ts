import { type AdminCarState, adminCarStates, allListings, allListingTotals } from '@carhouse/contract/all-listings';
import type { Client } from '@carhouse/contract/client';
import { makePagedQuery, makeQueryKey, query } from '../../app/call-query.ts';

/** The filters in the URL of the page. */
export type CarFilters = { readonly search?: string; readonly status?: AdminCarState };

/** Number of rows on the first page, and number of rows that each 'show more' adds. */
const pageSize = 25;

/** Queries the cars of all sellers or of one seller, newest first, page by page. */
export function carsQuery(client: Client, choice: CarFilters & { readonly seller?: string }) {
  return makePagedQuery(makeQueryKey(allListings, 'pages', choice), (cursor) =>
    client(allListings, { query: { ...choice, limit: pageSize, cursor } }),
  );
}

/** Queries the number of cars by status. */
export function carTotalsQuery(client: Client) {
  return query(client, allListingTotals);
}

/** Reads the filters from the URL; invalid filters are ignored. */
export function readCarsChoice(search: Record<string, unknown>): CarFilters {
  const text = typeof search.search === 'string' ? search.search.slice(0, 100) : '';
  const status = adminCarStates.find((adminCarState) => adminCarState === search.status);
  return { ...(text === '' ? {} : { search: text }), ...(status === undefined ? {} : { status }) };
}
