import { withReservedConnections } from '@carhouse/database/connection/reserved-connections';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/**
 * How a route is treated while there is too much to do (decision 0033).
 * `health`, `protective` (what admins do) and `settling` (payments) are never turned away and have connections to the
 * database of their own. `essential` (pages, pictures, sign-in) is never turned away. `usual` is turned away when turning
 * away `costly` (search, files) was not enough.
 */
export type Lane = 'health' | 'protective' | 'settling' | 'essential' | 'usual' | 'costly';

declare module 'fastify' {
  interface FastifyContextConfig {
    lane?: Lane;
  }
}

const reservedLanes: ReadonlySet<Lane> = new Set(['health', 'protective', 'settling']);

/** The lane of the route that the router has found: spellings of a path cannot change it. What has no route is usual. */
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
  // The pattern of the route, not what was asked for.
  app.addHook('onRoute', (route) => {
    route.config = { lane: route.url.startsWith('/api/') ? 'usual' : 'essential', ...route.config };
  });
  const enter = (request: FastifyRequest, _reply: unknown, done: () => void): void => {
    if (isReserved(laneOf(request))) withReservedConnections(done);
    else done();
  };
  app.addHook('onRequest', enter);
  // A body arrives by events of its socket, which know nothing of the first hook.
  app.addHook('preValidation', enter);
}
