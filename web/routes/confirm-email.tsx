import { createFileRoute } from '@tanstack/react-router';
import { pageTitles } from '#texts/page-titles';
import { ConfirmEmailPage } from '../features/accounts/confirm-email-page.tsx';
import { pageTitle } from '../lib/page-title.ts';

export const Route = createFileRoute('/confirm-email')({
  head: () => pageTitle(pageTitles.confirmEmail),
  component: ConfirmEmailPage,
});
