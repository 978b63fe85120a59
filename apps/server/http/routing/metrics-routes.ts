import { createHash, timingSafeEqual } from 'node:crypto';
import { DomainError } from '@carhouse/domain/errors/domain-error';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isLoopback } from '../../config/listen-config.ts';
import type { Config } from '../../config.ts';
import type { Context } from '../../context.ts';
import { productVersion } from './product-version.ts';
import { readBearerToken } from './request-identity.ts';

/** Prefixes of the names of headers that proxies and tunnels add. */
const forwardingHeaderPrefixes = [
  'x-forwarded-',
  'forwarded',
  'via',
  'x-real-ip',
  'x-client-ip',
  'true-client-ip',
  'cf-',
  'fastly-',
];

/**
 * Serves `/metrics` in the text format of Prometheus. When METRICS_TOKEN is set, a client that sends it as a Bearer
 * token gets the metrics. When METRICS_TOKEN is not set, only programs that connect directly get the metrics, and only
 * when the server is reachable from this machine alone. All other clients get a 404. A request counts as forwarded by a
 * proxy when the request has a header whose name begins with one of `forwardingHeaderPrefixes`. Requests of a local
 * proxy that adds no such header cannot be distinguished from requests of a local program.
 */
export function registerMetricsRoutes(app: FastifyInstance, context: Context): void {
  const { metrics, pool, config } = context;
  metrics.registerGauge('database_connections', 'Connections of the pool', () => pool.totalCount);
  metrics.registerGauge('database_connections_max', 'Connections that the pool may open', () => pool.options.max ?? 0);
  metrics.registerGauge(
    'database_connections_idle',
    'Connections of the pool that wait for work',
    () => pool.idleCount,
  );
  metrics.registerGauge('database_waiting', 'Requests that wait for a connection of the pool', () => pool.waitingCount);
  metrics.registerGauge('resident_memory_bytes', 'Memory of the process', () => process.memoryUsage.rss());
  metrics.registerLabelledGauge('build_info', 'The version of the product', 'version', () => ({ [productVersion]: 1 }));
  metrics.registerGauge('uptime_seconds', 'Seconds since the process began', () => process.uptime());
  app.get('/metrics', { schema: { hide: true }, config: { lane: 'health' } }, async (request, reply) => {
    if (!mayReadMetrics(request, config)) throw new DomainError('NOT_FOUND');
    const text = await metrics.readAll();
    return reply.header('cache-control', 'no-store').type(metrics.registry.contentType).send(text);
  });
}

function mayReadMetrics(request: FastifyRequest, config: Config): boolean {
  const { metricsToken } = config;
  if (metricsToken !== undefined) return equalsInConstantTime(readBearerToken(request.raw) ?? '', metricsToken);
  if (!isReachableLocallyOnly(config) || isForwarded(request)) return false;
  return isLoopback(request.raw.socket.remoteAddress ?? '') && isLoopback(request.hostname);
}

function isForwarded({ headers }: FastifyRequest): boolean {
  return Object.keys(headers).some((name) =>
    forwardingHeaderPrefixes.some((headerPrefix) => name.startsWith(headerPrefix)),
  );
}

function isReachableLocallyOnly({ isProduction, host, publicUrl, trustedProxies }: Config): boolean {
  return !isProduction && trustedProxies.length === 0 && isLoopback(host) && isLoopback(new URL(publicUrl).hostname);
}

/** Whether two texts are equal, compared in constant time through hashes of equal length. */
function equalsInConstantTime(value: string, expectedValue: string): boolean {
  const hash = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(hash(value), hash(expectedValue));
}
