import { paymentGroups } from '@carhouse/domain/seller-payment/payment-standing';
import { useQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { dashboardMessages } from '#messages/dashboard';
import { useClient } from '../../../app/api.ts';
import { useTakesPayments } from '../../../app/business-mode.ts';
import { requireScreenRole } from '../../../app/guards.ts';
import { makeUnlistedPageHead } from '../../../app/page-title.ts';
import { keepSearchUnparsed } from '../../../app/paths.ts';
import { prefetch, prefetchFirstPage } from '../../../app/prefetch.ts';
import { InstructionsPage } from '../../../features/payment-instructions/instructions-page.tsx';
import { ownPaymentsQuery, ownPaymentTotalsQuery } from '../../../features/payouts/payment-queries.ts';
import { payoutAccountQuery } from '../../../features/payouts/payout-queries.ts';
import { PayoutsPage } from '../../../features/payouts/payouts-page.tsx';
import { type ReturnReason, returnReasons } from '../../../features/payouts/use-return.ts';

/**
 * `back`: the reason why the seller returned from the provider's page. `show` with `earlier`: the page shows the money
 * of earlier sales.
 */
type PayoutsPageSearch = { readonly back?: ReturnReason; readonly show?: 'earlier' };

export const Route = createFileRoute('/dashboard/payouts/')({
  beforeLoad: requireScreenRole,
  validateSearch: keepSearchUnparsed<PayoutsPageSearch>,
  loader: ({ context: { queryClient, client } }) =>
    Promise.all([
      prefetch(queryClient, payoutAccountQuery(client)),
      prefetch(queryClient, ownPaymentTotalsQuery(client)),
      ...paymentGroups.map((group) => prefetchFirstPage(queryClient, ownPaymentsQuery(client, group))),
    ]),
  head: () => makeUnlistedPageHead(dashboardMessages.getPaid),
  component: Page,
});

function Page(): ReactElement {
  const search = Route.useSearch();
  const returnReason = returnReasons.find((reason) => reason === search.back);
  const takesPayments = useTakesPayments();
  const { data: account } = useQuery(payoutAccountQuery(useClient()));
  // When buyers pay sellers directly, the page about payouts only shows the money of earlier sales, so only sellers
  // with such sales need it.
  const isEarlierSalesRequested = returnReason !== undefined || search.show === 'earlier';
  const isPaidHere = takesPayments || (isEarlierSalesRequested && account?.hasSales !== false);
  return isPaidHere ? <PayoutsPage returnReason={returnReason} /> : <InstructionsPage />;
}
