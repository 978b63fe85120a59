import { withReservedConnections } from '@carhouse/database/connection/reserved-connections';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/**
 * How a route is treated under overload (decision 0033).
 * `health`, `protective` (acts of admins) and `settling` (payments) are never turned away and have reserved database
 * connections. `essential` (pages, images, sign-in) is never turned away. `usual` is turned away when turning away `costly`
 * (search, files) is not enough.
 */
export type Lane = 'health' | 'protective' | 'settling' | 'essential' | 'usual' | 'costly';

declare module 'fastify' {
  interface FastifyContextConfig {
    lane?: Lane;
  }
}

const reservedLanes: ReadonlySet<Lane> = new Set(['health', 'protective', 'settling']);

/** The lane of the matched route: another spelling of the path cannot change it. A request without a route is in the usual lane. */
export function laneOf(request: FastifyRequest): Lane {
  return request.routeOptions.config?.lane ?? 'usual';
}

/** Whether the lane has connections to the database of its own. */
export function isReserved(lane: Lane): boolean {
  return reservedLanes.has(lane);
}

/**
 * Gives each route its lane, and lets requests of the reserved lanes use the reserved connections. Register it before the
 * routes, and before anything that asks the database.
 */
export function registerLanes(app: FastifyInstance): void {
  // The pattern of the route, not the requested path.
  app.addHook('onRoute', (route) => {
    route.config = { lane: route.url.startsWith('/api/') ? 'usual' : 'essential', ...route.config };
  });
  const enter = (request: FastifyRequest, _reply: unknown, done: () => void): void => {
    if (isReserved(laneOf(request))) withReservedConnections(done);
    else done();
  };
  app.addHook('onRequest', enter);
  // The body arrives in socket events, which are outside of the first hook's async context.
  app.addHook('preValidation', enter);
}
