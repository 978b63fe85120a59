import { DomainError } from '@carhouse/domain/errors/domain-error';
import { type AdaptiveLimit, createAdaptiveLimit } from '@carhouse/domain/limits/adaptive-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Context } from '../../context.ts';
import { isInnerCall } from '../routing/request-identity.ts';
import { chooseLane, type RequestLane } from './lanes.ts';
import { runWhenClosed } from './share-work.ts';

const retryAfterSeconds = 1;

/**
 * The lanes whose requests may be refused, each with the share of the limit up to which its requests are admitted.
 * Searches and pages that must be rendered take the most work, so they are refused before the other calls.
 */
const limitShareByLane: Partial<Readonly<Record<RequestLane, number>>> = { costly: 0.85, page: 0.85, usual: 1 };

/**
 * Refuses requests with 503 when so many requests are in progress that responses would be late
 * (packages/domain/limits/adaptive-limit.ts). A late event loop is not the only reason for late answers: requests also
 * wait for the database, for the catalogue's thread and for each other. Register this plugin after the lanes.
 */
export function registerAdmission(app: FastifyInstance, context: Context): void {
  const { admission } = context.protection;
  if (admission === undefined) return;
  const makeLimit = () => createAdaptiveLimit(admission, () => performance.now());
  // Reads and changes have separate limits, so that changes that wait for each other, or for a primary that is being
  // replaced, do not use up the limit of reads.
  const limits = { read: makeLimit(), write: makeLimit() };
  const makeLimitReader = (read: (limit: AdaptiveLimit) => number) => () => ({
    read: read(limits.read),
    write: read(limits.write),
  });
  const readDelay = watchReadDelay(app);
  /** For each request in progress, the function that ends its call. */
  const endCallsByRequest = new WeakMap<FastifyRequest, () => void>();
  const { metrics } = context;
  metrics.registerLabelledGauge(
    'admission_limit',
    'Requests that may be under way now',
    'kind',
    makeLimitReader(({ limit }) => limit),
  );
  metrics.registerLabelledGauge(
    'admission_running',
    'Requests under way that the limit counts',
    'kind',
    makeLimitReader(({ runningCount: running }) => running),
  );

  app.addHook('onRequest', async (request, reply) => {
    const share = limitShareByLane[chooseLane(request)];
    // Uploads take as long as the client's connection.
    if (share === undefined || isInnerCall(request.raw) || request.routeOptions.config.limitsUploads === true) return;
    const kind = isReadRequest(request) ? 'read' : 'write';
    const endCall = limits[kind].beginCall(share);
    if (endCall === undefined) {
      context.metrics.overloadRefusals.inc();
      throw new DomainError('UNAVAILABLE', { retryAfter: retryAfterSeconds });
    }
    const startMs = performance.now() - readDelay();
    const targetMs = admission.targetsMs[kind];
    endCallsByRequest.set(request, () => endCall((performance.now() - startMs) / targetMs));
    // An answer that was not sent says nothing about the load.
    runWhenClosed(reply, () => endCall(undefined));
  });

  // The work has ended when the answer is complete. The time that a slow connection needs afterwards must not use up
  // the limit, and must not count as delay of the server.
  app.addHook('onSend', async (request, reply, payload) => {
    if (typeof payload !== 'string' && !Buffer.isBuffer(payload)) return;
    const endCall = endCallsByRequest.get(request);
    // An error response, for example because another service is unavailable, says nothing about the load either.
    if (reply.statusCode < 500) endCall?.();
  });
}

/** Milliseconds between two measured turns of the event loop when nothing delays the loop. */
const tickIntervalMs = 10;

/**
 * Watches how long requests wait before they are read: a busy event loop reads requests that arrive during one turn
 * only in the next turn.
 * @returns a function that estimates how many milliseconds a request that is read now has waited: half of the last turn
 * plus the duration of the current turn so far.
 */
function watchReadDelay(app: FastifyInstance): () => number {
  let lastTickMs = performance.now();
  let lastTurnMs = 0;
  const timer = setInterval(() => {
    const nowMs = performance.now();
    lastTurnMs = nowMs - lastTickMs;
    lastTickMs = nowMs;
  }, tickIntervalMs);
  timer.unref();
  app.addHook('onClose', async () => clearInterval(timer));
  return () =>
    Math.max(0, lastTurnMs - tickIntervalMs) / 2 + Math.max(0, performance.now() - lastTickMs - tickIntervalMs);
}

function isReadRequest({ method }: FastifyRequest): boolean {
  return method === 'GET' || method === 'HEAD';
}
