import { createFileRoute } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { dashboardMessages } from '#messages/dashboard';
import { requireScreenRole } from '../../app/guards.ts';
import { makeUnlistedPageHead } from '../../app/page-title.ts';
import { keepSearchUnparsed } from '../../app/paths.ts';
import { prefetchFirstPage } from '../../app/prefetch.ts';
import { type ReportSearch, readReportStage, reportsQuery } from '../../features/reports/report-queries.ts';
import { ReportsPage } from '../../features/reports/reports-page.tsx';

export const Route = createFileRoute('/dashboard/reports')({
  beforeLoad: requireScreenRole,
  validateSearch: keepSearchUnparsed<ReportSearch>,
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queryClient, client }, deps }) =>
    prefetchFirstPage(queryClient, reportsQuery(client, readReportStage(deps))),
  head: () => makeUnlistedPageHead(dashboardMessages.reports),
  component: Page,
});

function Page(): ReactElement {
  return <ReportsPage stage={Route.useSearch({ select: readReportStage })} />;
}
