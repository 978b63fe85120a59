import { createFileRoute } from '@tanstack/react-router';
import { PublicLayout } from '../features/layout/public-layout.tsx';
import { brandsQuery } from '../features/listings/listing-queries.ts';

export const Route = createFileRoute('/_public')({
  // The counts beside the collections are a courtesy: a page without them is still a page.
  loader: ({ context }) => context.queryClient.prefetchQuery(brandsQuery(context.client)),
  component: PublicLayout,
});
