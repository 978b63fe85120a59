import { createFileRoute } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { dashboardMessages } from '#messages/dashboard';
import { requireScreenRole } from '../../app/guards.ts';
import { makeUnlistedPageHead } from '../../app/page-title.ts';
import { keepSearchUnparsed } from '../../app/paths.ts';
import { prefetch, prefetchFirstPage } from '../../app/prefetch.ts';
import { InboxPage } from '../../features/feedback/inbox-page.tsx';
import {
  type InboxFilters,
  inboxQuery,
  readInboxFilters,
  unreadFeedbackQuery,
} from '../../features/feedback/inbox-queries.ts';

export const Route = createFileRoute('/dashboard/feedback')({
  beforeLoad: requireScreenRole,
  validateSearch: keepSearchUnparsed<InboxFilters>,
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queryClient, client }, deps }) =>
    Promise.all([
      prefetchFirstPage(queryClient, inboxQuery(client, readInboxFilters(deps))),
      prefetch(queryClient, unreadFeedbackQuery(client)),
    ]),
  head: () => makeUnlistedPageHead(dashboardMessages.feedback),
  component: Page,
});

function Page(): ReactElement {
  return <InboxPage choice={Route.useSearch({ select: readInboxFilters })} />;
}
