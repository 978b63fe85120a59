import { createFileRoute } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { pageTitles } from '#messages/shared';
import { requireScreenRole } from '../../../../app/guards.ts';
import { makeUnlistedPageHead } from '../../../../app/page-title.ts';
import { prefetch } from '../../../../app/prefetch.ts';
import { EditProductPage } from '../../../../features/listings/manage/edit-product-page.tsx';
import { categoriesQuery, ownListingQuery } from '../../../../features/listings/manage/own-listing-queries.ts';

export const Route = createFileRoute('/dashboard/myProduct/$id/edit')({
  beforeLoad: requireScreenRole,
  loader: async ({ context, params }) => {
    await Promise.all([
      prefetch(context.queryClient, categoriesQuery(context.client)),
      prefetch(context.queryClient, ownListingQuery(context.client, params.id)),
    ]);
  },
  head: () => makeUnlistedPageHead(pageTitles.editCar),
  component: Page,
});

function Page(): ReactElement {
  return <EditProductPage id={Route.useParams().id} />;
}
