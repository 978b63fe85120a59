import { ApiError } from '@carhouse/contract/client';
import { takesPayments } from '@carhouse/domain/payment/business-mode';
import { toSingaporeDay } from '@carhouse/domain/text/singapore-day';
import { createFileRoute, notFound } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { findBusinessMode } from '../../../app/business-mode.ts';
import { throwRouterSignal } from '../../../app/guards.ts';
import { prefetch } from '../../../app/prefetch.ts';
import { CarPage } from '../../../features/listings/detail/car-page.tsx';
import { carQuery, similarQuery } from '../../../features/listings/detail/car-queries.ts';
import { MissingCar } from '../../../features/listings/detail/missing-car.tsx';
import { reservationQuery } from '../../../features/reservations/reservation-queries.ts';
import { wishedCarsQuery } from '../../../features/wishes/wish-queries.ts';

export const Route = createFileRoute('/_public/cars/$id')({
  codeSplitGroupings: [['loader', 'component'], ['notFoundComponent']],
  validateSearch: ({ want }: Record<string, unknown>): { want?: 'book' | 'wish' } =>
    want === 'book' || want === 'wish' ? { want } : {},
  loader: async ({ context, params }) => {
    const { queryClient, client, user } = context;
    const wishPromise = user === null ? undefined : prefetch(queryClient, wishedCarsQuery(client, user.email));
    // Where buyers pay sellers directly, there are no reservations with a deposit.
    const reservation = takesPayments(findBusinessMode(context))
      ? prefetch(queryClient, reservationQuery(client, params.id, user?.email))
      : undefined;
    try {
      const similarCarsPromise = prefetch(queryClient, similarQuery(client, params.id));
      await queryClient.ensureQueryData(carQuery(client, params.id, user?.email));
      await similarCarsPromise;
      await wishPromise;
      await reservation;
      return { today: toSingaporeDay(new Date()) };
    } catch (error) {
      if (error instanceof ApiError && [400, 404, 422].includes(error.status)) throwRouterSignal(notFound());
      throw error;
    }
  },
  // The code for the head of a car is large, so only pages of cars load it.
  head: async ({ match: { context }, params }) => {
    const { makeCarHead } = await import('../../../features/listings/detail/car-head.ts');
    return makeCarHead(context, params.id);
  },
  notFoundComponent: MissingCar,
  component: Page,
});

function Page(): ReactElement {
  const { id } = Route.useParams();
  const { want } = Route.useSearch();
  const { siteUrl } = Route.useRouteContext();
  return <CarPage id={id} today={Route.useLoaderData().today} want={want} siteUrl={siteUrl} />;
}
