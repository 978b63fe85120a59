import { ApiError } from '@carhouse/contract/client';
import { createFileRoute, notFound } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { throwRouterSignal } from '../../../app/guards.ts';
import { prefetch, prefetchFirstPage } from '../../../app/prefetch.ts';
import { MissingSeller } from '../../../features/sellers/missing-seller.tsx';
import { SellerPage } from '../../../features/sellers/seller-page.tsx';
import { carsOfSellerQuery, sellerQuery } from '../../../features/sellers/seller-queries.ts';
import { wishedCarsQuery } from '../../../features/wishes/wish-queries.ts';

export const Route = createFileRoute('/_public/sellers/$id')({
  codeSplitGroupings: [['loader', 'component'], ['notFoundComponent']],
  validateSearch: ({ brand }: Record<string, unknown>): { brand?: string } =>
    typeof brand === 'string' && brand !== '' ? { brand } : {},
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { queryClient, client, user }, params, deps }) => {
    const wishPromise = user === null ? undefined : prefetch(queryClient, wishedCarsQuery(client, user.email));
    const cars = prefetchFirstPage(queryClient, carsOfSellerQuery(client, params.id, deps.brand));
    try {
      await queryClient.ensureQueryData(sellerQuery(client, params.id));
    } catch (error) {
      if (error instanceof ApiError && [400, 404, 422].includes(error.status)) throwRouterSignal(notFound());
      throw error;
    }
    await Promise.all([cars, wishPromise]);
  },
  head: async ({ match: { context }, params }) => {
    const { makeSellerHead } = await import('../../../features/sellers/seller-head.ts');
    return makeSellerHead(context, params.id);
  },
  notFoundComponent: MissingSeller,
  component: Page,
});

function Page(): ReactElement {
  const { id } = Route.useParams();
  const { brand } = Route.useSearch();
  return <SellerPage id={id} brand={brand} />;
}
