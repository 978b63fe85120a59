import { createFileRoute } from '@tanstack/react-router';
import { dashboard } from '#messages/dashboard';
import { pageTitle } from '../../app/page-title.ts';
import { prefetchPages } from '../../app/prefetch-pages.ts';
import { requireRole } from '../../app/require-role.ts';
import { AdminsPage } from '../../features/users/admins-page.tsx';
import { adminsQuery } from '../../features/users/people-queries.ts';

export const Route = createFileRoute('/dashboard/allAdmins')({
  beforeLoad: requireRole('admin'),
  loader: ({ context: { queryClient, client } }) => prefetchPages(queryClient, adminsQuery(client)),
  head: () => pageTitle(dashboard.allAdmins),
  component: AdminsPage,
});
