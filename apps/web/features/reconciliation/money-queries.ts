import type { Client } from '@carhouse/contract/client';
import { payments } from '@carhouse/contract/payments';
import { showReconciliation } from '@carhouse/contract/reconciliation';
import { type DiscrepancyState, discrepancyStates } from '@carhouse/domain/payment/discrepancy';
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { listPage } from '../../app/list-page.ts';

/** What the address of the screen says: which findings, and the search among the payments. */
export type MoneyChoice = { readonly state?: DiscrepancyState; readonly search?: string };

/** Rows of the first view, and of each further step. */
const pageSizes = { findings: 20, payments: 25 } as const;

/** How many findings are open, how many mails wait, and when it was last looked. */
export function deskSummaryQuery(client: Client) {
  return queryOptions({
    queryKey: ['money', 'summary'],
    queryFn: async () => {
      const { open, openByKind, mailsWaiting, lastRunAt } = await client(showReconciliation, { query: { limit: 1 } });
      return { open, openByKind, mailsWaiting, lastRunAt };
    },
  });
}

/** The findings of a state, newest first, page by page; the open ones unless another state is named. */
export function findingsQuery(client: Client, { state = 'open' }: MoneyChoice) {
  return infiniteQueryOptions({
    queryKey: ['money', 'findings', state],
    queryFn: ({ pageParam }) =>
      listPage((onHeaders) =>
        client(showReconciliation, { query: { state, limit: pageSizes.findings, before: pageParam }, onHeaders }),
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next ?? undefined,
    placeholderData: keepPreviousData,
  });
}

/** Every payment, newest first, page by page. */
export function paymentsQuery(client: Client, { search }: MoneyChoice) {
  return infiniteQueryOptions({
    queryKey: ['money', 'payments', search ?? ''],
    queryFn: ({ pageParam }) =>
      listPage((onHeaders) =>
        client(payments, { query: { search, limit: pageSizes.payments, before: pageParam }, onHeaders }),
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next ?? undefined,
    placeholderData: keepPreviousData,
  });
}

/** The choice as the address holds it; what is not understood is left out. */
export function readMoneyChoice(search: Record<string, unknown>): MoneyChoice {
  const state = discrepancyStates.find((one) => one === search.state && one !== 'open');
  const words = typeof search.search === 'string' ? search.search.slice(0, 100) : '';
  return { ...(state === undefined ? {} : { state }), ...(words === '' ? {} : { search: words }) };
}
