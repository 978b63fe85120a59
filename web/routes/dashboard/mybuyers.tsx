import { texts } from '@carhouse/contract/texts';
import { createFileRoute } from '@tanstack/react-router';
import { MyBuyersPage } from '../../features/sales/my-buyers-page.tsx';
import { pageTitle } from '../../lib/page-title.ts';
import { requireRole } from '../../require-role.ts';

export const Route = createFileRoute('/dashboard/mybuyers')({
  beforeLoad: requireRole('Seller'),
  head: () => pageTitle(texts.drawer.myBuyers),
  component: MyBuyersPage,
});
