import { texts } from '@carhouse/contract/texts';
import { createFileRoute } from '@tanstack/react-router';
import { pageTitle } from '../../../app/page-title.ts';
import { prefetch } from '../../../app/prefetch.ts';
import { newestOrdersQuery } from '../../../features/bookings/booking-queries.ts';
import { MyOrdersPage } from '../../../features/bookings/my-orders-page.tsx';

export const Route = createFileRoute('/dashboard/myOrders/')({
  loader: ({ context }) => prefetch(context.queryClient, newestOrdersQuery(context.client, context.user.email)),
  head: () => pageTitle(texts.drawer.myOrders),
  component: MyOrdersPage,
});
