import { ApiError } from '@carhouse/contract/client';
import { createFileRoute, notFound } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { pageTitles } from '#messages/shared';
import { throwRouterSignal } from '../../../app/guards.ts';
import { makeUnlistedPageHead } from '../../../app/page-title.ts';
import { receiptQuery } from '../../../features/payments/payment-queries.ts';
import { ReceiptPage } from '../../../features/payments/receipt-page.tsx';

export const Route = createFileRoute('/dashboard/myOrders/$id_/receipt')({
  loader: async ({ context, params }) => {
    try {
      await context.queryClient.ensureQueryData(receiptQuery(context.client, params.id));
    } catch (error) {
      if (error instanceof ApiError && [400, 404, 422].includes(error.status)) throwRouterSignal(notFound());
      throw error;
    }
  },
  head: () => makeUnlistedPageHead(pageTitles.receipt),
  component: Page,
});

function Page(): ReactElement {
  return <ReceiptPage id={Route.useParams().id} />;
}
