import { createFileRoute } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { dashboardMessages } from '#messages/dashboard';
import { requireScreenRole } from '../../app/guards.ts';
import { makeUnlistedPageHead } from '../../app/page-title.ts';
import { keepSearchUnparsed } from '../../app/paths.ts';
import { prefetch, prefetchFirstPage } from '../../app/prefetch.ts';
import {
  type AdminImportFilters,
  adminImportsQuery,
  importTotalsQuery,
  readAdminImportChoice,
} from '../../features/admin-imports/admin-import-queries.ts';
import { AdminImportsPage } from '../../features/admin-imports/admin-imports-page.tsx';

export const Route = createFileRoute('/dashboard/allImports')({
  beforeLoad: requireScreenRole,
  validateSearch: keepSearchUnparsed<AdminImportFilters>,
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queryClient, client }, deps }) =>
    Promise.all([
      prefetchFirstPage(queryClient, adminImportsQuery(client, readAdminImportChoice(deps))),
      prefetch(queryClient, importTotalsQuery(client)),
    ]),
  head: () => makeUnlistedPageHead(dashboardMessages.allImports),
  component: Page,
});

function Page(): ReactElement {
  return <AdminImportsPage choice={Route.useSearch({ select: readAdminImportChoice })} />;
}
