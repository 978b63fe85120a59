import type { Client } from '@carhouse/contract/client';
import { payments } from '@carhouse/contract/payments';
import { showReconciliation } from '@carhouse/contract/reconciliation';
import { type DiscrepancyState, discrepancyStates } from '@carhouse/domain/payment/discrepancy';
import { queryOptions } from '@tanstack/react-query';
import { callKey, listPage, pagedQuery } from '../../app/call-query.ts';

/** The filters in the page's URL: the state of discrepancies, and the search among payments. */
export type ReconciliationChoice = { readonly state?: DiscrepancyState; readonly search?: string };

/** Number of rows on the first page, and that each 'show more' adds. */
const pageSizes = { findings: 20, payments: 25 } as const;

/** Queries the number of open discrepancies and of waiting mails, and the time of the last check. */
export function reconciliationSummaryQuery(client: Client) {
  return queryOptions({
    queryKey: callKey(showReconciliation, 'summary'),
    queryFn: async () => {
      const { open, openByKind, mailsWaiting, lastRunAt } = await client(showReconciliation, { query: { limit: 1 } });
      return { open, openByKind, mailsWaiting, lastRunAt };
    },
  });
}

/** Queries the discrepancies in a state (open ones by default), newest first, page by page. */
export function discrepanciesQuery(client: Client, { state = 'open' }: ReconciliationChoice) {
  return pagedQuery(callKey(showReconciliation, 'pages', state), (cursor) =>
    listPage((onHeaders) =>
      client(showReconciliation, { query: { state, limit: pageSizes.findings, before: cursor }, onHeaders }),
    ),
  );
}

/** Queries all payments, newest first, page by page. */
export function paymentsQuery(client: Client, { search }: ReconciliationChoice) {
  return pagedQuery(callKey(payments, 'pages', search ?? ''), (cursor) =>
    listPage((onHeaders) =>
      client(payments, { query: { search, limit: pageSizes.payments, before: cursor }, onHeaders }),
    ),
  );
}

/** Reads the filters from the URL; invalid ones are ignored. */
export function readReconciliationChoice(search: Record<string, unknown>): ReconciliationChoice {
  const state = discrepancyStates.find((one) => one === search.state && one !== 'open');
  const text = typeof search.search === 'string' ? search.search.slice(0, 100) : '';
  return { ...(state === undefined ? {} : { state }), ...(text === '' ? {} : { search: text }) };
}
