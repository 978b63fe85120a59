import { createFileRoute } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { publicPageMessages } from '#messages/public-pages';
import { publicHead } from '../../../app/page-title.ts';
import { BrandPage } from '../../../features/listings/browse/brand-page.tsx';
import { readListingFilters } from '../../../features/listings/browse/listing-filters.ts';
import { prefetchBrand } from '../../../features/listings/browse/listing-queries.ts';

export const Route = createFileRoute('/_public/_signed-in/mercedes')({
  validateSearch: readListingFilters,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => prefetchBrand(context, 'mercedes', deps),
  head: ({ match }) =>
    publicHead(match.context.siteUrl, { ...publicPageMessages.brand('Mercedes-Benz'), path: '/mercedes' }),
  component: Page,
});

function Page(): ReactElement {
  return <BrandPage brand="mercedes" />;
}
