import { createFileRoute, redirect } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { publicPageMessages } from '#messages/public-pages';
import { type RedirectReason, readRedirectReason, throwRouterSignal } from '../../app/guards.ts';
import { makePublicPageHead } from '../../app/page-title.ts';
import { findReturnPath, readReturnPath } from '../../app/paths.ts';
import { signInProvidersQuery } from '../../features/auth/account-queries.ts';
import { LoginPage } from '../../features/auth/login-page.tsx';

export const Route = createFileRoute('/_public/login')({
  validateSearch: readLoginSearch,
  // A signed-in user is redirected to the page that a login would open. Signed-in users in two situations stay on the
  // page. For a user who returns from Google, the page first saves the user record. A user who was redirected here
  // because they lack a right sees a toast.
  beforeLoad: ({ context, search }) => {
    if (context.user !== null && search.with === undefined && search.toast === undefined)
      throwRouterSignal(redirect({ href: findReturnPath(search.from), statusCode: 302 }));
  },
  loader: ({ context }) => context.queryClient.ensureQueryData(signInProvidersQuery(context.client)),
  head: ({ match }) => makePublicPageHead(match.context.siteUrl, { ...publicPageMessages.login, path: '/login' }),
  component: Page,
});

function Page(): ReactElement {
  const search = Route.useSearch();
  const { user } = Route.useRouteContext();
  const isOpenidReturn = user !== null && search.with !== undefined;
  const { from, fault, with: provider, toast } = search;
  return (
    <LoginPage
      from={from}
      fault={fault}
      provider={provider}
      isOpenidReturn={isOpenidReturn}
      user={user}
      redirectReason={toast}
    />
  );
}

type LoginSearch = { from?: string; with?: string; fault?: string; toast?: RedirectReason };

/**
 * Reads the query of the URL. `with` is the sign-in provider from which a user returns, `fault` the reason for a
 * failure, and `toast` the message to show.
 */
function readLoginSearch(search: Record<string, unknown>): LoginSearch {
  const { with: provider, fault } = search;
  return {
    ...readReturnPath(search),
    ...readRedirectReason(search),
    ...(typeof provider === 'string' ? { with: provider } : {}),
    ...(typeof fault === 'string' ? { fault } : {}),
  };
}
