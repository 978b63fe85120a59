import { ApiError } from '@carhouse/contract/client';
import { createRouter, createSerializationAdapter } from '@tanstack/react-router';
import { setupRouterSsrQueryIntegration } from '@tanstack/react-router-ssr-query';
import { ErrorPage, MissingPageCallout } from '../features/layout/fallback-pages.tsx';
import { routeTree } from '../route-tree.gen.ts';
import { stringifySearch } from './paths.ts';
import type { RouterContext } from './prefetch.ts';

export type AppRouterOptions = RouterContext & {
  /**
   * The nonce of the content security policy, which only the server passes. The browser reads the nonce from the page.
   */
  readonly nonce?: string;
};

/** Makes the router of one page view on the server, or of the whole visit in the browser. */
export function createAppRouter({ nonce, ...context }: AppRouterOptions) {
  const router = createRouter({
    routeTree,
    context,
    defaultPreload: 'intent',
    // The query cache, and not the router, decides how long data is fresh.
    defaultPreloadStaleTime: 0,
    scrollRestoration: true,
    stringifySearch,
    defaultErrorComponent: ErrorPage,
    defaultNotFoundComponent: MissingPageCallout,
    ...(nonce === undefined ? {} : { ssr: { nonce } }),
  });
  // This option is missing in the type of the constructor's options, but the constructor reads it.
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

type SerialisedApiError = { status: number; code: string; message: string };

/** Transfers API errors of server rendering to the browser, so that both render the same page. */
const apiErrorTransfer = createSerializationAdapter({
  key: 'api-error',
  test: (value: unknown): value is ApiError => value instanceof ApiError,
  toSerializable: ({ status, code, message }: ApiError): SerialisedApiError => ({ status, code, message }),
  fromSerializable: ({ status, code, message }: SerialisedApiError) => new ApiError(status, code, message),
});

/**
 * Shows the next page in a view transition, when the browser supports it and the visitor has not asked for reduced
 * motion. The function replaces the router's own code. The router's own code causes an unhandled rejection for every
 * transition that another transition replaces.
 *
 * @param renderNextPage is called even when there is no transition
 * @returns a promise that resolves or rejects as that of `renderNextPage` does.
 */
function showInTransition(renderNextPage: () => Promise<void>): Promise<void> {
  const lacksViewTransitions = typeof document === 'undefined' || document.visibilityState === 'hidden';
  if (lacksViewTransitions || typeof document.startViewTransition !== 'function') return renderNextPage();
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return renderNextPage();
  const viewTransition = document.startViewTransition(renderNextPage);
  // A transition is skipped when another one follows or the window is hidden; the page is shown nevertheless.
  viewTransition.ready.catch(() => undefined);
  viewTransition.finished.catch(() => undefined);
  return viewTransition.updateCallbackDone;
}
