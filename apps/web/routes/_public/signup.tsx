import { createFileRoute, redirect } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { publicPageMessages } from '#messages/public-pages';
import { throwRouterSignal } from '../../app/guards.ts';
import { makePublicPageHead } from '../../app/page-title.ts';
import { findReturnPath, readReturnPath } from '../../app/paths.ts';
import { SignupPage } from '../../features/auth/signup-page.tsx';

export const Route = createFileRoute('/_public/signup')({
  validateSearch: readReturnPath,
  // A role is chosen only once, so users with a role are redirected. A user without a role may finish the sign-up here.
  beforeLoad: ({ context, search }) => {
    const { user } = context;
    if (user !== null && user.role !== '')
      throwRouterSignal(redirect({ href: findReturnPath(search.from), statusCode: 302 }));
  },
  head: ({ match }) => makePublicPageHead(match.context.siteUrl, { ...publicPageMessages.signup, path: '/signup' }),
  component: Page,
});

function Page(): ReactElement {
  return <SignupPage from={Route.useSearch().from} />;
}
