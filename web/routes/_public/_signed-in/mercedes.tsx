import { createFileRoute } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { BrandPage } from '../../../features/listings/brand-page.tsx';
import { readListingFilters } from '../../../features/listings/listing-filters.ts';
import { brandDatasQuery } from '../../../features/listings/listing-queries.ts';
import { pageTitle } from '../../../lib/page-title.ts';
import { prefetch } from '../../../prefetch.ts';

export const Route = createFileRoute('/_public/_signed-in/mercedes')({
  validateSearch: readListingFilters,
  loader: ({ context }) => prefetch(context.queryClient, brandDatasQuery(context.client, 'mercedes')),
  head: () => pageTitle('Mercedes-Benz'),
  component: Page,
});

function Page(): ReactElement {
  return <BrandPage brand="mercedes" />;
}
