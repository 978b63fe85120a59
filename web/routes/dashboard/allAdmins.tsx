import { createFileRoute } from '@tanstack/react-router';
import { dashboard } from '#texts/dashboard';
import { AdminsPage } from '../../features/people/admins-page.tsx';
import { adminsQuery } from '../../features/people/people-queries.ts';
import { pageTitle } from '../../lib/page-title.ts';
import { prefetchPages } from '../../prefetch-pages.ts';
import { requireRole } from '../../require-role.ts';

export const Route = createFileRoute('/dashboard/allAdmins')({
  beforeLoad: requireRole('admin'),
  loader: ({ context: { queryClient, client } }) => prefetchPages(queryClient, adminsQuery(client)),
  head: () => pageTitle(dashboard.allAdmins),
  component: AdminsPage,
});
