import { createFileRoute } from '@tanstack/react-router';
import { pageTitles } from '#texts/page-titles';
import { ResetPasswordPage } from '../features/accounts/reset-password-page.tsx';
import { pageTitle } from '../lib/page-title.ts';

export const Route = createFileRoute('/reset-password')({
  head: () => pageTitle(pageTitles.resetPassword),
  component: ResetPasswordPage,
});
