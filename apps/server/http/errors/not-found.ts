import { DomainError } from '@carhouse/domain/errors/domain-error';
import type { FastifyInstance, RouteOptions } from 'fastify';
import { removeQuery } from '../routing/request-target.ts';
import { sendProblem } from './problems.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Every route of the server in the order of registration; the authorisation matrix test compares this list. */
    routeList: { readonly methods: readonly string[]; readonly url: string }[];
  }
}

/**
 * The `Allow` header of the response to TRACE. TRACE is never allowed, because its response would echo the request's
 * headers.
 */
const readingMethodList = 'GET, HEAD';

/**
 * Answers unknown URLs with a problem response: 405 with an `Allow` header when the URL has another method, otherwise
 * 404. Register this plugin before the routes, so that the plugin sees the routes.
 */
export function registerApiNotFound(app: FastifyInstance): void {
  const routes: { readonly pattern: RegExp; readonly methods: readonly string[] }[] = [];
  app.decorate('routeList', []);
  app.addHook('onRoute', (route: RouteOptions) => {
    app.routeList.push({ methods: [route.method].flat(), url: route.url });
    if (route.url.includes('*')) return;
    const pattern = new RegExp(`^${route.url.replace(/:[A-Za-z]+/g, '[^/]+')}$`);
    routes.push({ pattern, methods: [route.method].flat() });
  });
  app.setNotFoundHandler((request, reply) => {
    const path = removeQuery(request.url);
    const allowedMethods = new Set(
      routes.filter((route) => route.pattern.test(path)).flatMap((route) => route.methods),
    );
    if (allowedMethods.size === 0 && request.method === 'TRACE') allowedMethods.add(readingMethodList);
    // A route with this method and pattern exists. The route refused the URL, because one of the URL's parameters is
    // longer than any valid one.
    if (allowedMethods.size === 0 || allowedMethods.has(request.method))
      return sendProblem(request, reply, new DomainError('NOT_FOUND'));
    reply.header('allow', [...allowedMethods].sort().join(', '));
    return sendProblem(request, reply, new DomainError('METHOD_NOT_ALLOWED'));
  });
}
