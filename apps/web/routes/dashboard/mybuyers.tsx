import { texts } from '@carhouse/contract/texts';
import { createFileRoute } from '@tanstack/react-router';
import { requireScreenRole } from '../../app/guards.ts';
import { makeUnlistedPageHead } from '../../app/page-title.ts';
import { prefetchFirstPage } from '../../app/prefetch.ts';
import { MyBuyersPage, salesQuery } from '../../features/sales/my-buyers-page.tsx';

export const Route = createFileRoute('/dashboard/mybuyers')({
  beforeLoad: requireScreenRole,
  loader: ({ context }) => prefetchFirstPage(context.queryClient, salesQuery(context.client)),
  head: () => makeUnlistedPageHead(texts.drawer.myBuyers),
  component: MyBuyersPage,
});
