import { createFileRoute } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { publicPages } from '#texts/public-pages';
import { BrandPage } from '../../../features/listings/brand-page.tsx';
import { readListingFilters } from '../../../features/listings/listing-filters.ts';
import { prefetchBrand } from '../../../features/listings/listing-queries.ts';
import { publicHead } from '../../../lib/page-title.ts';

export const Route = createFileRoute('/_public/_signed-in/ferrari')({
  validateSearch: readListingFilters,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => prefetchBrand(context, 'ferrari', deps),
  head: ({ match }) => publicHead(match.context.siteUrl, { ...publicPages.brand('Ferrari'), path: '/ferrari' }),
  component: Page,
});

function Page(): ReactElement {
  return <BrandPage brand="ferrari" />;
}
