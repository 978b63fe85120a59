import { createFileRoute } from '@tanstack/react-router';
import { ResetPasswordPage } from '../features/accounts/reset-password-page.tsx';
import { pageTitle } from '../lib/page-title.ts';

export const Route = createFileRoute('/reset-password')({
  head: () => pageTitle('New password'),
  component: ResetPasswordPage,
});
