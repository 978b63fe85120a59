import type { User } from '@carhouse/contract/accounts';
import { texts } from '@carhouse/contract/texts';
import { type ReactElement, type ReactNode, useEffect } from 'react';
import { language } from '#messages/shared';
import type { DocumentTags } from '../../app/document/document-tags.tsx';
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

/** The head of every page. */
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
  readonly publicDemo: boolean;
  readonly tags: DocumentTags | undefined;
  readonly children: ReactNode;
};

/** The HTML document around every page, the error page included. */
export function Document({ theme, siteUrl, publicDemo, tags, children }: DocumentProps): ReactElement {
  return (
    <html lang={language.tag} data-theme={theme} data-site={siteUrl} data-demo={publicDemo ? '' : undefined}>
      <head>
        <HeadTags />
        <ThemeColours chosen={theme} />
        {tags?.head}
      </head>
      <body>
        {publicDemo ? <DemoBanner /> : null}
        {children}
        {tags?.body}
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

/** Parts of every page: the sign-in dialog, the connection bar, the toasts. */
export function BesidePage({ user }: { user: User | null }): ReactElement {
  useFocusAfterNavigation();
  return (
    <>
      <Progress />
      <ReauthenticationGate user={user} />
      <ConnectionBar />
      <ToastSlot />
    </>
  );
}

/** A bar at the top of the window while the next page loads. Its style shows it after a moment: most pages come earlier. */
function Progress(): ReactElement | null {
  const isLoading = useRouterState({ select: ({ status }) => status === 'pending' });
  return isLoading ? <div className={styles.progress} role="progressbar" aria-label={texts.loading} /> : null;
}

/** Moves focus to `main` when another page has come, so that keyboards and screen readers start there. */
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

/** First on each page of a demo that strangers reach. It scrolls away with the page and cannot be closed. */
function DemoBanner(): ReactElement {
  return (
    <aside className={styles.demoBanner} aria-label={layoutMessages.demo.label}>
      <p>
        <b>{layoutMessages.demo.label}:</b> {layoutMessages.demo.text}
      </p>
    </aside>
  );
}
