import { monitorEventLoopDelay } from 'node:perf_hooks';
import { DomainError } from '@carhouse/domain/errors/domain-error';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../context.ts';
import { isInnerCall } from '../routing/request-identity.ts';
import { type Lane, laneOf } from './lanes.ts';

/**
 * One turn of the event loop with this multiple of the allowed delay is enough to refuse calls: the waiting client has
 * disconnected by then.
 */
const blockedLoopFactor = 15;
/** Length of one measurement in milliseconds. Its result applies for the same time. */
const span = 2_000;
const resolution = 10;
/**
 * Number of consecutive measurements that must be late. A single late one may be caused by another program on the machine.
 */
const spansInARow = 2;
/** Number of consecutive late measurements after which calls of the `usual` lane are refused as well. */
const lateSpansUntilUsualRefused = 4;

/**
 * Refuses calls with 503 while this process is overloaded: first the `costly` ones, then the `usual` ones, by the lane of
 * the route (lanes.ts). Calls of other lanes are always answered. Only the current measurement counts. Delays before the
 * server listened, or while the machine was suspended, are ignored.
 */
export function registerOverload(app: FastifyInstance, context: Context): void {
  const { latest } = context.protection;
  const late = () => Math.max(0, loopDelays.percentile(99) / 1e6 - resolution);
  const loopDelays = monitorEventLoopDelay({ resolution });
  context.metrics.gauge(
    'event_loop_p99_seconds',
    'How late 99 of 100 turns of the event loop are at most',
    () => late() / 1000,
  );

  let consecutiveLateSpans = 0;
  let overloadedUntil = 0;
  let refuseUsualUntil = 0;
  let judged = performance.now();
  const judging = setInterval(() => {
    const now = performance.now();
    // This timer may run before the measurement has ended, and a reset would discard a late result.
    const isLate = now - judged - span > latest * blockedLoopFactor;
    judged = now;
    consecutiveLateSpans = late() > latest ? consecutiveLateSpans + 1 : 0;
    if (isLate || wasLoopBlocked() || consecutiveLateSpans >= spansInARow) overloadedUntil = now + span;
    if (isLate || wasLoopBlocked() || consecutiveLateSpans >= lateSpansUntilUsualRefused) refuseUsualUntil = now + span;
    loopDelays.reset();
  }, span);
  judging.unref();
  loopDelays.enable();
  app.addHook('onListen', async () => {
    loopDelays.reset();
    judged = performance.now();
    consecutiveLateSpans = 0;
    overloadedUntil = 0;
    refuseUsualUntil = 0;
  });
  app.addHook('onClose', async () => {
    clearInterval(judging);
    loopDelays.disable();
  });

  /** Whether calls of this lane are refused now. */
  function isLaneRefused(lane: Lane): boolean {
    if (lane !== 'costly' && lane !== 'usual') return false;
    const now = performance.now();
    if (wasLoopBlocked()) {
      overloadedUntil = now + span;
      refuseUsualUntil = now + span;
      loopDelays.reset();
    }
    return now < (lane === 'costly' ? overloadedUntil : refuseUsualUntil);
  }

  function wasLoopBlocked(): boolean {
    return loopDelays.max / 1e6 > latest * blockedLoopFactor;
  }

  app.addHook('onRequest', async (request) => {
    // Pages are always answered, so the internal API calls that they make are answered too.
    if (isInnerCall(request.raw) || !isLaneRefused(laneOf(request))) return;
    context.metrics.shed.inc();
    throw new DomainError('UNAVAILABLE', { retryAfter: span / 1000 });
  });
}
