import { createFileRoute } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { dashboard } from '#texts/dashboard';
import { AuditPage } from '../../features/audit/audit-page.tsx';
import { auditQuery, readAuditChoice } from '../../features/audit/audit-queries.ts';
import { pageTitle } from '../../lib/page-title.ts';
import { prefetchPages } from '../../prefetch-pages.ts';
import { requireRole } from '../../require-role.ts';

export const Route = createFileRoute('/dashboard/audit')({
  beforeLoad: requireRole('admin'),
  validateSearch: readAuditChoice,
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queryClient, client }, deps }) => prefetchPages(queryClient, auditQuery(client, deps)),
  head: () => pageTitle(dashboard.audit),
  component: Page,
});

function Page(): ReactElement {
  return <AuditPage choice={Route.useSearch()} />;
}
