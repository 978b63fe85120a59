import { createFileRoute } from '@tanstack/react-router';
import { dashboardMessages } from '#messages/dashboard';
import { requireScreenRole } from '../../app/guards.ts';
import { makeUnlistedPageHead } from '../../app/page-title.ts';
import { prefetchFirstPage } from '../../app/prefetch.ts';
import { complaintsQuery } from '../../features/complaints/complaint-queries.ts';
import { ComplaintsPage } from '../../features/complaints/complaints-page.tsx';

export const Route = createFileRoute('/dashboard/complaints')({
  beforeLoad: requireScreenRole,
  loader: ({ context: { queryClient, client } }) => prefetchFirstPage(queryClient, complaintsQuery(client)),
  head: () => makeUnlistedPageHead(dashboardMessages.complaints),
  component: ComplaintsPage,
});
