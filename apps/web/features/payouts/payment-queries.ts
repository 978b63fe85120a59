import type { Client } from '@carhouse/contract/client';
import {
  feeDocuments,
  myPayments,
  myPaymentTotals,
  myStatement,
  type SellerStatement,
  sellerStatement,
} from '@carhouse/contract/seller-payments';
import type { PaymentGroup } from '@carhouse/domain/seller-payment/payment-standing';
import { queryOptions } from '@tanstack/react-query';
import { makePagedQuery, makeQueryKey, query } from '../../app/call-query.ts';

const pageSize = 10;

/** Queries a group of the seller's own payments, newest first, page by page. */
export function ownPaymentsQuery(client: Client, group: PaymentGroup) {
  return makePagedQuery(
    makeQueryKey(myPayments, group),
    (cursor) => client(myPayments, { query: { group, limit: pageSize, cursor } }),
    { staleTime: 0 },
  );
}

/** Queries the sums of the seller's payments that are owed, on their way and paid. */
export function ownPaymentTotalsQuery(client: Client) {
  return queryOptions({
    queryKey: makeQueryKey(myPaymentTotals),
    queryFn: () => client(myPaymentTotals),
    staleTime: 0,
  });
}

/** The search parameters of the page of a statement. */
export type StatementSearch = {
  /** The id of the seller, for admins. */
  readonly seller?: string;
};

/** Reads the search parameters of the page of a statement; an invalid id is ignored. */
export function readStatementChoice({ seller }: Record<string, unknown>): StatementSearch {
  return typeof seller === 'string' && /^[0-9a-f-]{36}$/.test(seller) ? { seller } : {};
}

/**
 * Queries a whole statement, page by page.
 * @param seller the id of the seller, for admins; undefined for the own statement
 */
export function statementQuery(client: Client, month: string, seller: string | undefined) {
  const fetchPage = (after: number | undefined): Promise<SellerStatement> =>
    seller === undefined
      ? client(myStatement, { params: { month }, query: { after } })
      : client(sellerStatement, { params: { id: seller, month }, query: { after } });
  return queryOptions({
    queryKey: makeQueryKey(seller === undefined ? myStatement : sellerStatement, seller, month),
    queryFn: () => fetchWholeStatement(fetchPage),
    staleTime: 0,
  });
}

/**
 * Fetches all pages. The sums come from the first page, and are correct for the moment at which the first page was
 * read.
 */
async function fetchWholeStatement(
  fetchPage: (after: number | undefined) => Promise<SellerStatement>,
): Promise<SellerStatement> {
  const firstPage = await fetchPage(undefined);
  const lines = [...firstPage.lines];
  for (let { next: nextEntry } = firstPage; nextEntry !== null; ) {
    const page = await fetchPage(nextEntry);
    lines.push(...page.lines);
    nextEntry = page.next;
  }
  return { ...firstPage, lines };
}

/** Queries the invoice and the credit note of the fee of an order. */
export function feeDocumentsQuery(client: Client, id: string) {
  return query(client, feeDocuments, { params: { id } });
}
