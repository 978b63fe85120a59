import { createFileRoute } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { dashboardMessages } from '#messages/dashboard';
import { requireScreenRole } from '../../app/guards.ts';
import { makeUnlistedPageHead } from '../../app/page-title.ts';
import { keepSearchUnparsed } from '../../app/paths.ts';
import { prefetch, prefetchFirstPage } from '../../app/prefetch.ts';
import { SecurityPage } from '../../features/security/security-page.tsx';
import {
  readSecurityFilters,
  type SecurityFilters,
  securityAlertsQuery,
  securityEventsQuery,
} from '../../features/security/security-queries.ts';

export const Route = createFileRoute('/dashboard/security')({
  beforeLoad: requireScreenRole,
  validateSearch: keepSearchUnparsed<SecurityFilters>,
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queryClient, client }, deps }) =>
    Promise.all([
      prefetchFirstPage(queryClient, securityEventsQuery(client, readSecurityFilters(deps))),
      prefetch(queryClient, securityAlertsQuery(client)),
    ]),
  head: () => makeUnlistedPageHead(dashboardMessages.security),
  component: Page,
});

function Page(): ReactElement {
  return <SecurityPage choice={Route.useSearch({ select: readSecurityFilters })} />;
}
