import { createFileRoute } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { publicPageMessages } from '#messages/public-pages';
import { makePublicPageHead } from '../../../app/page-title.ts';
import { keepSearchUnparsed } from '../../../app/paths.ts';
import { BrandPage } from '../../../features/listings/browse/brand-page.tsx';
import { prefetchBrand } from '../../../features/listings/browse/brand-page-queries.ts';
import { type ListingFilters, readListingFilters } from '../../../features/listings/browse/listing-filters.ts';

export const Route = createFileRoute('/_public/_signed-in/tesla')({
  validateSearch: keepSearchUnparsed<ListingFilters>,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => prefetchBrand(context, 'tesla', readListingFilters(deps)),
  head: ({ match }) =>
    makePublicPageHead(match.context.siteUrl, { ...publicPageMessages.brand('Tesla'), path: '/tesla' }),
  component: Page,
});

function Page(): ReactElement {
  return <BrandPage brand="tesla" />;
}
