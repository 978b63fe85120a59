import { createRootRouteWithContext, Outlet, redirect } from '@tanstack/react-router';
import { type ReactElement, type ReactNode, useEffect } from 'react';
import { throwRouterSignal } from '../app/guards.ts';
import { markHydrated } from '../app/hydration.ts';
import type { RouterContext } from '../app/prefetch.ts';
import { sessionQuery } from '../app/session.ts';
import { Document, documentHead, GlobalComponents } from '../features/layout/document.tsx';

export const Route = createRootRouteWithContext<RouterContext>()({
  beforeLoad: async ({ context, location }) => {
    const user = await context.queryClient.ensureQueryData(sessionQuery(context.client));
    // A user whose password was set by an admin can open only the page that changes the password.
    if (user?.mustChangePassword === true && location.pathname !== '/change-password') {
      throwRouterSignal(redirect({ to: '/change-password', statusCode: 302 }));
    }
    // An admin without a second factor may open only the pages that set up a second factor.
    const setUpPages = ['/add-second-step', '/change-password'];
    if (user?.mustAddSecondFactor === true && !setUpPages.includes(location.pathname)) {
      throwRouterSignal(redirect({ to: '/add-second-step', statusCode: 302 }));
    }
    return { user };
  },
  head: () => documentHead,
  shellComponent: Shell,
  component: Root,
});

function Shell({ children }: { children: ReactNode }): ReactElement {
  const { theme, siteUrl, isPublicDemo, tags } = Route.useRouteContext();
  return (
    <Document theme={theme} siteUrl={siteUrl} isPublicDemo={isPublicDemo} tags={tags}>
      {children}
    </Document>
  );
}

function Root(): ReactElement {
  const { user } = Route.useRouteContext();
  useEffect(markHydrated, []);
  return (
    <>
      <Outlet />
      <GlobalComponents user={user ?? null} />
    </>
  );
}
