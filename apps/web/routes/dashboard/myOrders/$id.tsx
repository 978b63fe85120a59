import { ApiError } from '@carhouse/contract/client';
import { createFileRoute, notFound } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { pageTitles } from '#messages/shared';
import { throwRouterSignal } from '../../../app/guards.ts';
import { makeUnlistedPageHead } from '../../../app/page-title.ts';
import { cardFormQuery, paymentQuery } from '../../../features/bookings/booking-queries.ts';
import { PaymentPage } from '../../../features/payments/payment-page.tsx';

export const Route = createFileRoute('/dashboard/myOrders/$id')({
  // The booking is loaded before the page is rendered (specification, section 2).
  loader: async ({ context, params }) => {
    void context.queryClient.prefetchQuery(cardFormQuery(context.client));
    try {
      await context.queryClient.ensureQueryData(paymentQuery(context.client, params.id));
    } catch (error) {
      if (error instanceof ApiError && [400, 403, 404, 422].includes(error.status)) throwRouterSignal(notFound());
      throw error;
    }
  },
  head: () => makeUnlistedPageHead(pageTitles.payment),
  component: Page,
});

function Page(): ReactElement {
  return <PaymentPage id={Route.useParams().id} />;
}
