import type { Client } from '@carhouse/contract/client';
import { payments } from '@carhouse/contract/payments';
import { showReconciliation } from '@carhouse/contract/reconciliation';
import { type DiscrepancyState, discrepancyStates } from '@carhouse/domain/payment/discrepancy';
import { queryOptions } from '@tanstack/react-query';
import { callKey, listPage, pagedQuery } from '../../app/call-query.ts';

/** The list's filters in the address: state of discrepancies, and the search among the payments. */
export type ReconciliationChoice = { readonly state?: DiscrepancyState; readonly search?: string };

/** Number of rows in the first view, and in each further step. */
const pageSizes = { findings: 20, payments: 25 } as const;

/** Number of open discrepancies and of waiting mails, and the time of the last check. */
export function reconciliationSummaryQuery(client: Client) {
  return queryOptions({
    queryKey: callKey(showReconciliation, 'summary'),
    queryFn: async () => {
      const { open, openByKind, mailsWaiting, lastRunAt } = await client(showReconciliation, { query: { limit: 1 } });
      return { open, openByKind, mailsWaiting, lastRunAt };
    },
  });
}

/** The discrepancies of a state, newest first, page by page; the open ones unless another state is named. */
export function discrepanciesQuery(client: Client, { state = 'open' }: ReconciliationChoice) {
  return pagedQuery(callKey(showReconciliation, 'pages', state), (cursor) =>
    listPage((onHeaders) =>
      client(showReconciliation, { query: { state, limit: pageSizes.findings, before: cursor }, onHeaders }),
    ),
  );
}

/** Every payment, newest first, page by page. */
export function paymentsQuery(client: Client, { search }: ReconciliationChoice) {
  return pagedQuery(callKey(payments, 'pages', search ?? ''), (cursor) =>
    listPage((onHeaders) =>
      client(payments, { query: { search, limit: pageSizes.payments, before: cursor }, onHeaders }),
    ),
  );
}

/** The filters in the address; invalid ones are ignored. */
export function readReconciliationChoice(search: Record<string, unknown>): ReconciliationChoice {
  const state = discrepancyStates.find((one) => one === search.state && one !== 'open');
  const text = typeof search.search === 'string' ? search.search.slice(0, 100) : '';
  return { ...(state === undefined ? {} : { state }), ...(text === '' ? {} : { search: text }) };
}
