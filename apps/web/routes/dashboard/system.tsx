import { createFileRoute } from '@tanstack/react-router';
import { dashboardMessages } from '#messages/dashboard';
import { requireScreen } from '../../app/guards.ts';
import { makeUnlistedPageHead } from '../../app/page-title.ts';
import { SystemPage } from '../../features/system/system-page.tsx';

// Without a loader: the page asks every ten seconds, and the routes are in the scripts of every page.
export const Route = createFileRoute('/dashboard/system')({
  beforeLoad: requireScreen,
  head: () => makeUnlistedPageHead(dashboardMessages.system),
  component: SystemPage,
});
