import { texts } from '@carhouse/contract/texts';
import { createFileRoute } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { PeoplePage } from '../../features/people/people-page.tsx';
import { accountTotalsQuery, peopleQuery, readPeopleChoice } from '../../features/people/people-queries.ts';
import { pageTitle } from '../../lib/page-title.ts';
import { prefetch } from '../../prefetch.ts';
import { prefetchPages } from '../../prefetch-pages.ts';
import { requireRole } from '../../require-role.ts';

export const Route = createFileRoute('/dashboard/allSeller')({
  beforeLoad: requireRole('admin'),
  validateSearch: readPeopleChoice,
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queryClient, client }, deps }) =>
    Promise.all([
      prefetchPages(queryClient, peopleQuery(client, 'Seller', deps)),
      prefetch(queryClient, accountTotalsQuery(client)),
    ]),
  head: () => pageTitle(texts.drawer.allSellers),
  component: Page,
});

function Page(): ReactElement {
  return <PeoplePage of="Seller" choice={Route.useSearch()} />;
}
