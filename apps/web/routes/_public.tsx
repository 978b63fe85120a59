import { createFileRoute } from '@tanstack/react-router';
import { prefetch } from '../app/prefetch.ts';
import { loadFooter, PublicFrame } from '../features/layout/public-frame.tsx';
import { brandsQuery } from '../features/listings/browse/listing-queries.ts';

export const Route = createFileRoute('/_public')({
  // The counts beside the collections and the note in the footer are optional: a page without them still works.
  loader: ({ context }) =>
    Promise.all([
      prefetch(context.queryClient, brandsQuery(context.client)),
      loadFooter()
        .then(({ prefetchFooter }) => prefetchFooter(context))
        .catch(() => undefined),
    ]),
  component: PublicFrame,
});
