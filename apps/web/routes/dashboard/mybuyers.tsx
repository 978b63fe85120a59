import { texts } from '@carhouse/contract/texts';
import { createFileRoute } from '@tanstack/react-router';
import { pageTitle } from '../../app/page-title.ts';
import { prefetchPages } from '../../app/prefetch.ts';
import { requireRole } from '../../app/require-role.ts';
import { MyBuyersPage } from '../../features/sales/my-buyers-page.tsx';
import { salesQuery } from '../../features/sales/sale-queries.ts';

export const Route = createFileRoute('/dashboard/mybuyers')({
  beforeLoad: requireRole('Seller'),
  loader: ({ context }) => prefetchPages(context.queryClient, salesQuery(context.client)),
  head: () => pageTitle(texts.drawer.myBuyers),
  component: MyBuyersPage,
});
