import { createFileRoute } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { pageTitles } from '#messages/shared';
import { requireUser } from '../app/guards.ts';
import { makeUnlistedPageHead } from '../app/page-title.ts';
import { ChangePasswordPage } from '../features/auth/change-password-page.tsx';

export const Route = createFileRoute('/change-password')({
  beforeLoad: requireUser,
  head: () => makeUnlistedPageHead(pageTitles.changePassword),
  component: Page,
});

function Page(): ReactElement {
  const isChangeRequired = Route.useRouteContext({ select: ({ user }) => user.mustChangePassword });
  return <ChangePasswordPage isRequired={isChangeRequired} />;
}
