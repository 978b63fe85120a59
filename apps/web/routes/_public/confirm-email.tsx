import { createFileRoute } from '@tanstack/react-router';
import { pageTitles } from '#messages/shared';
import { makeUnlistedPageHead } from '../../app/page-title.ts';
import { ConfirmEmailPage } from '../../features/auth/confirm-email-page.tsx';

export const Route = createFileRoute('/_public/confirm-email')({
  head: () => makeUnlistedPageHead(pageTitles.confirmEmail),
  component: ConfirmEmailPage,
});
