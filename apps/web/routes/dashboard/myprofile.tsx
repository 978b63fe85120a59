import { texts } from '@carhouse/contract/texts';
import { createFileRoute } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { makeUnlistedPageHead } from '../../app/page-title.ts';
import { prefetch } from '../../app/prefetch.ts';
import {
  ownFactorsQuery,
  ownSessionsQuery,
  signInMethodsQuery,
  signInProvidersQuery,
} from '../../features/auth/account-queries.ts';
import { MyProfilePage } from '../../features/users/my-profile-page.tsx';

export const Route = createFileRoute('/dashboard/myprofile')({
  loader: async ({ context }) => {
    const { queryClient, client } = context;
    await Promise.all([
      prefetch(queryClient, signInMethodsQuery(client)),
      prefetch(queryClient, ownSessionsQuery(client)),
      prefetch(queryClient, ownFactorsQuery(client)),
      prefetch(queryClient, signInProvidersQuery(client)),
    ]);
  },
  head: () => makeUnlistedPageHead(texts.drawer.profile),
  validateSearch: (search: Record<string, unknown>): { fault?: string } =>
    typeof search.fault === 'string' ? { fault: search.fault } : {},
  component: Page,
});

function Page(): ReactElement {
  return <MyProfilePage fault={Route.useSearch().fault} />;
}
