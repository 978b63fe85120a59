import { createFileRoute } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { pageTitles } from '#texts/page-titles';
import { ChangePasswordPage } from '../features/accounts/change-password-page.tsx';
import { pageTitle } from '../lib/page-title.ts';
import { requireUser } from '../require-user.ts';

export const Route = createFileRoute('/change-password')({
  beforeLoad: requireUser,
  head: () => pageTitle(pageTitles.changePassword),
  component: Page,
});

function Page(): ReactElement {
  const required = Route.useRouteContext({ select: ({ user }) => user.mustChangePassword });
  return <ChangePasswordPage required={required} />;
}
