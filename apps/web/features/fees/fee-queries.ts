import { sellers } from '@carhouse/contract/accounts';
import type { Client } from '@carhouse/contract/client';
import { feeQuote, feeRules } from '@carhouse/contract/fees';
import { makePagedQuery, makeQueryKey, query } from '../../app/call-query.ts';

/** The filter in the URL of the page. With `show=all`, the list includes rules that are replaced or ended. */
export type FeeRulesFilter = { readonly show?: 'all' };

/** Number of rules on the first page, and number of rules that each 'show more' adds. */
const pageSize = 25;
/** Maximum number of sellers that the search for a seller shows in the dialog for a new rule. */
const foundSellerCountMaximum = 5;

/** Queries the rules for fees, newest first, page by page. */
export function feeRulesQuery(client: Client, { show }: FeeRulesFilter) {
  return makePagedQuery(
    makeQueryKey(feeRules, 'pages', show ?? 'valid'),
    (cursor) => client(feeRules, { query: { show: show ?? 'valid', limit: pageSize, cursor } }),
    { staleTime: 0 },
  );
}

/** Reads the filter from the URL; an invalid filter is ignored. */
export function readFeeRulesFilter({ show }: Record<string, unknown>): FeeRulesFilter {
  return show === 'all' ? { show } : {};
}

/** Queries the first sellers whose name or address contains a text. */
export function foundSellersQuery(client: Client, search: string) {
  return query(client, sellers, { query: { search, limit: foundSellerCountMaximum } });
}

/** Queries what the signed-in seller would be paid for a car of this brand at this price. @param price in dollars */
export function feeQuoteQuery(client: Client, car: { readonly brand: string; readonly price: string }) {
  return { ...query(client, feeQuote, { query: car }), staleTime: 60_000 };
}
