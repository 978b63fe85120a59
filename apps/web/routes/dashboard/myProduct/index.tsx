import { texts } from '@carhouse/contract/texts';
import { createFileRoute } from '@tanstack/react-router';
import { requireScreen } from '../../../app/guards.ts';
import { pageTitle } from '../../../app/page-title.ts';
import { prefetch, prefetchPages } from '../../../app/prefetch.ts';
import { MyProductsPage } from '../../../features/listings/manage/my-products-page.tsx';
import { ownListingsQuery, sellingLimitsQuery } from '../../../features/listings/manage/own-listing-queries.ts';

export const Route = createFileRoute('/dashboard/myProduct/')({
  beforeLoad: requireScreen,
  loader: ({ context: { queryClient, client, user } }) =>
    Promise.all([
      prefetchPages(queryClient, ownListingsQuery(client, user.email)),
      prefetch(queryClient, sellingLimitsQuery(client)),
    ]),
  head: () => pageTitle(texts.drawer.myProducts),
  component: MyProductsPage,
});
