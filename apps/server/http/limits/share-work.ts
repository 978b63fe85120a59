import { DomainError } from '@carhouse/domain/errors/domain-error';
import { createFairQueue, type FairQueue } from '@carhouse/domain/limits/fair-queue';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../../context.ts';
import { findRequestBucket } from '../routing/client-address.ts';
import { findActor } from '../routing/session.ts';
import { chooseLane, isReservedLane } from './lanes.ts';
import { ConcurrencyCounts } from './open-counts.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether the route limits its concurrent uploads in another way (upload-turns.ts). */
    limitsUploads?: boolean;
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

/** Maximum number of milliseconds that a costly call or a page waits in its queue. */
const waitTimeoutMs = 2_000;
const pageWaitTimeoutMs = 10_000;
/** Maximum number of milliseconds that a call that changes data waits in its queue. */
const changeWaitTimeoutMs = 10_000;

/**
 * Limits the concurrent calls of each client address. Costly calls, and calls that change data, wait in fair queues,
 * which serve the client addresses in rotation. Calls of one address that wait for a lock therefore do not occupy the
 * whole database pool. Calls beyond the limits are refused immediately. Register this plugin after the rate limits.
 * Calls of reserved lanes are not counted.
 */
export function registerWorkShares(app: FastifyInstance, context: Context): void {
  const { workShares } = context.protection;
  const pageQueue = workShares === undefined ? undefined : createFairQueue(workShares.pages);
  app.decorate('takePageTurn', async (request: FastifyRequest, reply: FastifyReply) =>
    pageQueue === undefined
      ? () => {}
      : takeQueueTurn(pageQueue, request, reply, { limit: 'pagesWaiting', waitTimeoutMs: pageWaitTimeoutMs }),
  );
  if (workShares === undefined) return;
  const costlyCallQueue = createFairQueue(workShares.costlyCalls);
  const changeRequestQueue = createFairQueue(workShares.changes);
  const runningCalls = new ConcurrencyCounts(workShares.concurrentCallMaximum);
  context.metrics.registerGauge(
    'costly_waiting',
    'Costly calls that wait for their turn',
    () => costlyCallQueue.totalWaitingCount,
  );
  context.metrics.registerGauge(
    'changes_waiting',
    'Calls that change data and wait for their turn',
    () => changeRequestQueue.totalWaitingCount,
  );

  app.addHook('onRequest', async (request, reply) => {
    if (!isLimitedRequest(request)) return;
    const stopCounting = runningCalls.startCounting(findRequestBucket(request));
    if (stopCounting === undefined) throw makeRefusal('callsUnderWay');
    runWhenClosed(reply, stopCounting);
  });

  app.addHook('preHandler', async (request, reply) => {
    if (request.routeOptions.config.limitsUploads === true) return;
    if (chooseLane(request) === 'costly') {
      runWhenClosed(
        reply,
        await takeQueueTurn(costlyCallQueue, request, reply, { limit: 'costlyWaiting', waitTimeoutMs }),
      );
    } else if (isChangeRequest(request) && (await isUsualRequest(request))) {
      const queueOptions = { limit: 'changesWaiting', waitTimeoutMs: changeWaitTimeoutMs };
      runWhenClosed(reply, await takeQueueTurn(changeRequestQueue, request, reply, queueOptions));
    }
  });

  async function takeQueueTurn(
    costlyQueue: FairQueue,
    request: FastifyRequest,
    reply: FastifyReply,
    options: { readonly limit: string; readonly waitTimeoutMs: number },
  ): Promise<() => void> {
    const waitAbortController = new AbortController();
    let isWaiting = true;
    // An abort creates an exception with a stack trace, so there is no abort when nothing waits any more.
    runWhenClosed(reply, () => {
      if (isWaiting) waitAbortController.abort();
    });
    const waitTimer = setTimeout(
      () => waitAbortController.abort(new DomainError('UNAVAILABLE', { retryAfter: 2 })),
      options.waitTimeoutMs,
    );
    try {
      return await costlyQueue.waitForTurn(findRequestBucket(request), waitAbortController.signal);
    } catch (error) {
      if (error instanceof DomainError && error.code === 'RATE_LIMITED') throw makeRefusal(options.limit);
      throw error instanceof DomainError ? error : new DomainError('UNAVAILABLE', { retryAfter: 2 });
    } finally {
      isWaiting = false;
      clearTimeout(waitTimer);
    }
  }

  function makeRefusal(limit: string): DomainError {
    context.metrics.refusals.inc({ limit });
    return new DomainError('RATE_LIMITED', { retryAfter: 1, limit });
  }
}

function isLimitedRequest(request: FastifyRequest): boolean {
  return !isReservedLane(chooseLane(request)) && isApiCall(request);
}

function isChangeRequest(request: FastifyRequest): boolean {
  return isApiCall(request) && request.method !== 'GET' && request.method !== 'HEAD';
}

function isApiCall({ routeOptions }: FastifyRequest): boolean {
  return routeOptions.url?.startsWith('/api/') === true;
}

/**
 * Whether a request is counted as a usual call: its route is in the lane `usual`, or it is a protective call, such as a
 * withdrawal, of a user who is not an admin. Sign-in belongs to a different lane and has its own limits.
 */
async function isUsualRequest(request: FastifyRequest): Promise<boolean> {
  const lane = chooseLane(request);
  return lane === 'usual' || (lane === 'protective' && (await findActor(request))?.role !== 'admin');
}

/** Calls `runOnClose` when the connection of a request is closed; immediately when it is closed already. */
export function runWhenClosed(reply: FastifyReply, runOnClose: () => void): void {
  if (reply.raw.closed || reply.raw.destroyed) runOnClose();
  else reply.raw.once('close', runOnClose);
}
