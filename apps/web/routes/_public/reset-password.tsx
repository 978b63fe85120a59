import { createFileRoute } from '@tanstack/react-router';
import { pageTitles } from '#messages/shared';
import { makeUnlistedPageHead } from '../../app/page-title.ts';
import { ResetPasswordPage } from '../../features/auth/reset-password-page.tsx';

export const Route = createFileRoute('/_public/reset-password')({
  head: () => makeUnlistedPageHead(pageTitles.resetPassword),
  component: ResetPasswordPage,
});
