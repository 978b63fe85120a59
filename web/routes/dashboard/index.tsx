import { createFileRoute } from '@tanstack/react-router';
import { type ReactElement, useCallback } from 'react';
import { dashboard } from '#texts/dashboard';
import { newestOrdersQuery } from '../../features/bookings/booking-queries.ts';
import { OverviewPage } from '../../features/dashboard/overview-page.tsx';
import { overviewQuery } from '../../features/dashboard/overview-queries.ts';
import { useArrivalToast } from '../../features/layout/arrival-toast.tsx';
import { pageTitle } from '../../lib/page-title.ts';
import { prefetch } from '../../prefetch.ts';
import { toastFlagOf } from '../../require-role.ts';

export const Route = createFileRoute('/dashboard/')({
  loader: ({ context: { queryClient, client, user } }) =>
    user.role === 'admin'
      ? prefetch(queryClient, overviewQuery(client))
      : prefetch(queryClient, newestOrdersQuery(client, user.email)),
  validateSearch: toastFlagOf,
  head: () => pageTitle(dashboard.name),
  component: Page,
});

function Page(): ReactElement {
  const navigate = Route.useNavigate();
  const forget = useCallback(() => void navigate({ search: {}, replace: true }), [navigate]);
  useArrivalToast(Route.useSearch().toast, forget);
  return <OverviewPage />;
}
