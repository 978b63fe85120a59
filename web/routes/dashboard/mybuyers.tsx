import { texts } from '@carhouse/contract/texts';
import { createFileRoute } from '@tanstack/react-router';
import { MyBuyersPage } from '../../features/sales/my-buyers-page.tsx';
import { salesQuery } from '../../features/sales/sale-queries.ts';
import { pageTitle } from '../../lib/page-title.ts';
import { prefetchPages } from '../../prefetch-pages.ts';
import { requireRole } from '../../require-role.ts';

export const Route = createFileRoute('/dashboard/mybuyers')({
  beforeLoad: requireRole('Seller'),
  loader: ({ context }) => prefetchPages(context.queryClient, salesQuery(context.client)),
  head: () => pageTitle(texts.drawer.myBuyers),
  component: MyBuyersPage,
});
