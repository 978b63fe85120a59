import { createFileRoute } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { dashboardMessages } from '#messages/dashboard';
import { requireScreenRole } from '../../app/guards.ts';
import { makeUnlistedPageHead } from '../../app/page-title.ts';
import { keepSearchUnparsed } from '../../app/paths.ts';
import { prefetchFirstPage } from '../../app/prefetch.ts';
import { type FeeRulesFilter, feeRulesQuery, readFeeRulesFilter } from '../../features/fees/fee-queries.ts';
import { FeesPage } from '../../features/fees/fees-page.tsx';

export const Route = createFileRoute('/dashboard/fees')({
  beforeLoad: requireScreenRole,
  validateSearch: keepSearchUnparsed<FeeRulesFilter>,
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queryClient, client }, deps }) =>
    prefetchFirstPage(queryClient, feeRulesQuery(client, readFeeRulesFilter({ ...deps }))),
  head: () => makeUnlistedPageHead(dashboardMessages.fees),
  component: Page,
});

function Page(): ReactElement {
  return <FeesPage choice={Route.useSearch({ select: (search) => readFeeRulesFilter({ ...search }) })} />;
}
