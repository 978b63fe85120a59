import type { FastifyInstance } from 'fastify';
import type { Metrics } from './metrics.ts';

/**
 * Measures the duration of every answer by its route. Routes are labelled by their pattern, so no e-mail address is stored.
 */
export function registerMetrics(app: FastifyInstance, metrics: Metrics): void {
  app.addHook('onResponse', async (request, reply) => {
    const labels = {
      method: request.method,
      route: request.routeOptions.url ?? 'none',
      status: String(reply.statusCode),
    };
    metrics.recordRequest(labels, reply.elapsedTime / 1000);
  });
}
