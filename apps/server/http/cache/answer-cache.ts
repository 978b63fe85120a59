import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { chooseEncoding } from '../routing/content-coding.ts';
import { providerWebhookPath } from '../routing/provider-paths.ts';
import { removeQuery } from '../routing/request-target.ts';
import type { EarlyAnswer } from './early-answers.ts';
import { hasMatchingTag } from './entity-tag.ts';
import { keepKnownParameters } from './known-query.ts';
import { createCacheEmptyingRule } from './private-changes.ts';
import type { PublicAnswer } from './public-answer.ts';
import type { CacheLimits, ResponseCache } from './response-cache.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /**
     * Returns the cached response of this URL. When no response is cached, the function calls `makeAnswer` and caches
     * the result.
     */
    getPublicAnswer(request: FastifyRequest, makeAnswer: () => Promise<PublicAnswer>): Promise<PublicAnswer>;
    /** Sends a response to a visitor, compressed as the client accepts it. */
    sendPublic(request: FastifyRequest, reply: FastifyReply, answer: PublicAnswer): Promise<FastifyReply>;
  }
  interface FastifyContextConfig {
    /** Whether every visitor gets the same response for the same URL. */
    sameForVisitors?: boolean;
    /** The names of the query parameters that the call reads; undefined when the call refuses other parameters. */
    queryNames?: ReadonlySet<string>;
  }
}

/** The limits of the cache: ages in milliseconds, sizes in bytes. Decision 0026 has the reasons for these limits. */
export const answerLimits: CacheLimits = {
  freshForMs: 500,
  expiresAfterMs: 1_000,
  entries: 200,
  bytes: 64 * 1024 * 1024,
};

/** Maximum number of characters of a URL whose response is cached. */
const cachedUrlLengthMaximum = 200;
/** Headers that differ in each response. The content security policy contains a nonce. */
const responseSpecificHeaders = new Set(['content-length', 'content-security-policy']);
const varyHeaderValue = 'Cookie, Authorization, Accept-Encoding';

/**
 * Caches the responses of calls that are the same for all visitors (`sameForVisitors`) for at most a second, and answers
 * from the cache before the routes run. Register this plugin after the rate limits and before the routes.
 * @param onChanges subscribes to changes that other server nodes make.
 * @param clock a monotonic clock in milliseconds.
 */
export function registerAnswerCache(
  app: FastifyInstance,
  cache: ResponseCache<PublicAnswer>,
  onChanges: (listener: () => void) => void = () => {},
  clock: () => number = () => performance.now(),
): void {
  const cacheEmptyingRule = createCacheEmptyingRule(clock);
  onChanges(() => cache.clear());
  const queryNamesByRoute = new Map<string, ReadonlySet<string> | undefined>();
  const sharedHeaders: OutgoingHttpHeaders = {
    ...app.makeSecurityHeaders(''),
    vary: varyHeaderValue,
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-cache',
  };

  app.addHook('onRoute', (route) => {
    if (route.config?.sameForVisitors === true) queryNamesByRoute.set(route.url, route.config.queryNames);
  });

  app.answerEarly((request) => {
    const answer = cache.getIfFresh(request.url ?? '');
    return answer && answerFromCache(answer, request.headers, removeQuery(request.url ?? ''));
  });

  // A change on this server node, or an event of the card provider, empties the cache immediately. The cache is emptied
  // after the transaction has ended and before the response is sent. The client learns of the change only from the
  // response. POST requests of visitors, such as requests for a passkey challenge, change no listing, so they do not
  // empty the cache. Changes of a user's private records do not empty the cache either. One account can empty the cache
  // only a limited number of times (decision 0053).
  app.addHook('onSend', async (request, reply, payload) => {
    if (request.method === 'GET' || request.method === 'HEAD' || reply.statusCode >= 400) return payload;
    const { actorId, method } = request;
    const { url = '' } = request.routeOptions;
    const emptiesCache =
      actorId === null ? url === providerWebhookPath : cacheEmptyingRule.shouldEmptyCache(`${method} ${url}`, actorId);
    if (emptiesCache) cache.clear();
    return payload;
  });

  app.addHook('onSend', async (request, reply, payload) => {
    if (request.routeOptions.config.sameForVisitors === true && !reply.hasHeader('vary'))
      reply.header('vary', varyHeaderValue);
    return payload;
  });

  app.decorate('getPublicAnswer', (request: FastifyRequest, makeAnswer: () => Promise<PublicAnswer>) => {
    const requestedUrl = request.raw.url ?? '';
    const route = request.routeOptions.url ?? '';
    // The route has already validated the whole URL. The cache key contains only the parameters that the route reads.
    const parameterNames = queryNamesByRoute.get(route);
    const url =
      parameterNames === undefined
        ? requestedUrl
        : keepKnownParameters(requestedUrl, (name) => parameterNames.has(name));
    if (url.length > cachedUrlLengthMaximum || !queryNamesByRoute.has(route)) return makeAnswer();
    return cache.get(url, async (olderAnswer) => (await makeAnswer()).reuseIfEqual(olderAnswer));
  });

  app.decorate('sendPublic', async (request: FastifyRequest, reply: FastifyReply, answer: PublicAnswer) => {
    const { status, headers, body } = await answerFromCache(answer, request.headers, '');
    for (const [name, value] of Object.entries(headers)) {
      if (value !== undefined && !responseSpecificHeaders.has(name)) reply.header(name, value);
    }
    return reply.code(status).send(body ?? '');
  });

  function answerFromCache(
    answer: PublicAnswer,
    requestHeaders: IncomingHttpHeaders,
    route: string,
  ): EarlyAnswer | Promise<EarlyAnswer> {
    if (hasMatchingTag(requestHeaders['if-none-match'], answer.etag)) {
      return { route, status: 304, headers: { ...sharedHeaders, ...answer.headersWithTag }, body: null };
    }
    const encodedAnswer = answer.encodeAnswer(sharedHeaders, chooseEncoding(requestHeaders['accept-encoding']));
    if (!(encodedAnswer instanceof Promise)) return { route, status: 200, ...encodedAnswer };
    return encodedAnswer.then((compressedAnswer) => ({ route, status: 200, ...compressedAnswer }));
  }
}
