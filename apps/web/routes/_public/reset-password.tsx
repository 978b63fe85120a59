import { createFileRoute } from '@tanstack/react-router';
import { pageTitles } from '#messages/shared';
import { pageTitle } from '../../app/page-title.ts';
import { ResetPasswordPage } from '../../features/auth/reset-password-page.tsx';

export const Route = createFileRoute('/_public/reset-password')({
  head: () => pageTitle(pageTitles.resetPassword),
  component: ResetPasswordPage,
});
