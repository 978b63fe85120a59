import { createFileRoute, notFound } from '@tanstack/react-router';
import { publicPageMessages } from '#messages/public-pages';
import { interrupt } from '../app/guards.ts';
import { pageTitle } from '../app/page-title.ts';
import { NotFoundPage } from '../features/layout/not-found-page.tsx';
import { brandsQuery } from '../features/listings/browse/listing-queries.ts';

// The page for every path that has no other page.
export const Route = createFileRoute('/$')({
  loader: async ({ context }) => {
    await context.queryClient.prefetchQuery(brandsQuery(context.client));
    interrupt(notFound());
  },
  head: () => pageTitle(publicPageMessages.notFound),
  notFoundComponent: NotFoundPage,
});
