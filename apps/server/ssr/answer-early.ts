import type { FastifyInstance } from 'fastify';
import type { ResponseCache } from '../http/cache/response-cache.ts';
import { htmlType } from '../http/errors/refusal-page.ts';
import { chooseEncoding, parseAcceptedCodings } from '../http/routing/content-coding.ts';
import { readIdentity } from '../http/routing/request-identity.ts';
import { makeNonce } from '../http/routing/security-headers.ts';
import type { PageRequest } from './page-renderer.ts';
import type { PublicPage } from './public-page.ts';

/** The request headers that a cached page depends on. */
export const pageVaryHeader = 'Cookie, Accept-Encoding';

/**
 * Sends cached pages to visitors before the routes run (decision 0026).
 * @param makeCacheKey computes the same cache key as the route.
 */
export function answerPagesEarly(
  app: FastifyInstance,
  cache: ResponseCache<PublicPage>,
  makeCacheKey: (url: string, theme: PageRequest['theme']) => string,
): void {
  // The app of a test may have no early answers.
  if (!app.hasDecorator('answerEarly')) return;
  app.answerEarly((request) => {
    const page = cache.getIfFresh(makeCacheKey(request.url ?? '', readIdentity(request).theme));
    if (page === undefined) return undefined;
    const nonce = makeNonce();
    const { 'accept-encoding': acceptedEncodings } = request.headers;
    // Clients that also accept Brotli get gzip from this function, because the parts of a page in gzip are compressed
    // only once for all responses.
    const isCompressed = chooseEncoding(acceptedEncodings) !== undefined;
    if (isCompressed && !parseAcceptedCodings(acceptedEncodings).has('gzip')) return undefined;
    const encodedPage = isCompressed ? page.bytes.borrowGzip(nonce) : page.bytes.borrowPlain(nonce);
    if (encodedPage === undefined) return undefined;
    const headers = {
      ...app.makeSecurityHeaders(nonce),
      'content-type': htmlType,
      'cache-control': 'no-cache',
      vary: pageVaryHeader,
      'content-length': encodedPage.body.length,
      ...(isCompressed ? { 'content-encoding': 'gzip' } : {}),
    };
    return { route: '/*', status: 200, headers, ...encodedPage };
  });
}
