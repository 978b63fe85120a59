import { texts } from '@carhouse/contract/texts';
import { createFileRoute } from '@tanstack/react-router';
import { pageTitle } from '../../../app/page-title.ts';
import { prefetch, prefetchPages } from '../../../app/prefetch.ts';
import { requireRole } from '../../../app/require-role.ts';
import { MyProductsPage } from '../../../features/listings/manage/my-products-page.tsx';
import { myProductsQuery, sellingLimitsQuery } from '../../../features/listings/manage/product-queries.ts';

export const Route = createFileRoute('/dashboard/myProduct/')({
  beforeLoad: requireRole('Seller'),
  loader: ({ context: { queryClient, client, user } }) =>
    Promise.all([
      prefetchPages(queryClient, myProductsQuery(client, user.email)),
      prefetch(queryClient, sellingLimitsQuery(client)),
    ]),
  head: () => pageTitle(texts.drawer.myProducts),
  component: MyProductsPage,
});
