import { texts } from '@carhouse/contract/texts';
import { createFileRoute } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { pageTitle } from '../../app/page-title.ts';
import { prefetch } from '../../app/prefetch.ts';
import { prefetchPages } from '../../app/prefetch-pages.ts';
import { requireRole } from '../../app/require-role.ts';
import { PeoplePage } from '../../features/users/people-page.tsx';
import { accountTotalsQuery, peopleQuery, readPeopleChoice } from '../../features/users/people-queries.ts';

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
