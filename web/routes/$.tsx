import { createFileRoute, notFound } from '@tanstack/react-router';
import { publicPages } from '#texts/public-pages';
import { NotFoundPage } from '../features/layout/not-found-page.tsx';
import { brandsQuery } from '../features/listings/listing-queries.ts';
import { interrupt } from '../lib/interrupt.ts';
import { pageTitle } from '../lib/page-title.ts';

// Every address without a page of its own.
export const Route = createFileRoute('/$')({
  loader: async ({ context }) => {
    await context.queryClient.prefetchQuery(brandsQuery(context.client));
    interrupt(notFound());
  },
  head: () => pageTitle(publicPages.notFound),
  notFoundComponent: NotFoundPage,
});
