import { DomainError } from '@carhouse/domain/errors/domain-error';
import { type AdaptiveLimitOptions, createAdaptiveLimit } from '@carhouse/domain/limits/adaptive-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Context } from '../../context.ts';
import { isInnerCall } from '../routing/request-identity.ts';
import { chooseLane, type RequestLane } from './lanes.ts';
import { runWhenClosed } from './share-work.ts';

/** The limit of production (decision 0093). */
export const admissionLimits: AdaptiveLimitOptions = { minimum: 8, maximum: 256, windowMs: 250, samples: 20 };

/** Milliseconds in which nine of ten requests should be answered: reads well below the 100 ms of issue 14, writes of 300. */
const targetsMs = { read: 50, write: 150 } as const;
const retryAfterSeconds = 1;

/**
 * The lanes whose requests may be refused, and the part of the limit up to which their requests begin. Searches and pages
 * that must be rendered take the most work, so they are refused before the other calls.
 */
const lanesWithLimit: Partial<Readonly<Record<RequestLane, number>>> = { costly: 0.85, page: 0.85, usual: 1 };

/**
 * Refuses requests with 503 when too many are under way for answers in time (packages/domain/limits/adaptive-limit.ts). A
 * late event loop is not the only reason for late answers: requests also wait for the database, for the catalogue's
 * thread and for each other. Register this plugin after the lanes.
 */
export function registerAdmission(app: FastifyInstance, context: Context): void {
  const { admission } = context.protection;
  if (admission === undefined) return;
  const limit = createAdaptiveLimit(admission, () => performance.now());
  context.metrics.gauge('admission_limit', 'Requests that may be under way now', () => limit.limit);
  context.metrics.gauge('admission_running', 'Requests under way that the limit counts', () => limit.running);

  app.addHook('onRequest', async (request, reply) => {
    const share = lanesWithLimit[chooseLane(request)];
    // Uploads take as long as the client's connection.
    if (share === undefined || isInnerCall(request.raw) || request.routeOptions.config.limitsUploads === true) return;
    const endCall = limit.begin(share);
    if (endCall === undefined) {
      context.metrics.overloadRefusals.inc();
      throw new DomainError('UNAVAILABLE', { retryAfter: retryAfterSeconds });
    }
    const startMs = performance.now();
    runWhenClosed(reply, () => endCall(reply.raw.writableFinished ? measureLateness(request, startMs) : undefined));
  });
}

function measureLateness(request: FastifyRequest, startMs: number): number {
  const targetMs = request.method === 'GET' || request.method === 'HEAD' ? targetsMs.read : targetsMs.write;
  return (performance.now() - startMs) / targetMs;
}
