import { texts } from '@carhouse/contract/texts';
import { createFileRoute } from '@tanstack/react-router';
import { MyProductsPage } from '../../../features/products/my-products-page.tsx';
import { myProductsQuery } from '../../../features/products/product-queries.ts';
import { pageTitle } from '../../../lib/page-title.ts';
import { prefetchPages } from '../../../prefetch-pages.ts';
import { requireRole } from '../../../require-role.ts';

export const Route = createFileRoute('/dashboard/myProduct/')({
  beforeLoad: requireRole('Seller'),
  loader: ({ context }) => prefetchPages(context.queryClient, myProductsQuery(context.client, context.user.email)),
  head: () => pageTitle(texts.drawer.myProducts),
  component: MyProductsPage,
});
