import { createFileRoute } from '@tanstack/react-router';
import { pageTitles } from '#messages/shared';
import { makeUnlistedPageHead } from '../../app/page-title.ts';
import { ForgotPasswordPage } from '../../features/auth/forgot-password-page.tsx';

export const Route = createFileRoute('/_public/forgot-password')({
  head: () => makeUnlistedPageHead(pageTitles.forgotPassword),
  component: ForgotPasswordPage,
});
