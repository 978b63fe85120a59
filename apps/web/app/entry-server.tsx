import type { Fetch } from '@carhouse/contract/client';
import { createRequestHandler, defaultRenderHandler } from '@tanstack/react-router/ssr/server';
import type { PageAssets } from '../build/page-assets.ts';
import { serverClient } from './api.ts';
import { documentTags } from './document/document-tags.tsx';
import type { RouterContext } from './prefetch.ts';
import { createQueryClient } from './query.ts';
import { createAppRouter } from './router.tsx';
import { sessionQuery } from './session.ts';
import type { Theme } from './theme.ts';

export type PageRequest = {
  readonly request: Request;
  /** Carried by every inline script of the page. */
  readonly nonce: string;
  /** Calls the API in the same process, in the name of the one who asks. */
  readonly fetch: Fetch;
  /** False spares the call that asks who is signed in. */
  readonly hasSession: boolean;
  /** The visitor's choice; undefined follows the system. */
  readonly theme: Theme | undefined;
  /** The origin that the server is known by. */
  readonly siteUrl: string;
  /** A demo that strangers reach: each page says so. */
  readonly publicDemo: boolean;
  readonly assets: PageAssets;
};

/** Renders the page of a GET request: 200, 404 for the not-found page, 302 for a protected page without a session. */
export async function renderPage(page: PageRequest): Promise<Response> {
  const { request, nonce, assets } = page;
  const handler = createRequestHandler({
    request,
    createRouter: () => createAppRouter({ ...contextOf(page), nonce, tags: documentTags(assets, nonce) }),
  });
  return handler(defaultRenderHandler);
}

function contextOf({ theme, fetch, hasSession, siteUrl, publicDemo }: PageRequest): RouterContext {
  const queryClient = createQueryClient('server');
  const client = serverClient(fetch);
  if (!hasSession) queryClient.setQueryData(sessionQuery(client).queryKey, null);
  return { queryClient, client, siteUrl, publicDemo, theme };
}
