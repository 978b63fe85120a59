import type { Client } from '@carhouse/contract/client';
import type { QueryClient } from '@tanstack/react-query';
import { createRouter } from '@tanstack/react-router';
import { setupRouterSsrQueryIntegration } from '@tanstack/react-router-ssr-query';
import { apiErrorTransfer } from './api-error-transfer.ts';
import { ErrorPage } from './features/layout/error-page.tsx';
import { MissingNote } from './features/layout/missing-note.tsx';
import { routeTree } from './route-tree.gen.ts';
import type { RouterContext } from './router-context.ts';
import { stringifySearch } from './stringify-search.ts';
import type { Theme } from './theme.ts';
import { showInTransition } from './view-transition.ts';

export type AppRouterOptions = {
  readonly queryClient: QueryClient;
  readonly client: Client;
  readonly siteUrl: string;
  readonly theme: Theme | undefined;
  /** Of the content policy; server rendering only (the browser reads it from the page). */
  readonly nonce?: string;
};

/** The router of one page view on the server, or of the whole visit in the browser. */
export function createAppRouter({ queryClient, client, siteUrl, theme, nonce }: AppRouterOptions) {
  const context: RouterContext = { queryClient, client, siteUrl, theme };
  const router = createRouter({
    routeTree,
    context,
    defaultPreload: 'intent',
    // Freshness is the query cache's matter.
    defaultPreloadStaleTime: 0,
    scrollRestoration: true,
    stringifySearch,
    defaultErrorComponent: ErrorPage,
    defaultNotFoundComponent: MissingNote,
    ...(nonce === undefined ? {} : { ssr: { nonce } }),
  });
  // Not among the options that the constructor's type takes, yet read from them.
  router.options.serializationAdapters = [apiErrorTransfer];
  router.startViewTransition = showInTransition;
  setupRouterSsrQueryIntegration({ router, queryClient });
  return router;
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
}
