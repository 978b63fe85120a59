import { createFileRoute } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { dashboardMessages } from '#messages/dashboard';
import { requireScreen } from '../../../app/guards.ts';
import { pageTitle } from '../../../app/page-title.ts';
import { prefetch } from '../../../app/prefetch.ts';
import { payoutAccountQuery } from '../../../features/payouts/payout-queries.ts';
import { PayoutsPage } from '../../../features/payouts/payouts-page.tsx';
import { type Return, returns } from '../../../features/payouts/use-return.ts';

export const Route = createFileRoute('/dashboard/payouts/')({
  beforeLoad: requireScreen,
  validateSearch: (search: Record<string, unknown>): { back?: Return } => {
    const back = returns.find((each) => each === search.back);
    return back === undefined ? {} : { back };
  },
  loader: ({ context: { queryClient, client } }) => prefetch(queryClient, payoutAccountQuery(client)),
  head: () => pageTitle(dashboardMessages.getPaid),
  component: Page,
});

function Page(): ReactElement {
  return <PayoutsPage back={Route.useSearch().back} />;
}
