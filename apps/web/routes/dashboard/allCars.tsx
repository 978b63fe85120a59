import { createFileRoute } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { dashboardMessages } from '#messages/dashboard';
import { requireScreenRole } from '../../app/guards.ts';
import { makeUnlistedPageHead } from '../../app/page-title.ts';
import { keepSearchUnparsed } from '../../app/paths.ts';
import { prefetch, prefetchFirstPage } from '../../app/prefetch.ts';
import { AllCarsPage } from '../../features/admin-cars/all-cars-page.tsx';
import { type CarFilters, carsQuery, carTotalsQuery, readCarsChoice } from '../../features/admin-cars/car-queries.ts';

export const Route = createFileRoute('/dashboard/allCars')({
  beforeLoad: requireScreenRole,
  validateSearch: keepSearchUnparsed<CarFilters>,
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queryClient, client }, deps }) =>
    Promise.all([
      prefetchFirstPage(queryClient, carsQuery(client, readCarsChoice(deps))),
      prefetch(queryClient, carTotalsQuery(client)),
    ]),
  head: () => makeUnlistedPageHead(dashboardMessages.allCars),
  component: Page,
});

function Page(): ReactElement {
  return <AllCarsPage choice={Route.useSearch({ select: readCarsChoice })} />;
}
