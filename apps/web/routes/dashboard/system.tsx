import { createFileRoute } from '@tanstack/react-router';
import { dashboardMessages } from '#messages/dashboard';
import { requireScreenRole } from '../../app/guards.ts';
import { makeUnlistedPageHead } from '../../app/page-title.ts';
import { SystemPage } from '../../features/system/system-page.tsx';

// The route has no loader, because the page requests its data every ten seconds, and because the code of routes is in
// the scripts of every page.
export const Route = createFileRoute('/dashboard/system')({
  beforeLoad: requireScreenRole,
  head: () => makeUnlistedPageHead(dashboardMessages.system),
  component: SystemPage,
});
