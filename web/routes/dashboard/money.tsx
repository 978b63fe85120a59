import { createFileRoute } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { dashboard } from '#texts/dashboard';
import { MoneyPage } from '../../features/money/money-page.tsx';
import { deskSummaryQuery, findingsQuery, paymentsQuery, readMoneyChoice } from '../../features/money/money-queries.ts';
import { pageTitle } from '../../lib/page-title.ts';
import { prefetch } from '../../prefetch.ts';
import { prefetchPages } from '../../prefetch-pages.ts';
import { requireRole } from '../../require-role.ts';

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
