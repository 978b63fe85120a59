import { createFileRoute } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { dashboardMessages } from '#messages/dashboard';
import { requireScreenRole } from '../../app/guards.ts';
import { makeUnlistedPageHead } from '../../app/page-title.ts';
import { keepSearchUnparsed } from '../../app/paths.ts';
import { prefetch, prefetchFirstPage } from '../../app/prefetch.ts';
import { ReconciliationPage } from '../../features/reconciliation/reconciliation-page.tsx';
import {
  discrepanciesQuery,
  paymentsQuery,
  paymentTotalsQuery,
  type ReconciliationFilters,
  readReconciliationChoice,
  reconciliationSummaryQuery,
} from '../../features/reconciliation/reconciliation-queries.ts';

export const Route = createFileRoute('/dashboard/money')({
  beforeLoad: requireScreenRole,
  validateSearch: keepSearchUnparsed<ReconciliationFilters>,
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queryClient, client }, deps }) =>
    Promise.all([
      prefetchFirstPage(queryClient, discrepanciesQuery(client, readReconciliationChoice(deps))),
      prefetchFirstPage(queryClient, paymentsQuery(client, readReconciliationChoice(deps))),
      prefetch(queryClient, paymentTotalsQuery(client, readReconciliationChoice(deps))),
      prefetch(queryClient, reconciliationSummaryQuery(client)),
    ]),
  head: () => makeUnlistedPageHead(dashboardMessages.paymentIssues),
  component: Page,
});

function Page(): ReactElement {
  return <ReconciliationPage choice={Route.useSearch({ select: readReconciliationChoice })} />;
}
