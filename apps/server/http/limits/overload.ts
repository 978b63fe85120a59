import { monitorEventLoopDelay } from 'node:perf_hooks';
import { DomainError } from '@carhouse/domain/errors/domain-error';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../context.ts';
import { isInnerCall } from '../routing/request-identity.ts';
import { type Lane, laneOf } from './lanes.ts';

/** One turn of the loop that takes this many times the allowed delay is enough by itself: the waiting client has disconnected by then. */
const blockFactor = 15;
/** Length of one measured span, and how long its result holds, in milliseconds. */
const span = 2_000;
const resolution = 10;
/** This many measured spans in a row have to be late: a single one may come from another program on the machine. */
const spansInARow = 2;
/** After this many late spans the usual calls are turned away as well. */
const spansForUsual = 4;

/**
 * Turns calls away with 503 while this process cannot keep up, so that those it takes are answered: costly ones first, then
 * usual ones, by the lane of the route (lanes.ts). Everything else is answered always. Only the current span counts: delays
 * before the server listened, or while the machine slept, say nothing about now.
 */
export function registerOverload(app: FastifyInstance, context: Context): void {
  const { latest } = context.protection;
  const late = () => Math.max(0, delays.percentile(99) / 1e6 - resolution);
  const delays = monitorEventLoopDelay({ resolution });
  context.metrics.gauge(
    'event_loop_p99_seconds',
    'How late 99 of 100 turns of the event loop are at most',
    () => late() / 1000,
  );

  let lateSpans = 0;
  let overloadedUntil = 0;
  let usualUntil = 0;
  let judged = performance.now();
  const judging = setInterval(() => {
    const now = performance.now();
    // This timer may run before the measurement, and a reset would then discard the late span itself.
    const isLate = now - judged - span > latest * blockFactor;
    judged = now;
    lateSpans = late() > latest ? lateSpans + 1 : 0;
    if (isLate || wasBlocked() || lateSpans >= spansInARow) overloadedUntil = now + span;
    if (isLate || wasBlocked() || lateSpans >= spansForUsual) usualUntil = now + span;
    delays.reset();
  }, span);
  judging.unref();
  delays.enable();
  app.addHook('onListen', async () => {
    delays.reset();
    judged = performance.now();
    lateSpans = 0;
    overloadedUntil = 0;
    usualUntil = 0;
  });
  app.addHook('onClose', async () => {
    clearInterval(judging);
    delays.disable();
  });

  /** Whether calls of this lane are turned away now. */
  function isTurnedAway(lane: Lane): boolean {
    if (lane !== 'costly' && lane !== 'usual') return false;
    const now = performance.now();
    if (wasBlocked()) {
      overloadedUntil = now + span;
      usualUntil = now + span;
      delays.reset();
    }
    return now < (lane === 'costly' ? overloadedUntil : usualUntil);
  }

  function wasBlocked(): boolean {
    return delays.max / 1e6 > latest * blockFactor;
  }

  app.addHook('onRequest', async (request) => {
    // Pages are always answered, so the calls that they need are too.
    if (isInnerCall(request.raw) || !isTurnedAway(laneOf(request))) return;
    context.metrics.shed.inc();
    throw new DomainError('UNAVAILABLE', { retryAfter: span / 1000 });
  });
}
