import { ApiError } from '@carhouse/contract/client';
import { createFileRoute, notFound } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { dashboardMessages } from '#messages/dashboard';
import { requireUser, throwRouterSignal } from '../app/guards.ts';
import { makeUnlistedPageHead } from '../app/page-title.ts';
import { DashboardShell } from '../features/dashboard/dashboard-shell.tsx';
import { FeeDocumentsPage } from '../features/payouts/fee-documents-page.tsx';
import { feeDocumentsQuery } from '../features/payouts/payment-queries.ts';

export const Route = createFileRoute('/orders/$id_/invoice')({
  beforeLoad: requireUser,
  loader: async ({ context, params }) => {
    try {
      await context.queryClient.ensureQueryData(feeDocumentsQuery(context.client, params.id));
    } catch (error) {
      if (error instanceof ApiError && [400, 404, 422].includes(error.status)) throwRouterSignal(notFound());
      throw error;
    }
  },
  head: () => makeUnlistedPageHead(dashboardMessages.feeInvoice),
  component: Page,
});

function Page(): ReactElement {
  return (
    <DashboardShell>
      <FeeDocumentsPage id={Route.useParams().id} />
    </DashboardShell>
  );
}
