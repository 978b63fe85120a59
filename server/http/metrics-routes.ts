import { createHash, timingSafeEqual } from 'node:crypto';
import { DomainError } from '@carhouse/core/errors/domain-error';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Context } from '../context.ts';
import { bearerOf } from './request-identity.ts';

const forwarding = ['x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'forwarded', 'via'];

/**
 * `/metrics` in the text form of Prometheus. With METRICS_TOKEN for whoever shows it as a Bearer token, without one for
 * programs on this machine that ask it directly; for everybody else it does not exist.
 */
export function registerMetricsRoutes(app: FastifyInstance, context: Context): void {
  const { metrics, pool, config } = context;
  metrics.gauge('database_connections', 'Connections of the pool', () => pool.totalCount);
  metrics.gauge('database_connections_idle', 'Connections of the pool that wait for work', () => pool.idleCount);
  metrics.gauge('database_waiting', 'Requests that wait for a connection of the pool', () => pool.waitingCount);
  metrics.gauge('resident_memory_bytes', 'Memory of the process', () => process.memoryUsage.rss());
  metrics.gauge('uptime_seconds', 'Seconds since the process began', () => process.uptime());
  app.get('/metrics', { schema: { hide: true }, config: { lane: 'health' } }, async (request, reply) => {
    if (!maySee(request, config.metricsToken)) throw new DomainError('NOT_FOUND');
    const text = await metrics.registry.metrics();
    return reply.header('cache-control', 'no-store').type(metrics.registry.contentType).send(text);
  });
}

function maySee(request: FastifyRequest, token: string | undefined): boolean {
  if (token !== undefined) return sameText(bearerOf(request.raw) ?? '', token);
  if (forwarding.some((name) => request.headers[name] !== undefined)) return false;
  // A proxy on this machine comes from the loopback address as well, but names the public host.
  return (
    isLoopback(request.raw.socket.remoteAddress ?? '') &&
    /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])(?::\d+)?$/i.test(request.host)
  );
}

function isLoopback(address: string): boolean {
  return address === '::1' || /^(?:::ffff:)?127\./.test(address);
}

/** In one time whatever is sent: what is compared are two hashes of one length. */
function sameText(given: string, wanted: string): boolean {
  const hash = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(hash(given), hash(wanted));
}
