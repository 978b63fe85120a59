import { mayBeForged, type OwnOriginCheck } from '@carhouse/auth/own-origins';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { readIdentity } from './request-identity.ts';
import { toFetchHeaders } from './session.ts';

declare module 'fastify' {
  interface FastifyInstance {
    isOwnOrigin: OwnOriginCheck;
  }
}

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Configures which origins `isForeignPage` accepts as the server's own. */
export function registerOriginCheck(app: FastifyInstance, isOwnOrigin: OwnOriginCheck): void {
  app.decorate('isOwnOrigin', isOwnOrigin);
}

/**
 * Whether a page of another site may have sent this request. A request with a token in the Authorization header is
 * accepted, because a browser never adds that header by itself.
 */
export function isForeignPage(request: FastifyRequest): boolean {
  if (safeMethods.has(request.method)) return false;
  const headers = toFetchHeaders(request);
  return mayBeForged(readIdentity(request.raw), headers) && !request.server.isOwnOrigin(headers);
}
