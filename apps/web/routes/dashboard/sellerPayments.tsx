import { createFileRoute } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { dashboardMessages } from '#messages/dashboard';
import { requireScreenRole } from '../../app/guards.ts';
import { makeUnlistedPageHead } from '../../app/page-title.ts';
import { keepSearchUnparsed } from '../../app/paths.ts';
import { prefetchFirstPage } from '../../app/prefetch.ts';
import {
  readSellerPaymentFilter,
  type SellerPaymentFilter,
  sellerPaymentsQuery,
} from '../../features/seller-payments/seller-payment-queries.ts';
import { SellerPaymentsPage } from '../../features/seller-payments/seller-payments-page.tsx';

export const Route = createFileRoute('/dashboard/sellerPayments')({
  beforeLoad: requireScreenRole,
  validateSearch: keepSearchUnparsed<SellerPaymentFilter>,
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queryClient, client }, deps }) =>
    prefetchFirstPage(queryClient, sellerPaymentsQuery(client, readSellerPaymentFilter(deps))),
  head: () => makeUnlistedPageHead(dashboardMessages.sellerPayments),
  component: Page,
});

function Page(): ReactElement {
  return <SellerPaymentsPage choice={Route.useSearch({ select: readSellerPaymentFilter })} />;
}
