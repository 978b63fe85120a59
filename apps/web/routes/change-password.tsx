import { createFileRoute } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { pageTitles } from '#messages/page-titles';
import { pageTitle } from '../app/page-title.ts';
import { requireUser } from '../app/require-user.ts';
import { ChangePasswordPage } from '../features/auth/change-password-page.tsx';

export const Route = createFileRoute('/change-password')({
  beforeLoad: requireUser,
  head: () => pageTitle(pageTitles.changePassword),
  component: Page,
});

function Page(): ReactElement {
  const required = Route.useRouteContext({ select: ({ user }) => user.mustChangePassword });
  return <ChangePasswordPage required={required} />;
}
