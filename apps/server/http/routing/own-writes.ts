import { makeWrittenPositionStatement } from '@carhouse/database/accounts/sessions';
import { runPreparedStatement } from '@carhouse/database/connection/statement';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../context.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Whether reads of a session may use replicas, so that they must wait for the session's last write. */
    readsOwnWrites: boolean;
  }
}

/**
 * Records the position of the write-ahead log after each successful request of a session that may have written
 * something, before its response is sent. Later reads of the session use only replicas that have replayed this position
 * (decision 0086). Without replicas nothing is recorded.
 */
export function registerOwnWrites(app: FastifyInstance, { readDatabase, pool, log }: Context): void {
  app.decorate('readsOwnWrites', readDatabase.hasReplicas);
  if (!readDatabase.hasReplicas) return;
  app.addHook('onSend', async (request, reply, payload) => {
    // A refused request has written nothing, so no position is recorded and no further work is done.
    if (request.method === 'GET' || request.method === 'HEAD' || reply.statusCode >= 400) return payload;
    const session = await request.sessionLookup?.read().catch(() => null);
    if (session === null || session === undefined) return payload;
    const record = () => runPreparedStatement(pool, makeWrittenPositionStatement(session.id));
    // The write is committed, so its response is sent even when this hook fails.
    await record()
      .catch(record)
      .catch((error: unknown) => log.warn({ err: error }, 'the position of a write was not recorded'));
    return payload;
  });
}
