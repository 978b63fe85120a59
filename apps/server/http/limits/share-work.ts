import { DomainError } from '@carhouse/domain/errors/domain-error';
import { createFairQueue, type FairQueue } from '@carhouse/domain/limits/fair-queue';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../../context.ts';
import { requestBucket } from '../routing/client-address.ts';
import { actorOf } from '../routing/session.ts';
import { isReserved, laneOf } from './lanes.ts';
import { OpenCounts } from './open-counts.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether the route itself limits its concurrent uploads (upload-turns.ts). */
    hasTurns?: boolean;
  }
  interface FastifyInstance {
    /**
     * Waits until a page may be rendered.
     * @returns a function that ends the turn. @throws DomainError RATE_LIMITED,
     * UNAVAILABLE
     */
    takePageTurn(request: FastifyRequest, reply: FastifyReply): Promise<() => void>;
  }
}

/** Milliseconds that a costly call or a page waits for its turn. */
const waitTimeout = 2_000;
const pageWaitTimeout = 10_000;
/** Milliseconds that a call that changes data waits for its turn. */
const changeWaitTimeout = 10_000;

/**
 * Limits the concurrent calls of each client address, and lets the costly calls of different addresses take turns. Calls that
 * change data take turns too, so that the calls of one address that wait for a lock do not fill the database pool. Calls
 * beyond the limit are refused immediately. Register this plugin after the rate limits. Calls of reserved lanes are not
 * counted.
 */
export function registerShares(app: FastifyInstance, context: Context): void {
  const { shares } = context.protection;
  const pages = shares === undefined ? undefined : createFairQueue(shares.pages);
  app.decorate('takePageTurn', async (request: FastifyRequest, reply: FastifyReply) =>
    pages === undefined
      ? () => {}
      : takeTurn(pages, request, reply, { limit: 'pagesWaiting', waitTimeout: pageWaitTimeout }),
  );
  if (shares === undefined) return;
  const queue = createFairQueue(shares.costly);
  const changes = createFairQueue(shares.changes);
  const underWay = new OpenCounts(shares.calls);
  context.metrics.gauge('costly_waiting', 'Costly calls that wait for their turn', () => queue.waiting);
  context.metrics.gauge('changes_waiting', 'Calls that change data and wait for their turn', () => changes.waiting);

  app.addHook('onRequest', async (request, reply) => {
    if (!isShared(request)) return;
    const end = underWay.begin(requestBucket(request));
    if (end === undefined) throw refusal('callsUnderWay');
    onClose(reply, end);
  });

  app.addHook('preHandler', async (request, reply) => {
    if (request.routeOptions.config.hasTurns === true) return;
    if (laneOf(request) === 'costly') {
      onClose(reply, await takeTurn(queue, request, reply, { limit: 'costlyWaiting', waitTimeout }));
    } else if (isChange(request) && (await isUsual(request))) {
      const given = { limit: 'changesWaiting', waitTimeout: changeWaitTimeout };
      onClose(reply, await takeTurn(changes, request, reply, given));
    }
  });

  async function takeTurn(
    costlyQueue: FairQueue,
    request: FastifyRequest,
    reply: FastifyReply,
    given: { readonly limit: string; readonly waitTimeout: number },
  ): Promise<() => void> {
    const gone = new AbortController();
    onClose(reply, () => gone.abort());
    const late = setTimeout(() => gone.abort(new DomainError('UNAVAILABLE', { retryAfter: 2 })), given.waitTimeout);
    try {
      return await costlyQueue.take(requestBucket(request), gone.signal);
    } catch (error) {
      if (error instanceof DomainError && error.code === 'RATE_LIMITED') throw refusal(given.limit);
      throw error instanceof DomainError ? error : new DomainError('UNAVAILABLE', { retryAfter: 2 });
    } finally {
      clearTimeout(late);
    }
  }

  function refusal(limit: string): DomainError {
    context.metrics.refusals.inc({ limit });
    return new DomainError('RATE_LIMITED', { retryAfter: 1, limit });
  }
}

function isShared(request: FastifyRequest): boolean {
  return !isReserved(laneOf(request)) && isApiCall(request);
}

function isChange(request: FastifyRequest): boolean {
  return isApiCall(request) && request.method !== 'GET' && request.method !== 'HEAD';
}

function isApiCall({ routeOptions }: FastifyRequest): boolean {
  return routeOptions.url?.startsWith('/api/') === true;
}

/**
 * Sign-in is in another lane: it waits for the hashing of passwords, and has limits of its own. A protective call of a user
 * who is not an admin, such as a seller's withdrawal, is a usual call.
 */
async function isUsual(request: FastifyRequest): Promise<boolean> {
  const lane = laneOf(request);
  return lane === 'usual' || (lane === 'protective' && (await actorOf(request))?.role !== 'admin');
}

/** Calls `work` also when the connection is already closed. */
function onClose(reply: FastifyReply, work: () => void): void {
  if (reply.raw.closed || reply.raw.destroyed) work();
  else reply.raw.once('close', work);
}
