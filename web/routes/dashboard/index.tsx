import { createFileRoute } from '@tanstack/react-router';
import { myOrdersQuery } from '../../features/bookings/booking-queries.ts';
import { OverviewPage } from '../../features/dashboard/overview-page.tsx';
import { pageTitle } from '../../lib/page-title.ts';
import { prefetch } from '../../prefetch.ts';

export const Route = createFileRoute('/dashboard/')({
  loader: ({ context }) => prefetch(context.queryClient, myOrdersQuery(context.client, context.user.email)),
  head: () => pageTitle('Dashboard'),
  component: OverviewPage,
});
