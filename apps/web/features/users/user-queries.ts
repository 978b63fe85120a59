import {
  accounts,
  accountTotals,
  buyers,
  type DisplayStatus,
  type ListedUser,
  sellers,
} from '@carhouse/contract/accounts';
import type { Client } from '@carhouse/contract/client';
import { type ListPage, listPage, makePagedQuery, makeQueryKey, query } from '../../app/call-query.ts';

export type ListedRole = 'Seller' | 'Buyer';

/** The filters in the URL of the page. */
export type UsersFilters = { readonly search?: string; readonly standing?: DisplayStatus };

/** Number of rows on the first page, and number of rows that each 'show more' adds. */
const pageSize = 25;

/**
 * Queries sellers or buyers, newest first, page by page. The previous rows remain visible until the next rows have
 * loaded.
 */
export function usersQuery(client: Client, role: ListedRole, { search, standing }: UsersFilters) {
  return makePagedQuery(
    makeQueryKey(role === 'Seller' ? sellers : buyers, 'pages', search ?? '', standing ?? ''),
    (cursor) =>
      listPage((onHeaders) =>
        client(role === 'Seller' ? sellers : buyers, {
          query: { search, standing, limit: pageSize, before: cursor },
          onHeaders,
        }),
      ),
  );
}

/** Queries the admins, newest first, page by page. */
export function adminsQuery(client: Client) {
  return makePagedQuery(makeQueryKey(accounts, 'admins'), (cursor) =>
    listPage((onHeaders) => client(accounts, { query: { role: 'admin', limit: pageSize, before: cursor }, onHeaders })),
  );
}

/** Queries the number of users, the number of users who are not verified, and the number of suspended users. */
export function accountTotalsQuery(client: Client) {
  return query(client, accountTotals);
}

/** Reads the filters from the URL; invalid filters are ignored. */
export function readUsersFilters(search: Record<string, unknown>): UsersFilters {
  const text = typeof search.search === 'string' ? search.search.slice(0, 100) : '';
  const standing = (['unverified', 'verified', 'suspended'] as const).find(
    (listedStanding) => listedStanding === search.standing,
  );
  return { ...(text === '' ? {} : { search: text }), ...(standing === undefined ? {} : { standing }) };
}

/** Returns the users of all pages of the list that have been loaded. */
export function listLoadedUsers(data: { pages: readonly ListPage<readonly ListedUser[]>[] } | undefined) {
  return data?.pages.flatMap((page) => page.answer) ?? [];
}
