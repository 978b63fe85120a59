import { withReservedConnections } from '@carhouse/database/connection/reserved-connections';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/**
 * The priority class of a route under overload (decision 0033). Requests in `health`, `protective` (admin actions that end
 * an attack) and `settling` (payments) are never refused and have reserved database connections. Requests in `essential`
 * (pages, images, sign-in) are never refused. Requests in `usual` are refused when refusing `costly` requests (search,
 * files) is not enough.
 */
export type Lane = 'health' | 'protective' | 'settling' | 'essential' | 'usual' | 'costly';

declare module 'fastify' {
  interface FastifyContextConfig {
    lane?: Lane;
  }
}

const reservedLanes: ReadonlySet<Lane> = new Set(['health', 'protective', 'settling']);

/**
 * Returns the lane of the matched route. The lane does not depend on the spelling of the path. A request without a route is
 * in the usual lane.
 */
export function laneOf(request: FastifyRequest): Lane {
  return request.routeOptions.config?.lane ?? 'usual';
}

/** Whether the lane has reserved database connections. */
export function isReserved(lane: Lane): boolean {
  return reservedLanes.has(lane);
}

/**
 * Gives each route its lane, and lets requests of the reserved lanes use the reserved database connections. Register this
 * plugin before the routes and before any hook that queries the database.
 */
export function registerLanes(app: FastifyInstance): void {
  // `url` is the pattern of the route, not the requested path.
  app.addHook('onRoute', (route) => {
    route.config = { lane: route.url.startsWith('/api/') ? 'usual' : 'essential', ...route.config };
  });
  const enter = (request: FastifyRequest, _reply: unknown, done: () => void): void => {
    if (isReserved(laneOf(request))) withReservedConnections(done);
    else done();
  };
  app.addHook('onRequest', enter);
  // The body arrives in socket events, which run outside the async context of the first hook.
  app.addHook('preValidation', enter);
}
