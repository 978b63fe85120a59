import { createFileRoute } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { publicPages } from '#texts/public-pages';
import { wishedCarsQuery } from '../../../features/listings/wished-cars.ts';
import { readCarSearch } from '../../../features/search/car-search.ts';
import { SearchPage } from '../../../features/search/search-page.tsx';
import { prefetchCars } from '../../../features/search/search-queries.ts';
import { publicHead } from '../../../lib/page-title.ts';
import { prefetch } from '../../../prefetch.ts';

export const Route = createFileRoute('/_public/cars/')({
  validateSearch: readCarSearch,
  // The router leaves the fields of a form that were sent empty in the search.
  loaderDeps: ({ search }) => readCarSearch(search),
  loader: async ({ context, deps }) => {
    const { queryClient, client, user } = context;
    const [refusal] = await Promise.all([
      prefetchCars(context, deps),
      user === null ? undefined : prefetch(queryClient, wishedCarsQuery(client, user.email)),
    ]);
    return { refusal };
  },
  // Every search is this one page to search engines: its parts would be without end.
  head: ({ match }) => publicHead(match.context.siteUrl, { ...publicPages.cars, path: '/cars' }),
  component: Page,
});

function Page(): ReactElement {
  return <SearchPage search={readCarSearch(Route.useSearch())} refusal={Route.useLoaderData().refusal} />;
}
