import { createFileRoute } from '@tanstack/react-router';
import { dashboardMessages } from '#messages/dashboard';
import { requireScreenRole } from '../../../app/guards.ts';
import { makeUnlistedPageHead } from '../../../app/page-title.ts';
import { ConfirmPayoutsPage } from '../../../features/payouts/confirm-payouts-page.tsx';

export const Route = createFileRoute('/dashboard/payouts/confirm')({
  beforeLoad: requireScreenRole,
  head: () => makeUnlistedPageHead(dashboardMessages.getPaid),
  component: ConfirmPayoutsPage,
});
