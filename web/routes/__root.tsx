import { texts } from '@carhouse/contract/texts';
import { createRootRouteWithContext, HeadContent, Outlet, redirect, Scripts } from '@tanstack/react-router';
import type { ReactElement, ReactNode } from 'react';
import { language } from '#texts/language';
import { SessionDialog } from '../features/accounts/session-dialog.tsx';
import { ConnectionBar } from '../features/layout/connection-bar.tsx';
import { FocusAfterNavigation } from '../features/layout/focus-after-navigation.tsx';
import { interrupt } from '../lib/interrupt.ts';
import type { RouterContext } from '../router-context.ts';
import { sessionQuery } from '../session.ts';
import fontUrl from '../styles/fonts/archivo-var.woff2?url';
import '../styles/main.css';
import '../features/layout/layout.css';
import { type Theme, themeColours } from '../theme.ts';
import { Toaster } from '../toasts.tsx';

export const Route = createRootRouteWithContext<RouterContext>()({
  beforeLoad: async ({ context, location }) => {
    const user = await context.queryClient.ensureQueryData(sessionQuery(context.client));
    // Nothing else is open to a session whose password somebody else has chosen.
    if (user?.mustChangePassword === true && location.pathname !== '/change-password') {
      interrupt(redirect({ to: '/change-password', statusCode: 302 }));
    }
    return { user };
  },
  head: () => ({
    meta: [
      { charSet: 'utf-8' },
      { name: 'viewport', content: 'width=device-width, initial-scale=1' },
      { name: 'color-scheme', content: 'light dark' },
      { title: texts.brandName },
    ],
    links: [
      { rel: 'preload', href: fontUrl, as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' },
      { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' },
      { rel: 'apple-touch-icon', href: '/apple-touch-icon.png' },
      { rel: 'manifest', href: '/site.webmanifest' },
    ],
  }),
  shellComponent: Document,
  component: Root,
});

/** The HTML document around every page, the error page included. */
function Document({ children }: { children: ReactNode }): ReactElement {
  const { theme, siteUrl } = Route.useRouteContext();
  return (
    <html lang={language.tag} data-theme={theme} data-site={siteUrl}>
      <head>
        <HeadContent />
        <ThemeColours chosen={theme} />
      </head>
      <body>
        {children}
        <Scripts />
      </body>
    </html>
  );
}

/** The colour of the browser's own bars: that of the chosen theme, or of the system's. */
function ThemeColours({ chosen }: { chosen: Theme | undefined }): ReactElement {
  if (chosen !== undefined) return <meta name="theme-color" content={themeColours[chosen]} />;
  return (
    <>
      <meta name="theme-color" content={themeColours.light} media="(prefers-color-scheme: light)" />
      <meta name="theme-color" content={themeColours.dark} media="(prefers-color-scheme: dark)" />
    </>
  );
}

function Root(): ReactElement {
  return (
    <>
      <FocusAfterNavigation />
      <Outlet />
      <SessionDialog />
      <ConnectionBar />
      <Toaster />
    </>
  );
}
