import { createFileRoute } from '@tanstack/react-router';
import { dashboardMessages } from '#messages/dashboard';
import { requireScreenRole } from '../../app/guards.ts';
import { makeUnlistedPageHead } from '../../app/page-title.ts';
import { prefetchFirstPage } from '../../app/prefetch.ts';
import { AdminsPage } from '../../features/users/admins-page.tsx';
import { adminsQuery } from '../../features/users/user-queries.ts';

export const Route = createFileRoute('/dashboard/allAdmins')({
  beforeLoad: requireScreenRole,
  loader: ({ context: { queryClient, client } }) => prefetchFirstPage(queryClient, adminsQuery(client)),
  head: () => makeUnlistedPageHead(dashboardMessages.allAdmins),
  component: AdminsPage,
});
