import { ApiError } from '@carhouse/contract/client';
import { createFileRoute, notFound } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { dashboardMessages } from '#messages/dashboard';
import { requireScreenRole, throwRouterSignal } from '../../../app/guards.ts';
import { makeUnlistedPageHead } from '../../../app/page-title.ts';
import { PersonPage } from '../../../features/people/person-page.tsx';
import { personQuery } from '../../../features/people/person-queries.ts';

export const Route = createFileRoute('/dashboard/people/$id')({
  beforeLoad: requireScreenRole,
  loader: async ({ context, params }) => {
    try {
      await context.queryClient.ensureQueryData(personQuery(context.client, params.id));
    } catch (error) {
      if (error instanceof ApiError && [400, 404].includes(error.status)) throwRouterSignal(notFound());
      throw error;
    }
  },
  head: () => makeUnlistedPageHead(dashboardMessages.person),
  component: Page,
});

function Page(): ReactElement {
  return <PersonPage id={Route.useParams().id} />;
}
