import type { Client } from '@carhouse/contract/client';
import { sellerPayments } from '@carhouse/contract/seller-payments';
import { filterableReasons, type PaymentReason } from '@carhouse/domain/seller-payment/payment-standing';
import { makePagedQuery, makeQueryKey } from '../../app/call-query.ts';

/** The filter in the URL of the page. */
export type SellerPaymentFilter = { readonly reason?: Exclude<PaymentReason, 'refunded'> };

const pageSize = 25;

/**
 * Queries the payments to sellers, the oldest first, page by page. The list contains the names of people, so no timer
 * refreshes the list: each read of personal data must be intended.
 */
export function sellerPaymentsQuery(client: Client, choice: SellerPaymentFilter) {
  return makePagedQuery(
    makeQueryKey(sellerPayments, choice),
    (cursor) => client(sellerPayments, { query: { ...choice, limit: pageSize, cursor } }),
    { staleTime: 0 },
  );
}

/** Reads the filter from the URL; an invalid filter is ignored. */
export function readSellerPaymentFilter(search: Record<string, unknown>): SellerPaymentFilter {
  const reason = filterableReasons.find((each) => each === search.reason);
  return reason === undefined ? {} : { reason };
}
