import { texts } from '@carhouse/contract/texts';
import { createFileRoute } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { ownFactorsQuery, ownSessionsQuery, waysInQuery } from '../../features/accounts/account-queries.ts';
import { MyProfilePage } from '../../features/accounts/my-profile-page.tsx';
import { signInProvidersQuery } from '../../features/accounts/sign-in-providers-query.ts';
import { pageTitle } from '../../lib/page-title.ts';
import { prefetch } from '../../prefetch.ts';

export const Route = createFileRoute('/dashboard/myprofile')({
  loader: async ({ context }) => {
    const { queryClient, client } = context;
    await Promise.all([
      prefetch(queryClient, waysInQuery(client)),
      prefetch(queryClient, ownSessionsQuery(client)),
      prefetch(queryClient, ownFactorsQuery(client)),
      prefetch(queryClient, signInProvidersQuery(client)),
    ]);
  },
  head: () => pageTitle(texts.drawer.profile),
  validateSearch: (search: Record<string, unknown>): { fault?: string } =>
    typeof search.fault === 'string' ? { fault: search.fault } : {},
  component: Page,
});

function Page(): ReactElement {
  return <MyProfilePage fault={Route.useSearch().fault} />;
}
