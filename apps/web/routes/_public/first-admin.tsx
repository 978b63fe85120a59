import { createFileRoute } from '@tanstack/react-router';
import { pageTitles } from '#messages/shared';
import { pageTitle } from '../../app/page-title.ts';
import { FirstAdminPage } from '../../features/auth/first-admin-page.tsx';

export const Route = createFileRoute('/_public/first-admin')({
  head: () => pageTitle(pageTitles.firstAdmin),
  component: FirstAdminPage,
});
