import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { chooseEncoding } from '../routing/content-coding.ts';
import { webhookPath } from '../routing/provider-paths.ts';
import { pathOf } from '../routing/request-target.ts';
import type { EarlyAnswer } from './early-answers.ts';
import { isKnown } from './entity-tag.ts';
import { withKnownQuery } from './known-query.ts';
import { createChangeGate } from './private-changes.ts';
import type { PublicAnswer } from './public-answer.ts';
import type { CacheLimits, ResponseCache } from './response-cache.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** The cached response of this address, or the one that `make` returns, which is then cached. */
    publicAnswer(request: FastifyRequest, make: () => Promise<PublicAnswer>): Promise<PublicAnswer>;
    /** Sends a response to a visitor. */
    sendPublic(request: FastifyRequest, reply: FastifyReply, answer: PublicAnswer): Promise<FastifyReply>;
  }
  interface FastifyContextConfig {
    /** Every visitor gets the same response for the same URL. */
    sameForVisitors?: boolean;
    /** The names of the query parameters that the call reads; undefined when it refuses others. */
    queryNames?: ReadonlySet<string>;
  }
}

/** Decision 0026. */
export const answerLimits: CacheLimits = { freshFor: 500, keptFor: 1_000, entries: 200, bytes: 64 * 1024 * 1024 };

/** Maximum length of a cached URL. */
const longestAddress = 200;
/** Headers that differ in each response: the content security policy contains a nonce. */
const ofThisAnswer = new Set(['content-length', 'content-security-policy']);
const vary = 'Cookie, Authorization, Accept-Encoding';

/**
 * Caches the responses of calls that are the same for all visitors (`sameForVisitors`) for at most a second, and
 * answers from the cache before the routes run. Register it after the rate limits and before the routes.
 * @param onChanges subscribes to changes made on other nodes.
 * @param clock a monotonic clock in milliseconds.
 */
export function registerAnswerCache(
  app: FastifyInstance,
  cache: ResponseCache<PublicAnswer>,
  onChanges: (listener: () => void) => void = () => {},
  clock: () => number = () => performance.now(),
): void {
  const gate = createChangeGate(clock);
  onChanges(() => cache.clear());
  const routes = new Map<string, ReadonlySet<string> | undefined>();
  const shared: OutgoingHttpHeaders = {
    ...app.securityHeadersFor(''),
    vary,
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-cache',
  };

  app.addHook('onRoute', (route) => {
    if (route.config?.sameForVisitors === true) routes.set(route.url, route.config.queryNames);
  });

  app.answerEarly((request) => {
    const answer = cache.peek(request.url ?? '');
    return answer && answerFrom(answer, request.headers, pathOf(request.url ?? ''));
  });

  // A change on this node, or an event of the card provider, empties the cache immediately. It is emptied before the
  // response is sent: the transaction has ended, and the client does not know of the change yet. Other calls of
  // visitors change no listing and cost nothing, such as requests for a passkey challenge: they must not empty the
  // cache. Nor do changes of a person's own records, and one account only so often (decision 0053).
  app.addHook('onSend', async (request, reply, payload) => {
    if (request.method === 'GET' || request.method === 'HEAD' || reply.statusCode >= 400) return payload;
    const { actorId, method } = request;
    const { url = '' } = request.routeOptions;
    const empties = actorId === null ? url === webhookPath : gate.empties(`${method} ${url}`, actorId);
    if (empties) cache.clear();
    return payload;
  });

  app.addHook('onSend', async (request, reply, payload) => {
    if (request.routeOptions.config.sameForVisitors === true && !reply.hasHeader('vary')) reply.header('vary', vary);
    return payload;
  });

  app.decorate('publicAnswer', (request: FastifyRequest, make: () => Promise<PublicAnswer>) => {
    const asked = request.raw.url ?? '';
    // The checks of the route have seen the whole address; what it does not read is no part of the key.
    const names = routes.get(pathOf(asked));
    const url = names === undefined ? asked : withKnownQuery(asked, (name) => names.has(name));
    if (url.length > longestAddress || !routes.has(pathOf(url))) return make();
    return cache.get(url, async (older) => (await make()).orSame(older));
  });

  app.decorate('sendPublic', async (request: FastifyRequest, reply: FastifyReply, answer: PublicAnswer) => {
    const { status, headers, body } = await answerFrom(answer, request.headers, '');
    for (const [name, value] of Object.entries(headers)) {
      if (value !== undefined && !ofThisAnswer.has(name)) reply.header(name, value);
    }
    return reply.code(status).send(body ?? '');
  });

  function answerFrom(
    answer: PublicAnswer,
    asked: IncomingHttpHeaders,
    route: string,
  ): EarlyAnswer | Promise<EarlyAnswer> {
    if (isKnown(asked['if-none-match'], answer.etag)) {
      return { route, status: 304, headers: { ...shared, ...answer.tagged }, body: null };
    }
    const variant = answer.variant(shared, chooseEncoding(asked['accept-encoding']));
    if (!(variant instanceof Promise)) return { route, status: 200, ...variant };
    return variant.then((packed) => ({ route, status: 200, ...packed }));
  }
}
