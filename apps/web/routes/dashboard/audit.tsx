import { createFileRoute } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { dashboardMessages } from '#messages/dashboard';
import { requireScreenRole } from '../../app/guards.ts';
import { makeUnlistedPageHead } from '../../app/page-title.ts';
import { keepSearchUnparsed } from '../../app/paths.ts';
import { prefetchFirstPage } from '../../app/prefetch.ts';
import { AuditPage } from '../../features/audit/audit-page.tsx';
import { type AuditFilters, auditQuery, readAuditFilters } from '../../features/audit/audit-queries.ts';

export const Route = createFileRoute('/dashboard/audit')({
  beforeLoad: requireScreenRole,
  validateSearch: keepSearchUnparsed<AuditFilters>,
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queryClient, client }, deps }) =>
    prefetchFirstPage(queryClient, auditQuery(client, readAuditFilters(deps))),
  head: () => makeUnlistedPageHead(dashboardMessages.audit),
  component: Page,
});

function Page(): ReactElement {
  return <AuditPage choice={Route.useSearch({ select: readAuditFilters })} />;
}
