import { ApiError } from '@carhouse/contract/client';
import { createFileRoute, notFound } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { pageTitles } from '#messages/shared';
import { requireUser, throwRouterSignal } from '../app/guards.ts';
import { makeUnlistedPageHead } from '../app/page-title.ts';
import { DashboardShell } from '../features/dashboard/dashboard-shell.tsx';
import { MissingOrder } from '../features/orders/missing-order.tsx';
import { OrderPage } from '../features/orders/order-page.tsx';
import { orderPageQuery } from '../features/orders/order-queries.ts';
import { paymentPlanQuery } from '../features/payments/payment-queries.ts';

export const Route = createFileRoute('/orders/$id')({
  beforeLoad: requireUser,
  loader: async ({ context, params }) => {
    try {
      const order = await context.queryClient.ensureQueryData(orderPageQuery(context.client, params.id));
      if (order.inParts) await context.queryClient.ensureQueryData(paymentPlanQuery(context.client, params.id));
    } catch (error) {
      if (error instanceof ApiError && [400, 404, 422].includes(error.status)) throwRouterSignal(notFound());
      throw error;
    }
    return new Date().toISOString();
  },
  head: () => makeUnlistedPageHead(pageTitles.order),
  notFoundComponent: MissingOrder,
  component: Page,
});

function Page(): ReactElement {
  return (
    <DashboardShell>
      <OrderPage id={Route.useParams().id} renderedAt={Route.useLoaderData()} />
    </DashboardShell>
  );
}
