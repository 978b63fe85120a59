import { paymentGroups } from '@carhouse/domain/seller-payment/payment-standing';
import { useQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { dashboardMessages } from '#messages/dashboard';
import { useClient } from '../../../app/api.ts';
import { useTakesPayments } from '../../../app/business-mode.ts';
import { requireScreen } from '../../../app/guards.ts';
import { pageTitle } from '../../../app/page-title.ts';
import { unread } from '../../../app/paths.ts';
import { prefetch, prefetchFirstPage } from '../../../app/prefetch.ts';
import { InstructionsPage } from '../../../features/payment-instructions/instructions-page.tsx';
import { ownPaymentsQuery, ownTotalsQuery } from '../../../features/payouts/payment-queries.ts';
import { payoutAccountQuery } from '../../../features/payouts/payout-queries.ts';
import { PayoutsPage } from '../../../features/payouts/payouts-page.tsx';
import { type Return, returns } from '../../../features/payouts/use-return.ts';

/** `back`: how the seller came back from the provider's page. `show`: the money of earlier sales. */
type PayoutsChoice = { readonly back?: Return; readonly show?: 'earlier' };

export const Route = createFileRoute('/dashboard/payouts/')({
  beforeLoad: requireScreen,
  validateSearch: unread<PayoutsChoice>,
  loader: ({ context: { queryClient, client } }) =>
    Promise.all([
      prefetch(queryClient, payoutAccountQuery(client)),
      prefetch(queryClient, ownTotalsQuery(client)),
      ...paymentGroups.map((group) => prefetchFirstPage(queryClient, ownPaymentsQuery(client, group))),
    ]),
  head: () => pageTitle(dashboardMessages.getPaid),
  component: Page,
});

function Page(): ReactElement {
  const search = Route.useSearch();
  const back = returns.find((each) => each === search.back);
  const isHere = useTakesPayments();
  const { data: account } = useQuery(payoutAccountQuery(useClient()));
  // Where buyers pay sellers directly, the usual page is about the money of earlier sales, and only who has some needs it.
  const asksForEarlier = back !== undefined || search.show === 'earlier';
  const isPaidHere = isHere || (asksForEarlier && account?.hasSales !== false);
  return isPaidHere ? <PayoutsPage back={back} /> : <InstructionsPage />;
}
