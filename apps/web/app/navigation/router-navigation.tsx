import { type NavigateOptions, useLocation, useRouter } from '@tanstack/react-router';
import { type ReactElement, type ReactNode, useMemo } from 'react';
import { ClientProvider } from '../api.ts';
import { type Navigation, NavigationProvider } from './navigation.ts';

/** Gives what is shared with Home the router of the application, and its client. */
export function RouterNavigation({ children }: { children: ReactNode }): ReactElement {
  const router = useRouter();
  const pathname = useLocation({ select: (location) => location.pathname });
  const href = useLocation({ select: (location) => location.href });
  const navigation = useMemo<Navigation>(
    () => ({
      pathname,
      href,
      // The route tree knows the target; which of its routes it is, is not to be seen from here.
      go: (place, options) =>
        router.navigate({ ...(typeof place === 'string' ? { href: place } : place), ...options } as NavigateOptions),
      prepare: (target) => void router.preloadRoute(target as NavigateOptions),
    }),
    [router, pathname, href],
  );
  return (
    <ClientProvider value={router.options.context.client}>
      <NavigationProvider value={navigation}>{children}</NavigationProvider>
    </ClientProvider>
  );
}
