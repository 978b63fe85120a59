import { createFileRoute } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { dashboard } from '#texts/dashboard';
import { SecurityPage } from '../../features/security/security-page.tsx';
import {
  readSecurityChoice,
  securityAlertsQuery,
  securityEventsQuery,
} from '../../features/security/security-queries.ts';
import { pageTitle } from '../../lib/page-title.ts';
import { prefetch } from '../../prefetch.ts';
import { prefetchPages } from '../../prefetch-pages.ts';
import { requireRole } from '../../require-role.ts';

export const Route = createFileRoute('/dashboard/security')({
  beforeLoad: requireRole('admin'),
  validateSearch: readSecurityChoice,
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queryClient, client }, deps }) =>
    Promise.all([
      prefetchPages(queryClient, securityEventsQuery(client, deps)),
      prefetch(queryClient, securityAlertsQuery(client)),
    ]),
  head: () => pageTitle(dashboard.security),
  component: Page,
});

function Page(): ReactElement {
  return <SecurityPage choice={Route.useSearch()} />;
}
