import { createFileRoute } from '@tanstack/react-router';
import { pageTitles } from '#texts/page-titles';
import { FirstAdminPage } from '../features/accounts/first-admin-page.tsx';
import { pageTitle } from '../lib/page-title.ts';

export const Route = createFileRoute('/first-admin')({
  head: () => pageTitle(pageTitles.firstAdmin),
  component: FirstAdminPage,
});
