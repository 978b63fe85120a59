import { createFileRoute } from '@tanstack/react-router';
import { pageTitles } from '#messages/shared';
import { makeUnlistedPageHead } from '../../app/page-title.ts';
import { FirstAdminPage } from '../../features/auth/first-admin-page.tsx';

export const Route = createFileRoute('/_public/first-admin')({
  head: () => makeUnlistedPageHead(pageTitles.firstAdmin),
  component: FirstAdminPage,
});
