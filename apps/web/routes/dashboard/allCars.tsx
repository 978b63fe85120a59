import { createFileRoute } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { dashboardMessages } from '#messages/dashboard';
import { requireScreen } from '../../app/guards.ts';
import { pageTitle } from '../../app/page-title.ts';
import { unread } from '../../app/paths.ts';
import { prefetch, prefetchFirstPage } from '../../app/prefetch.ts';
import { AllCarsPage } from '../../features/admin-cars/all-cars-page.tsx';
import { type CarFilters, carsQuery, carTotalsQuery, readCarsChoice } from '../../features/admin-cars/car-queries.ts';

export const Route = createFileRoute('/dashboard/allCars')({
  beforeLoad: requireScreen,
  validateSearch: unread<CarFilters>,
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queryClient, client }, deps }) =>
    Promise.all([
      prefetchFirstPage(queryClient, carsQuery(client, readCarsChoice(deps))),
      prefetch(queryClient, carTotalsQuery(client)),
    ]),
  head: () => pageTitle(dashboardMessages.allCars),
  component: Page,
});

function Page(): ReactElement {
  return <AllCarsPage choice={Route.useSearch({ select: readCarsChoice })} />;
}
