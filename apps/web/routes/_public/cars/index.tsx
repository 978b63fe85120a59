import { createFileRoute } from '@tanstack/react-router';
import { type ReactElement, useEffect } from 'react';
import { publicPageMessages } from '#messages/public-pages';
import { makePublicPageHead } from '../../../app/page-title.ts';
import { prefetch } from '../../../app/prefetch.ts';
import { type CarSearch, readCarSearch } from '../../../features/search/car-search.ts';
import { makeSearchDeps } from '../../../features/search/search-deps.ts';
import { SearchPage } from '../../../features/search/search-page.tsx';
import { loadCars } from '../../../features/search/search-queries.ts';
import { wishedCarsQuery } from '../../../features/wishes/wish-queries.ts';

export const Route = createFileRoute('/_public/cars/')({
  // The code that only this page needs is loaded with the page, because every page contains all routes.
  codeSplitGroupings: [['loader', 'component']],
  // The search parameters are passed on unchanged: the page and its loader parse them.
  validateSearch: (search: Record<string, unknown>): CarSearch => search,
  // The number of shown cars in the URL is not part of the search and does not run the loader again.
  loaderDeps: ({ search }) => makeSearchDeps(search),
  loader: async ({ context, location }) => {
    const { queryClient, client, user } = context;
    const [loadedPage] = await Promise.all([
      loadCars(context, location.search),
      user === null ? undefined : prefetch(queryClient, wishedCarsQuery(client, user.email)),
    ]);
    return loadedPage;
  },
  // All searches have the same canonical URL, because the number of possible searches is unlimited.
  head: ({ match }) => makePublicPageHead(match.context.siteUrl, { ...publicPageMessages.cars, path: '/cars' }),
  component: Page,
});

function Page(): ReactElement {
  const { refusal, interpretedSearch } = Route.useLoaderData();
  const search = readCarSearch(Route.useSearch());
  const navigate = Route.useNavigate();
  useEffect(() => {
    if (interpretedSearch !== undefined)
      void navigate({ search: interpretedSearch, replace: true, resetScroll: false });
  }, [interpretedSearch, navigate]);
  return <SearchPage search={interpretedSearch ?? search} refusal={refusal} />;
}
