import { createFileRoute } from '@tanstack/react-router';
import { dashboardMessages } from '#messages/dashboard';
import { requireScreenRole } from '../../app/guards.ts';
import { makeUnlistedPageHead } from '../../app/page-title.ts';
import { prefetchFirstPage } from '../../app/prefetch.ts';
import { holdsQuery } from '../../features/holds/hold-queries.ts';
import { HoldsPage } from '../../features/holds/holds-page.tsx';

export const Route = createFileRoute('/dashboard/holds')({
  beforeLoad: requireScreenRole,
  loader: ({ context: { queryClient, client } }) => prefetchFirstPage(queryClient, holdsQuery(client)),
  head: () => makeUnlistedPageHead(dashboardMessages.holds),
  component: HoldsPage,
});
