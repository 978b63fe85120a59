import { texts } from '@carhouse/contract/texts';
import { createFileRoute } from '@tanstack/react-router';
import { requireScreenRole } from '../../app/guards.ts';
import { makeUnlistedPageHead } from '../../app/page-title.ts';
import { prefetch } from '../../app/prefetch.ts';
import { AddProductPage } from '../../features/listings/manage/add-product-page.tsx';
import { categoriesQuery, sellingLimitsQuery } from '../../features/listings/manage/own-listing-queries.ts';

export const Route = createFileRoute('/dashboard/addProduct')({
  beforeLoad: requireScreenRole,
  loader: ({ context: { queryClient, client } }) =>
    Promise.all([prefetch(queryClient, categoriesQuery(client)), prefetch(queryClient, sellingLimitsQuery(client))]),
  head: () => makeUnlistedPageHead(texts.drawer.addProduct),
  component: AddProductPage,
});
