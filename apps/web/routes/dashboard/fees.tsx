import { createFileRoute } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { dashboardMessages } from '#messages/dashboard';
import { requireScreen } from '../../app/guards.ts';
import { pageTitle } from '../../app/page-title.ts';
import { unread } from '../../app/paths.ts';
import { prefetchFirstPage } from '../../app/prefetch.ts';
import { type FeesChoice, feeRulesQuery, readFeesChoice } from '../../features/fees/fee-queries.ts';
import { FeesPage } from '../../features/fees/fees-page.tsx';

export const Route = createFileRoute('/dashboard/fees')({
  beforeLoad: requireScreen,
  validateSearch: unread<FeesChoice>,
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queryClient, client }, deps }) =>
    prefetchFirstPage(queryClient, feeRulesQuery(client, readFeesChoice({ ...deps }))),
  head: () => pageTitle(dashboardMessages.fees),
  component: Page,
});

function Page(): ReactElement {
  return <FeesPage choice={Route.useSearch({ select: (search) => readFeesChoice({ ...search }) })} />;
}
