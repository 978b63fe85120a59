import { ApiError } from '@carhouse/contract/client';
import { createRouter, createSerializationAdapter } from '@tanstack/react-router';
import { setupRouterSsrQueryIntegration } from '@tanstack/react-router-ssr-query';
import { ErrorPage, MissingCallout } from '../features/layout/fallback-pages.tsx';
import { routeTree } from '../route-tree.gen.ts';
import { stringifySearch } from './paths.ts';
import type { RouterContext } from './prefetch.ts';

export type AppRouterOptions = RouterContext & {
  /** Of the content policy. The browser reads it from the pages of the router itself. */
  readonly nonce?: string;
};

/** The router of one page view on the server, or of the whole visit in the browser. */
export function createAppRouter({ nonce, ...context }: AppRouterOptions) {
  const router = createRouter({
    routeTree,
    context,
    defaultPreload: 'intent',
    // Freshness is the query cache's matter.
    defaultPreloadStaleTime: 0,
    scrollRestoration: true,
    stringifySearch,
    defaultErrorComponent: ErrorPage,
    defaultNotFoundComponent: MissingCallout,
    ...(nonce === undefined ? {} : { ssr: { nonce } }),
  });
  // Not among the options that the constructor's type takes, yet read from them.
  router.options.serializationAdapters = [apiErrorTransfer];
  router.startViewTransition = showInTransition;
  setupRouterSsrQueryIntegration({ router, queryClient: context.queryClient });
  return router;
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
}

type Facts = { status: number; code: string; message: string };

/** Brings an API error of server rendering to the browser as what it is, so that both show the same page. */
const apiErrorTransfer = createSerializationAdapter({
  key: 'api-error',
  test: (value: unknown): value is ApiError => value instanceof ApiError,
  toSerializable: ({ status, code, message }: ApiError): Facts => ({ status, code, message }),
  fromSerializable: ({ status, code, message }: Facts) => new ApiError(status, code, message),
});

/**
 * Shows the next page in a view transition, where the browser knows them and the visitor has not asked for stillness.
 * In place of the router's own way, which leaves a rejection unhandled for every transition that another one overtakes.
 *
 * @param show puts the next page in place; it is called whatever becomes of the transition
 * @returns settled when the next page is in place, as `show` was
 */
function showInTransition(show: () => Promise<void>): Promise<void> {
  const still = typeof document === 'undefined' || document.visibilityState === 'hidden';
  if (still || typeof document.startViewTransition !== 'function') return show();
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return show();
  const transition = document.startViewTransition(show);
  // A transition that is skipped, because another one follows or the window goes out of sight, has lost nothing.
  transition.ready.catch(() => undefined);
  transition.finished.catch(() => undefined);
  return transition.updateCallbackDone;
}
