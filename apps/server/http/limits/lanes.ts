import { withReservedConnections } from '@carhouse/database/connection/reserved-connections';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/**
 * How a route is treated under overload (decision 0033). `health`, `protective` (acts of admins) and `settling`
 * (payments) are never refused and have reserved database connections. `essential` (pages, images, sign-in) is never
 * refused. `usual` is refused when refusing `costly` (search, files) is not enough.
 */
export type Lane = 'health' | 'protective' | 'settling' | 'essential' | 'usual' | 'costly';

declare module 'fastify' {
  interface FastifyContextConfig {
    lane?: Lane;
  }
}

const reservedLanes: ReadonlySet<Lane> = new Set(['health', 'protective', 'settling']);

/**
 * The lane of the matched route: it does not depend on the spelling of the path. A request without a route is in the
 * usual lane.
 */
export function laneOf(request: FastifyRequest): Lane {
  return request.routeOptions.config?.lane ?? 'usual';
}

/** Whether the lane has reserved database connections. */
export function isReserved(lane: Lane): boolean {
  return reservedLanes.has(lane);
}

/**
 * Gives each route its lane, and lets requests of the reserved lanes use the reserved database connections. Register it
 * before the routes and before any hook that queries the database.
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
