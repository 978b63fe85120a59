import { texts } from '@carhouse/contract/texts';
import { createFileRoute } from '@tanstack/react-router';
import { pageTitle } from '../../../app/page-title.ts';
import { prefetchPages } from '../../../app/prefetch-pages.ts';
import { requireRole } from '../../../app/require-role.ts';
import { MyProductsPage } from '../../../features/listings/manage/my-products-page.tsx';
import { myProductsQuery } from '../../../features/listings/manage/product-queries.ts';

export const Route = createFileRoute('/dashboard/myProduct/')({
  beforeLoad: requireRole('Seller'),
  loader: ({ context }) => prefetchPages(context.queryClient, myProductsQuery(context.client, context.user.email)),
  head: () => pageTitle(texts.drawer.myProducts),
  component: MyProductsPage,
});
