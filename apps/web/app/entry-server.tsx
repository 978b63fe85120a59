import type { Fetch } from '@carhouse/contract/client';
import type { BusinessMode } from '@carhouse/domain/payment/business-mode';
import { createRequestHandler, RouterServer, renderSsrHtmlResponse } from '@tanstack/react-router/ssr/server';
import { renderToString } from 'react-dom/server';
import type { PageAssets } from '../build/page-assets.ts';
import { createServerClient } from './api.ts';
import { makeDocumentTags } from './document/document-tags.tsx';
import type { RouterContext } from './prefetch.ts';
import { createQueryClient } from './query.ts';
import { createAppRouter } from './router.tsx';
import { sessionQuery } from './session.ts';
import type { Theme } from './theme.ts';

export type PageRequest = {
  readonly request: Request;
  /** The nonce that every inline script of the page has. */
  readonly nonce: string;
  /** Calls the API in the same process, with the client's identity. */
  readonly fetch: Fetch;
  /**
   * Whether the request has a session cookie. Without a session cookie, the call that reads the signed-in user is
   * skipped.
   */
  readonly hasSession: boolean;
  /** The theme that the visitor has chosen; undefined follows the system. */
  readonly theme: Theme | undefined;
  /** The public origin of the server. */
  readonly siteUrl: string;
  /** Whether the server is a public demo. The pages of a public demo show a notice. */
  readonly isPublicDemo: boolean;
  /** How the operator runs the marketplace. */
  readonly businessMode: BusinessMode;
  readonly assets: PageAssets;
  /** The function is called with the error of a loader that caused an error page. */
  readonly onError?: (error: unknown) => void;
};

/**
 * Renders the page of a GET request. The status is 200, 404 for the not-found page, 302 for a protected page without a
 * session, or 500 for an error page.
 * @throws the errors of components; the handler of the router would log them to the console and send an empty 500.
 */
export async function renderPage(page: PageRequest): Promise<Response> {
  const { request, nonce, assets } = page;
  const handler = createRequestHandler({
    request,
    createRouter: () =>
      createAppRouter({ ...makeRouterContext(page), nonce, tags: makeDocumentTags(assets, nonce, page.businessMode) }),
  });
  return handler(({ router, responseHeaders }) => {
    const failedMatch = router.stores.matches.get().find(({ status }) => status === 'error');
    if (failedMatch !== undefined) page.onError?.(failedMatch.error);
    const html = renderToString(<RouterServer router={router} />);
    return renderSsrHtmlResponse({ router, responseHeaders, render: () => html });
  });
}

function makeRouterContext({
  theme,
  fetch,
  hasSession,
  siteUrl,
  isPublicDemo,
  businessMode,
}: PageRequest): RouterContext {
  const queryClient = createQueryClient('server');
  const client = createServerClient(fetch);
  if (!hasSession) queryClient.setQueryData(sessionQuery(client).queryKey, null);
  return { queryClient, client, siteUrl, isPublicDemo, businessMode, theme };
}
