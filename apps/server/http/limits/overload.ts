import { monitorEventLoopDelay } from 'node:perf_hooks';
import { DomainError } from '@carhouse/domain/errors/domain-error';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../context.ts';
import { isInnerCall } from '../routing/request-identity.ts';
import { chooseLane, type RequestLane } from './lanes.ts';

/**
 * When one turn of the event loop takes this multiple of the allowed delay, calls are refused after this single delay.
 * Clients that waited so long have disconnected.
 */
const blockedLoopFactor = 15;
/** Length of one measurement in milliseconds. The result of a measurement applies until the next one has ended. */
const measurementMs = 2_000;
const measurementResolutionMs = 10;
/**
 * Number of consecutive late measurements after which calls are refused. Another program on the machine may cause a
 * single late measurement.
 */
const lateMeasurementsUntilCostlyRefused = 2;
/** Number of consecutive late measurements after which calls of the `usual` lane are refused as well. */
const lateMeasurementsUntilUsualRefused = 4;

/**
 * Refuses calls with 503 while this process is overloaded: first the `costly` ones, then the `usual` ones, by the lane
 * of the route (lanes.ts). Calls of other lanes are never refused. Only the latest measurement counts. Delays before
 * the server listened, or while the machine was suspended, are ignored.
 */
export function registerOverload(app: FastifyInstance, context: Context): void {
  const { longestLoopDelayMs: delayLimitMs } = context.protection;
  const measureDelay = () => Math.max(0, loopDelays.percentile(99) / 1e6 - measurementResolutionMs);
  const loopDelays = monitorEventLoopDelay({ resolution: measurementResolutionMs });
  context.metrics.registerGauge(
    'event_loop_p99_seconds',
    'How late 99 of 100 turns of the event loop are at most',
    () => measureDelay() / 1000,
  );

  let consecutiveLateMeasurements = 0;
  let overloadedUntilMs = 0;
  let usualRefusedUntilMs = 0;
  let lastMeasurementAt = performance.now();
  const measurementTimer = setInterval(() => {
    const now = performance.now();
    // After a blocked event loop, this timer may run before the measurement has ended. A reset before the end of the
    // measurement would discard the late result.
    const isMeasurementLate = now - lastMeasurementAt - measurementMs > delayLimitMs * blockedLoopFactor;
    lastMeasurementAt = now;
    consecutiveLateMeasurements = measureDelay() > delayLimitMs ? consecutiveLateMeasurements + 1 : 0;
    if (isMeasurementLate || wasLoopBlocked() || consecutiveLateMeasurements >= lateMeasurementsUntilCostlyRefused)
      overloadedUntilMs = now + measurementMs;
    if (isMeasurementLate || wasLoopBlocked() || consecutiveLateMeasurements >= lateMeasurementsUntilUsualRefused)
      usualRefusedUntilMs = now + measurementMs;
    loopDelays.reset();
  }, measurementMs);
  measurementTimer.unref();
  loopDelays.enable();
  app.addHook('onListen', async () => {
    loopDelays.reset();
    lastMeasurementAt = performance.now();
    consecutiveLateMeasurements = 0;
    overloadedUntilMs = 0;
    usualRefusedUntilMs = 0;
  });
  app.addHook('onClose', async () => {
    clearInterval(measurementTimer);
    loopDelays.disable();
  });

  /** Whether calls of this lane are refused now. */
  function isLaneRefused(lane: RequestLane): boolean {
    if (lane !== 'costly' && lane !== 'usual') return false;
    const now = performance.now();
    if (wasLoopBlocked()) {
      overloadedUntilMs = now + measurementMs;
      usualRefusedUntilMs = now + measurementMs;
      loopDelays.reset();
    }
    return now < (lane === 'costly' ? overloadedUntilMs : usualRefusedUntilMs);
  }

  function wasLoopBlocked(): boolean {
    return loopDelays.max / 1e6 > delayLimitMs * blockedLoopFactor;
  }

  app.addHook('onRequest', async (request) => {
    // Pages are never refused, so the internal API calls with which the server renders them are not refused either.
    if (isInnerCall(request.raw) || !isLaneRefused(chooseLane(request))) return;
    context.metrics.overloadRefusals.inc();
    throw new DomainError('UNAVAILABLE', { retryAfter: measurementMs / 1000 });
  });
}
