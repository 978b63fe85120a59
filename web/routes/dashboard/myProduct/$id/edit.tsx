import { createFileRoute } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { pageTitles } from '#texts/page-titles';
import { EditProductPage } from '../../../../features/products/edit-product-page.tsx';
import { categoriesQuery, ownListingQuery } from '../../../../features/products/product-queries.ts';
import { pageTitle } from '../../../../lib/page-title.ts';
import { prefetch } from '../../../../prefetch.ts';
import { requireRole } from '../../../../require-role.ts';

export const Route = createFileRoute('/dashboard/myProduct/$id/edit')({
  beforeLoad: requireRole('Seller'),
  loader: async ({ context, params }) => {
    await Promise.all([
      prefetch(context.queryClient, categoriesQuery(context.client)),
      prefetch(context.queryClient, ownListingQuery(context.client, params.id)),
    ]);
  },
  head: () => pageTitle(pageTitles.editCar),
  component: Page,
});

function Page(): ReactElement {
  return <EditProductPage id={Route.useParams().id} />;
}
