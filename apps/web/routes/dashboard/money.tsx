import { createFileRoute } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { dashboard } from '#messages/dashboard';
import { pageTitle } from '../../app/page-title.ts';
import { prefetch } from '../../app/prefetch.ts';
import { prefetchPages } from '../../app/prefetch-pages.ts';
import { requireRole } from '../../app/require-role.ts';
import { MoneyPage } from '../../features/reconciliation/money-page.tsx';
import {
  deskSummaryQuery,
  findingsQuery,
  paymentsQuery,
  readMoneyChoice,
} from '../../features/reconciliation/money-queries.ts';

export const Route = createFileRoute('/dashboard/money')({
  beforeLoad: requireRole('admin'),
  validateSearch: readMoneyChoice,
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queryClient, client }, deps }) =>
    Promise.all([
      prefetchPages(queryClient, findingsQuery(client, deps)),
      prefetchPages(queryClient, paymentsQuery(client, deps)),
      prefetch(queryClient, deskSummaryQuery(client)),
    ]),
  head: () => pageTitle(dashboard.moneyDesk),
  component: Page,
});

function Page(): ReactElement {
  return <MoneyPage choice={Route.useSearch()} />;
}
