import type { Client } from '@carhouse/contract/client';
import { payments, paymentTotals } from '@carhouse/contract/payments';
import { showReconciliation } from '@carhouse/contract/reconciliation';
import { type DiscrepancyState, discrepancyStates } from '@carhouse/domain/payment/discrepancy';
import { isCalendarDay } from '@carhouse/domain/text/singapore-day';
import { queryOptions } from '@tanstack/react-query';
import { listPage, makePagedQuery, makeQueryKey, query } from '../../app/call-query.ts';

/** The filters of the payments. `from` and `to` are the first and the last day in Singapore, as ISO dates. */
export type PaymentFilters = { readonly search?: string; readonly from?: string; readonly to?: string };

/** The filters in the page's URL: the state of discrepancies, and the filters of the payments. */
export type ReconciliationFilters = PaymentFilters & { readonly state?: DiscrepancyState };

/** Number of rows on the first page, and number of rows that each 'show more' adds. */
const pageSizes = { findings: 20, payments: 25 } as const;

/** Queries the number of open discrepancies and of waiting mails, and the time of the last check. */
export function reconciliationSummaryQuery(client: Client) {
  return queryOptions({
    queryKey: makeQueryKey(showReconciliation, 'summary'),
    queryFn: async () => {
      const { open, openByKind, mailsWaiting, lastRunAt } = await client(showReconciliation, { query: { limit: 1 } });
      return { open, openByKind, mailsWaiting, lastRunAt };
    },
  });
}

/** Queries the discrepancies in a state (open ones by default), newest first, page by page. */
export function discrepanciesQuery(client: Client, { state = 'open' }: ReconciliationFilters) {
  return makePagedQuery(makeQueryKey(showReconciliation, 'pages', state), (cursor) =>
    listPage((onHeaders) =>
      client(showReconciliation, { query: { state, limit: pageSizes.findings, before: cursor }, onHeaders }),
    ),
  );
}

/** Queries the payments of a period, newest first, page by page. */
export function paymentsQuery(client: Client, choice: ReconciliationFilters) {
  const filters = pickPaymentFilters(choice);
  return makePagedQuery(makeQueryKey(payments, 'pages', filters), (cursor) =>
    listPage((onHeaders) =>
      client(payments, { query: { ...filters, limit: pageSizes.payments, before: cursor }, onHeaders }),
    ),
  );
}

/** Queries the number and the sums of the payments of a period. */
export function paymentTotalsQuery(client: Client, choice: ReconciliationFilters) {
  return query(client, paymentTotals, { query: pickPaymentFilters(choice) });
}

/** Returns the filters of the payments only. */
export function pickPaymentFilters({ search, from, to }: ReconciliationFilters): PaymentFilters {
  return {
    ...(search === undefined ? {} : { search }),
    ...(from === undefined ? {} : { from }),
    ...(to === undefined ? {} : { to }),
  };
}

/** Reads the filters from the URL; invalid filters are ignored. */
export function readReconciliationChoice(search: Record<string, unknown>): ReconciliationFilters {
  const state = discrepancyStates.find(
    (discrepancyState) => discrepancyState === search.state && discrepancyState !== 'open',
  );
  const text = typeof search.search === 'string' ? search.search.slice(0, 100) : '';
  const readDay = (value: unknown) => (typeof value === 'string' && isCalendarDay(value) ? value : undefined);
  const [from, to] = [readDay(search.from), readDay(search.to)];
  return {
    ...(state === undefined ? {} : { state }),
    ...(text === '' ? {} : { search: text }),
    ...(from === undefined ? {} : { from }),
    ...(to === undefined ? {} : { to }),
  };
}
