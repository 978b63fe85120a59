import { createFileRoute } from '@tanstack/react-router';
import { myOrdersQuery } from '../../features/bookings/booking-queries.ts';
import { OverviewPage } from '../../features/dashboard/overview-page.tsx';
import { pageTitle } from '../../lib/page-title.ts';

export const Route = createFileRoute('/dashboard/')({
  loader: ({ context }) => context.queryClient.prefetchQuery(myOrdersQuery(context.client, context.user.email)),
  head: () => pageTitle('Dashboard'),
  component: OverviewPage,
});
