import { texts } from '@carhouse/contract/texts';
import { createFileRoute } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { requireScreenRole } from '../../app/guards.ts';
import { makeUnlistedPageHead } from '../../app/page-title.ts';
import { keepSearchUnparsed } from '../../app/paths.ts';
import { prefetch, prefetchFirstPage } from '../../app/prefetch.ts';
import {
  accountTotalsQuery,
  readUsersFilters,
  type UsersFilters,
  usersQuery,
} from '../../features/users/user-queries.ts';
import { UsersPage } from '../../features/users/users-page.tsx';

export const Route = createFileRoute('/dashboard/allBuyers')({
  beforeLoad: requireScreenRole,
  validateSearch: keepSearchUnparsed<UsersFilters>,
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queryClient, client }, deps }) =>
    Promise.all([
      prefetchFirstPage(queryClient, usersQuery(client, 'Buyer', readUsersFilters(deps))),
      prefetch(queryClient, accountTotalsQuery(client)),
    ]),
  head: () => makeUnlistedPageHead(texts.drawer.allBuyers),
  component: Page,
});

function Page(): ReactElement {
  return <UsersPage of="Buyer" choice={Route.useSearch({ select: readUsersFilters })} />;
}
