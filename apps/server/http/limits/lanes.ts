import { withReservedConnections } from '@carhouse/database/connection/reserved-connections';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/**
 * The priority class of a route under overload (decision 0033). Requests in `health`, `protective` (admin actions that end
 * an attack) and `settling` (payments) are never refused and have reserved database connections. Requests in `essential`
 * (brand lists, images, sign-in) are never refused. Requests in `usual` are refused when refusing `costly` requests (search,
 * files) is not enough. Requests in `page` are pages that must be rendered: they are refused only when answers are late
 * (admission.ts, decision 0093).
 */
export type RequestLane = 'health' | 'protective' | 'settling' | 'essential' | 'page' | 'usual' | 'costly';

declare module 'fastify' {
  interface FastifyContextConfig {
    lane?: RequestLane;
  }
}

const reservedLanes: ReadonlySet<RequestLane> = new Set(['health', 'protective', 'settling']);

/**
 * Returns the lane of a request: the lane of its route. The spelling of the requested path does not change the
 * lane. A request without a route is in the lane `usual`.
 */
export function chooseLane(request: FastifyRequest): RequestLane {
  return request.routeOptions.config?.lane ?? 'usual';
}

/** Whether the lane has reserved database connections. */
export function isReservedLane(lane: RequestLane): boolean {
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
  const enterLane = (request: FastifyRequest, _reply: unknown, continueHooks: () => void): void => {
    if (isReservedLane(chooseLane(request))) withReservedConnections(continueHooks);
    else continueHooks();
  };
  app.addHook('onRequest', enterLane);
  // The body arrives in socket events, which do not run in the async context of the first hook. The async context is
  // therefore entered again in a later hook.
  app.addHook('preValidation', enterLane);
}
