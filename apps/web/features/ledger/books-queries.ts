import type { Client } from '@carhouse/contract/client';
import { books, booksTotals, ledgerDay } from '@carhouse/contract/ledger';
import { isCalendarDay } from '@carhouse/domain/text/singapore-day';
import { queryOptions } from '@tanstack/react-query';
import { makePagedQuery, makeQueryKey, query } from '../../app/call-query.ts';

/** The filters in the URL of the page. */
export type BooksFilters = {
  /** The id of a booking. */
  readonly booking?: string;
  /** The id of a user. */
  readonly person?: string;
  /** A day in Singapore, as an ISO date. */
  readonly day?: string;
  /** Words of a search. */
  readonly search?: string;
};

/** Number of entries on the first page, and number of entries that each 'show more' adds. */
const pageSize = 50;

/** Queries the entries of the ledger, newest first, page by page. */
export function booksQuery(client: Client, choice: BooksFilters) {
  return makePagedQuery(
    makeQueryKey(books, 'pages', choice),
    (cursor) => client(books, { query: { ...choice, limit: pageSize, cursor } }),
    { staleTime: 0 },
  );
}

/** Queries the balances of the accounts. */
export function booksTotalsQuery(client: Client) {
  return queryOptions({ queryKey: makeQueryKey(booksTotals), queryFn: () => client(booksTotals), staleTime: 0 });
}

/** Queries the figures of a day of the ledger, and what the server recorded about it at night. */
export function ledgerDayQuery(client: Client, day: string) {
  return { ...query(client, ledgerDay, { params: { day } }), staleTime: 0 };
}

const idPattern = /^[0-9a-f-]{36}$/;

/** Reads the filters from the URL; invalid filters are ignored. */
export function readBooksFilters(search: Record<string, unknown>): BooksFilters {
  const { booking, person, day } = search;
  const searchText = typeof search.search === 'string' ? search.search.trim().slice(0, 100) : '';
  return {
    ...(typeof booking === 'string' && idPattern.test(booking) ? { booking } : {}),
    ...(typeof person === 'string' && idPattern.test(person) ? { person } : {}),
    ...(typeof day === 'string' && isCalendarDay(day) ? { day } : {}),
    ...(searchText === '' ? {} : { search: searchText }),
  };
}
