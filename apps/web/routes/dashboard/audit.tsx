import { createFileRoute } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { dashboardMessages } from '#messages/dashboard';
import { pageTitle } from '../../app/page-title.ts';
import { prefetchPages } from '../../app/prefetch.ts';
import { requireRole } from '../../app/require-role.ts';
import { AuditPage } from '../../features/audit/audit-page.tsx';
import { auditQuery, readAuditChoice } from '../../features/audit/audit-queries.ts';

export const Route = createFileRoute('/dashboard/audit')({
  beforeLoad: requireRole('admin'),
  validateSearch: readAuditChoice,
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queryClient, client }, deps }) => prefetchPages(queryClient, auditQuery(client, deps)),
  head: () => pageTitle(dashboardMessages.audit),
  component: Page,
});

function Page(): ReactElement {
  return <AuditPage choice={Route.useSearch()} />;
}
