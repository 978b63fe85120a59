import { createFileRoute } from '@tanstack/react-router';
import { pageTitles } from '#texts/page-titles';
import { ForgotPasswordPage } from '../features/accounts/forgot-password-page.tsx';
import { pageTitle } from '../lib/page-title.ts';

export const Route = createFileRoute('/forgot-password')({
  head: () => pageTitle(pageTitles.forgotPassword),
  component: ForgotPasswordPage,
});
