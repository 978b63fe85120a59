import type { Fetch } from '@carhouse/contract/client';
import { createRequestHandler, defaultRenderHandler } from '@tanstack/react-router/ssr/server';
import { serverClient } from './api.ts';
import type { RouteAssets } from './build-route-assets.ts';
import { createQueryClient } from './query.ts';
import { createAppRouter } from './router.tsx';
import { sessionQuery } from './session.ts';
import { themeFromCookies } from './theme.ts';

export type PageRequest = {
  readonly request: Request;
  /** Carried by every inline script of the page. */
  readonly nonce: string;
  /** Calls the API in the same process, with the visitor's cookies. */
  readonly fetch: Fetch;
  /** False spares the call that asks who is signed in. */
  readonly hasSession: boolean;
  /** The origin that the house is known by. */
  readonly siteUrl: string;
  readonly assets: RouteAssets;
};

/** Renders the page of a GET request: 200, 404 for the not-found page, 302 for a protected page without a session. */
export function renderPage({ request, nonce, fetch, hasSession, siteUrl, assets }: PageRequest): Promise<Response> {
  const handler = createRequestHandler({
    request,
    getRouterManifest: async () => assets,
    createRouter: () => {
      const queryClient = createQueryClient('server');
      const client = serverClient(fetch);
      if (!hasSession) queryClient.setQueryData(sessionQuery(client).queryKey, null);
      return createAppRouter({
        queryClient,
        client,
        siteUrl,
        theme: themeFromCookies(request.headers.get('cookie') ?? undefined),
        nonce,
      });
    },
  });
  return handler(defaultRenderHandler);
}
