import { ApiError } from '@carhouse/contract/client';
import { createFileRoute, notFound } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { pageTitles } from '#messages/shared';
import { throwRouterSignal } from '../../../app/guards.ts';
import { makeUnlistedPageHead } from '../../../app/page-title.ts';
import { prefetch } from '../../../app/prefetch.ts';
import { carQuery } from '../../../features/listings/detail/car-queries.ts';
import { ReservationPage } from '../../../features/reservations/reservation-page.tsx';
import { reservationQuery } from '../../../features/reservations/reservation-queries.ts';

export const Route = createFileRoute('/_public/cars/$id_/reservation')({
  loader: async ({ context, params: { id } }) => {
    const { queryClient, client, user } = context;
    const standing = prefetch(queryClient, reservationQuery(client, id, user?.email));
    try {
      await queryClient.ensureQueryData(carQuery(client, id, user?.email));
    } catch (error) {
      if (error instanceof ApiError && [400, 404, 422].includes(error.status)) throwRouterSignal(notFound());
      throw error;
    }
    await standing;
    return new Date().toISOString();
  },
  head: () => makeUnlistedPageHead(pageTitles.reservation),
  component: Page,
});

function Page(): ReactElement {
  return <ReservationPage id={Route.useParams().id} renderedAt={Route.useLoaderData()} />;
}
