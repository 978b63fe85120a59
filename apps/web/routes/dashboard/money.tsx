import { createFileRoute } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { dashboardMessages } from '#messages/dashboard';
import { pageTitle } from '../../app/page-title.ts';
import { prefetch, prefetchPages } from '../../app/prefetch.ts';
import { requireRole } from '../../app/require-role.ts';
import { ReconciliationPage } from '../../features/reconciliation/reconciliation-page.tsx';
import {
  discrepanciesQuery,
  paymentsQuery,
  readReconciliationChoice,
  reconciliationSummaryQuery,
} from '../../features/reconciliation/reconciliation-queries.ts';

export const Route = createFileRoute('/dashboard/money')({
  beforeLoad: requireRole('admin'),
  validateSearch: readReconciliationChoice,
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queryClient, client }, deps }) =>
    Promise.all([
      prefetchPages(queryClient, discrepanciesQuery(client, deps)),
      prefetchPages(queryClient, paymentsQuery(client, deps)),
      prefetch(queryClient, reconciliationSummaryQuery(client)),
    ]),
  head: () => pageTitle(dashboardMessages.paymentIssues),
  component: Page,
});

function Page(): ReactElement {
  return <ReconciliationPage choice={Route.useSearch()} />;
}
