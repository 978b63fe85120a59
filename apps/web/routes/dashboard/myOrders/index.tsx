import { texts } from '@carhouse/contract/texts';
import { createFileRoute } from '@tanstack/react-router';
import { makeUnlistedPageHead } from '../../../app/page-title.ts';
import { prefetch } from '../../../app/prefetch.ts';
import { newestOrdersQuery } from '../../../features/bookings/booking-queries.ts';
import { MyOrdersPage } from '../../../features/bookings/my-orders-page.tsx';

export const Route = createFileRoute('/dashboard/myOrders/')({
  loader: ({ context }) => prefetch(context.queryClient, newestOrdersQuery(context.client, context.user.email)),
  head: () => makeUnlistedPageHead(texts.drawer.myOrders),
  component: MyOrdersPage,
});
