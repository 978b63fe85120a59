import { createFileRoute } from '@tanstack/react-router';
import { prefetch } from '../app/prefetch.ts';
import { cardFormQuery } from '../features/bookings/booking-queries.ts';
import { PublicFrame } from '../features/layout/public-frame.tsx';
import { brandsQuery } from '../features/listings/browse/listing-queries.ts';

export const Route = createFileRoute('/_public')({
  // The counts beside the collections and the foot's note are courtesies: a page without them is still a page.
  loader: ({ context: { queryClient, client } }) =>
    Promise.all([prefetch(queryClient, brandsQuery(client)), prefetch(queryClient, cardFormQuery(client))]),
  component: PublicFrame,
});
