import { createFileRoute } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { dashboardMessages } from '#messages/dashboard';
import { requireScreenRole } from '../../app/guards.ts';
import { makeUnlistedPageHead } from '../../app/page-title.ts';
import { keepSearchUnparsed } from '../../app/paths.ts';
import { prefetch } from '../../app/prefetch.ts';
import { ImportPage } from '../../features/imports/import-page.tsx';
import {
  type ImportPageSearch,
  importQuery,
  importsQuery,
  readImportPageSearch,
} from '../../features/imports/import-queries.ts';

export const Route = createFileRoute('/dashboard/import')({
  beforeLoad: requireScreenRole,
  validateSearch: keepSearchUnparsed<ImportPageSearch>,
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { queryClient, client }, deps }) => {
    const { id } = readImportPageSearch(deps);
    if (id === undefined) await prefetch(queryClient, importsQuery(client));
    else await prefetch(queryClient, importQuery(client, id));
  },
  head: () => makeUnlistedPageHead(dashboardMessages.import),
  component: Page,
});

function Page(): ReactElement {
  return <ImportPage choice={Route.useSearch({ select: readImportPageSearch })} />;
}
