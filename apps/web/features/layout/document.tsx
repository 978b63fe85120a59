import type { User } from '@carhouse/contract/accounts';
import { texts } from '@carhouse/contract/texts';
import { type ReactElement, type ReactNode, useEffect } from 'react';
import { language } from '#messages/shared';
import type { DocumentTags } from '../../app/document/document-tags.tsx';
import { useHydrated } from '../../app/hydration.ts';
import type { PageHead } from '../../app/page-title.ts';
import '../../styles/main.css';
import { useRouter, useRouterState } from '@tanstack/react-router';
import { layoutMessages } from '#messages/layout';
import { type Theme, themeColours } from '../../app/theme.ts';
import { ToastSlot } from '../../app/toast-slot.tsx';
import { ReauthenticationGate } from '../auth/reauthentication-gate.tsx';
import { ConnectionBar } from './connection-bar.tsx';
import { HeadTags } from './head-tags.tsx';
import styles from './layout.module.css';

/** The parts of the HTML head that every page has. */
export const documentHead: PageHead = {
  meta: [
    { charSet: 'utf-8' },
    { name: 'viewport', content: 'width=device-width, initial-scale=1' },
    { name: 'color-scheme', content: 'light dark' },
    { title: texts.brandName },
  ],
  links: [
    { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' },
    { rel: 'apple-touch-icon', href: '/apple-touch-icon.png' },
    { rel: 'manifest', href: '/site.webmanifest' },
  ],
};

type DocumentProps = {
  readonly theme: Theme | undefined;
  readonly siteUrl: string;
  readonly isPublicDemo: boolean;
  readonly tags: DocumentTags | undefined;
  readonly children: ReactNode;
};

/** The HTML document around every page, including the error page. */
export function Document({ theme, siteUrl, isPublicDemo, tags, children }: DocumentProps): ReactElement {
  return (
    <html lang={language.tag} data-theme={theme} data-site={siteUrl} data-demo={isPublicDemo ? '' : undefined}>
      <head>
        <HeadTags />
        <ThemeColourTags chosenTheme={theme} />
        {tags?.head}
      </head>
      <body>
        {isPublicDemo ? <DemoBanner /> : null}
        {children}
        {tags?.body}
      </body>
    </html>
  );
}

/**
 * The meta tags for the colour of the browser's own bars: the colour of the chosen theme, or of the system's theme when
 * none is chosen.
 */
function ThemeColourTags({ chosenTheme }: { chosenTheme: Theme | undefined }): ReactElement {
  if (chosenTheme !== undefined) return <meta name="theme-color" content={themeColours[chosenTheme]} />;
  return (
    <>
      <meta name="theme-color" content={themeColours.light} media="(prefers-color-scheme: light)" />
      <meta name="theme-color" content={themeColours.dark} media="(prefers-color-scheme: dark)" />
    </>
  );
}

/** The components that are rendered beside every page: the sign-in dialog, the connection bar, the toasts. */
export function GlobalComponents({ user }: { user: User | null }): ReactElement {
  useFocusAfterNavigation();
  return (
    <>
      <NavigationProgress />
      <ReauthenticationGate user={user} />
      <ConnectionBar />
      <ToastSlot />
    </>
  );
}

/**
 * A progress bar at the top of the window while the next page loads. CSS shows the progress bar after a short delay,
 * because most pages load faster. The bar is not rendered before hydration, because the server's HTML has no bar
 * although the router may already be loading. The progress bar is a live region, because it is outside the landmarks of
 * the page.
 */
function NavigationProgress(): ReactElement | null {
  const isLoading = useRouterState({ select: ({ status }) => status === 'pending' });
  return useHydrated() && isLoading ? (
    <div className={styles.progress} role="progressbar" aria-live="polite" aria-label={texts.loading} />
  ) : null;
}

/** Moves the focus to `main` after a navigation, so that users of keyboards and screen readers start there. */
function useFocusAfterNavigation(): void {
  const router = useRouter();
  useEffect(
    () =>
      router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
        if (fromLocation === undefined || !pathChanged) return;
        document.getElementById('main')?.focus({ preventScroll: true });
      }),
    [router],
  );
}

/** The notice at the top of each page of a public demo. The notice scrolls with the page and cannot be closed. */
function DemoBanner(): ReactElement {
  return (
    <aside className={styles.demoBanner} aria-label={layoutMessages.demo.label}>
      <p>
        <b>{layoutMessages.demo.label}:</b> {layoutMessages.demo.text}
      </p>
    </aside>
  );
}
