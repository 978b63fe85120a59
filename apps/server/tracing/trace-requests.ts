import type { IncomingMessage } from 'node:http';
import { isIPv6 } from 'node:net';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { makeProxyList, parsePlainAddress } from '../http/routing/client-address.ts';
import { isInnerCall } from '../http/routing/request-identity.ts';
import { findCurrentTrace, formatAsRequestId, parseTraceParent, runInTrace, type Trace, toTraceId } from './trace.ts';
import type { OpenSpan, Tracing } from './tracing.ts';

const parentTraces = new WeakMap<IncomingMessage, Trace>();

/**
 * Returns the function that gives a request its id. The id of a request is its trace id, in the notation of a UUID. A
 * trace that a trusted proxy has begun (`traceparent`) is continued, and so is the trace of a page that calls the API
 * in the same process. Other clients cannot choose the trace of a request.
 */
export function createRequestIds(trustedProxies: readonly string[], newId: () => string) {
  const proxies = makeProxyList(trustedProxies);
  function findParent(request: IncomingMessage): Trace | undefined {
    if (isInnerCall(request)) return findCurrentTrace();
    if (trustedProxies.length === 0) return undefined;
    const address = parsePlainAddress(request.socket.remoteAddress ?? '') ?? '';
    if (address === '' || !proxies.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')) return undefined;
    return parseTraceParent([request.headers.traceparent ?? []].flat()[0]);
  }
  return (request: IncomingMessage): string => {
    const parent = findParent(request);
    if (parent === undefined) return newId();
    parentTraces.set(request, parent);
    return formatAsRequestId(parent.traceId);
  };
}

/**
 * Runs every request in its trace, so that log lines, statements, calls and jobs get its id, and sends the id in the
 * header `X-Request-Id`. A span has the pattern of the route and no path, because paths hold e-mail addresses. Register
 * the traces before the hooks that log or query.
 */
export function registerTraces(app: FastifyInstance, tracing: Tracing): void {
  const spans = new WeakMap<FastifyRequest, OpenSpan>();
  const endSpan = (request: FastifyRequest, status: number | undefined): void => {
    const span = spans.get(request);
    if (span === undefined) return;
    spans.delete(request);
    if (status === undefined) span.end({ errorCode: 'aborted' });
    else {
      const attributes = { 'http.response.status_code': status };
      span.end(status >= 500 ? { attributes, errorCode: String(status) } : { attributes });
    }
  };
  app.decorateRequest('trace', null);
  app.addHook('onRequest', (request, reply: FastifyReply, continueHooks) => {
    const route = request.routeOptions.url ?? 'none';
    const attributes = { 'http.request.method': request.method, 'http.route': route };
    const span = tracing.startSpan(
      { name: `${request.method} ${route}`, kind: 'server', attributes },
      parentTraces.get(request.raw),
      toTraceId(request.id),
    );
    request.trace = span;
    spans.set(request, span);
    reply.header('x-request-id', request.id);
    runInTrace(span, continueHooks);
  });
  // The body arrives in socket events, which do not run in the async context of the first hook.
  app.addHook('preValidation', (request, _reply, continueHooks) => {
    if (request.trace === null) continueHooks();
    else runInTrace(request.trace, continueHooks);
  });
  app.addHook('onResponse', async (request, reply) => endSpan(request, reply.statusCode));
  app.addHook('onRequestAbort', async (request) => endSpan(request, undefined));
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The trace of the request; null before the first hook. */
    trace: Trace | null;
  }
}
