import { isMigrated } from '@carhouse/database/connection/migrate';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../context.ts';

/**
 * Maximum number of milliseconds for a query of the database. When the query takes longer, this server node is not
 * ready.
 */
const checkTimeoutMs = 300;

/**
 * Registers two routes for monitoring systems. `/healthz` says that the process is running, whatever the state of the
 * database. `/readyz` says whether the process can serve requests and its catalogue is loaded. Neither answer contains
 * versions or secrets.
 */
export function registerHealthRoutes(app: FastifyInstance, context: Context, isDraining: () => boolean): void {
  app.get('/healthz', { schema: { hide: true }, config: { lane: 'health' } }, async (_request, reply) =>
    reply.send({ status: 'ok' }),
  );
  app.get('/readyz', { schema: { hide: true }, config: { lane: 'health' } }, async (_request, reply) => {
    const ready = !isDraining() && context.catalogue.isReady() && (await answersInTime(context));
    return reply
      .code(ready ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({ status: ready ? 'ready' : 'not ready' });
  });
}

async function answersInTime(context: Context): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), checkTimeoutMs);
  });
  try {
    return await Promise.race([isMigrated(context.pool), late]);
  } catch {
    return false;
  } finally {
    clearTimeout(timer);
  }
}
