import { createRouter } from '@tanstack/react-router';
import { setupRouterSsrQueryIntegration } from '@tanstack/react-router-ssr-query';
import { ErrorPage } from '../features/layout/error-page.tsx';
import { MissingCallout } from '../features/layout/missing-callout.tsx';
import { routeTree } from '../route-tree.gen.ts';
import { apiErrorTransfer } from './api-error-transfer.ts';
import type { RouterContext } from './router-context.ts';
import { stringifySearch } from './stringify-search.ts';
import { showInTransition } from './view-transition.ts';

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
