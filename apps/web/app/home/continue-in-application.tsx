import { type NavigateOptions, RouterProvider } from '@tanstack/react-router';
import { flushSync } from 'react-dom';
import type { Root } from 'react-dom/client';
import { createAppRouter } from '../router.tsx';
import type { RouterContext } from '../router-context.ts';
import { themeOfDocument } from '../theme.ts';
import type { Navigator } from './home-navigation.tsx';

export type Application = Navigator & { invalidate(): void };

/**
 * Makes the application ready to take over from Home. Home stays as it is until the first page is there that a user
 * goes to; then the router's tree takes the place of Home's in the same root, with the same cache, and every further
 * step is the router's, the way back to Home included.
 */
export function continueInApplication(root: Root, context: RouterContext): Application {
  const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.content;
  const router = createAppRouter({ ...context, ...(nonce === undefined ? {} : { nonce }) });
  // Where the visitor is: the way back leads there, to the place that it was scrolled to.
  router.stores.resolvedLocation.set(router.stores.location.get());
  document.dispatchEvent(new Event('scroll'));
  let shows = false;
  router.startTransition = async (commit) => {
    commit();
    shows = true;
    flushSync(() => root.render(<RouterProvider router={router} />));
    return true;
  };
  return {
    go: async (place, options) => {
      // The theme may have been changed since; from here on the document is the router's.
      if (!shows) router.update({ context: { ...context, theme: themeOfDocument() } });
      const target = typeof place === 'string' ? { href: place } : place;
      await router.navigate({ ...target, ...options } as NavigateOptions);
    },
    prepare: (target) => void router.preloadRoute(target as NavigateOptions),
    invalidate: () => {
      if (shows) void router.invalidate();
    },
  };
}
