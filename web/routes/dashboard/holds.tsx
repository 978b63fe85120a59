import { createFileRoute } from '@tanstack/react-router';
import { dashboard } from '#texts/dashboard';
import { holdsQuery } from '../../features/holds/hold-queries.ts';
import { HoldsPage } from '../../features/holds/holds-page.tsx';
import { pageTitle } from '../../lib/page-title.ts';
import { prefetchPages } from '../../prefetch-pages.ts';
import { requireRole } from '../../require-role.ts';

export const Route = createFileRoute('/dashboard/holds')({
  beforeLoad: requireRole('admin'),
  loader: ({ context: { queryClient, client } }) => prefetchPages(queryClient, holdsQuery(client)),
  head: () => pageTitle(dashboard.holds),
  component: HoldsPage,
});
