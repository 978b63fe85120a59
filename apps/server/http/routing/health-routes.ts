import { isMigrated } from '@carhouse/database/connection/migrate';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../context.ts';

/**
 * Maximum number of milliseconds for a query of the database. When the query takes longer, this server node is not
 * ready.
 */
const checkTimeoutMs = 300;
/**
 * Milliseconds for which the result of a query is used again. The route is open to anybody and may use the reserved
 * connections, so requests do not cause a query each.
 */
const checkReuseMs = 1_000;

/**
 * Registers two routes for monitoring systems. `/healthz` says that the process is running, whatever the state of the
 * database. `/readyz` says whether the process can serve requests and its catalogue is loaded. The responses of
 * `/healthz` and `/readyz` contain no versions and no secrets.
 */
export function registerHealthRoutes(app: FastifyInstance, context: Context, isStopping: () => boolean): void {
  app.get('/healthz', { schema: { hide: true }, config: { lane: 'health' } }, async (_request, reply) =>
    reply.send({ status: 'ok' }),
  );
  let latestCheck: { readonly at: number; readonly migrationsPromise: Promise<boolean> } | undefined;
  const checkDatabase = (): Promise<boolean> => {
    const currentTimeMs = performance.now();
    if (latestCheck === undefined || currentTimeMs - latestCheck.at > checkReuseMs) {
      const previousCheckPromise = latestCheck?.migrationsPromise;
      // A query that does not end keeps its connection, so the next query waits for its end.
      latestCheck = {
        at: currentTimeMs,
        migrationsPromise: (previousCheckPromise ?? Promise.resolve()).then(() => areMigrationsApplied(context)),
      };
    }
    return latestCheck.migrationsPromise;
  };
  app.get('/readyz', { schema: { hide: true }, config: { lane: 'health' } }, async (_request, reply) => {
    const isReady = !isStopping() && context.catalogue.isReady() && (await isTrueInTime(checkDatabase()));
    return reply
      .code(isReady ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({ status: isReady ? 'ready' : 'not ready' });
  });
}

function areMigrationsApplied({ pool }: Context): Promise<boolean> {
  return isMigrated(pool).catch(() => false);
}

async function isTrueInTime(result: Promise<boolean>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const timeoutPromise = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), checkTimeoutMs);
  });
  try {
    return await Promise.race([result, timeoutPromise]);
  } finally {
    clearTimeout(timer);
  }
}
