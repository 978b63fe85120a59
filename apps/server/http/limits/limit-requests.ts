import { hash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { countCallAgainstLimits } from '@carhouse/database/requests/rate-counts';
import type { Actor } from '@carhouse/domain/account/account';
import { DomainError } from '@carhouse/domain/errors/domain-error';
import { listCountedNetworks } from '@carhouse/domain/limits/wide-network';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Context } from '../../context.ts';
import { findAddressBucket, findClientAddress } from '../routing/client-address.ts';
import { providerWebhookPath } from '../routing/provider-paths.ts';
import { findPresentedSessionKey, readIdentity } from '../routing/request-identity.ts';
import { listCountedSubjects } from '../routing/request-subject.ts';
import { type CountCalls, createReadCounter } from './count-reads.ts';
import { countForEachSubject, createFloodCounter } from './flood-counter.ts';
import { chooseLane } from './lanes.ts';
import type { RateLimit, RateLimitName } from './rate-limits.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /**
     * Counts one request against the limits that protect the server from floods of requests. Returns undefined when the
     * request is allowed.
     */
    countFlood(request: IncomingMessage, subjectsToCount?: { readonly session: boolean }): FloodRefusal | undefined;
    /**
     * Counts one call of the API contract.
     * @param callWeight the number by which limits in the database count the call: the number of records that it
     * changes.
     * @throws DomainError RATE_LIMITED
     */
    countCall(call: string, actor: Actor | null, request: FastifyRequest, callWeight?: number): Promise<void>;
  }
}

/**
 * Maximum number of refused clients that are remembered in memory. Further requests of a refused client cause no
 * database query.
 */
const rememberedClientMaximum = 10_000;

/** Refuses floods before the body is read, and lets `mount` count the calls that have their own limit. */
export function registerRateLimits(app: FastifyInstance, context: Context): void {
  const countFloodRequest = createFloodGate(app, context);
  app.decorate('countFlood', countFloodRequest);
  app.addHook('onRequest', async (request) => {
    if (isExemptFromLimits(request)) return;
    const floodRefusal = countFloodRequest(request.raw, { session: !isWebBuildFile(request) });
    if (floodRefusal !== undefined)
      throw makeRefusal(context, floodRefusal.limit, Math.ceil(floodRefusal.milliseconds / 1000));
  });
  app.decorate('countCall', createCallCounter(context));
}

/** The limit that refused a request, and the milliseconds until this limit allows the next request. */
export type FloodRefusal = { readonly limit: RateLimitName; readonly milliseconds: number };

function createFloodGate(app: FastifyInstance, context: Context): FastifyInstance['countFlood'] {
  const { floodAddress, floodSession } = context.protection.rateLimits;
  const addressCounter = createFloodCounter(floodAddress);
  const sessionCounter = createFloodCounter(floodSession);
  return (request, subjectsToCount = { session: true }) => {
    const networks = listCountedNetworks(
      findAddressBucket(findClientAddress(request, app.trustedProxies, app.reportMalformedHop)),
    );
    const addressWaitMs = addressCounter === undefined ? 0 : countForEachSubject(addressCounter, networks);
    if (addressWaitMs > 0) return { limit: 'floodAddress', milliseconds: addressWaitMs };
    const session = subjectsToCount.session ? findPresentedSessionKey(readIdentity(request)) : undefined;
    const sessionWaitMs =
      session === undefined || session === '' ? 0 : (sessionCounter?.count(hash('sha256', session, 'base64url')) ?? 0);
    return sessionWaitMs > 0 ? { limit: 'floodSession', milliseconds: sessionWaitMs } : undefined;
  };
}

/**
 * Whether a request is not counted by any limit. Exempt are the requests of monitoring systems, which send requests
 * from one address all day, and the card provider's events, none of which may be lost. Exempt requests are recognised
 * by their route.
 */
function isExemptFromLimits(request: FastifyRequest): boolean {
  return chooseLane(request) === 'health' || request.routeOptions.url === providerWebhookPath;
}

/**
 * Whether a request is for a file of the web build. Requests for these files are not counted for a session, because the
 * files are the same for all users and browsers cache them.
 */
function isWebBuildFile(request: FastifyRequest): boolean {
  return request.routeOptions.url?.startsWith('/assets/') === true;
}

function createCallCounter(context: Context): FastifyInstance['countCall'] {
  const namedLimits = Object.entries(context.protection.rateLimits) as [RateLimitName, RateLimit][];
  const databaseLimits = namedLimits.filter(
    ([, each]) => each.counterLocation === 'database' && Number.isFinite(each.count),
  );
  const limitEndsMsBySubject = new Map<string, number>();
  const countChange: CountCalls = (rows, now) => countCallAgainstLimits(context.pool, rows, now);
  const countRead = createReadCounter(countChange);
  const nodeLimits = namedLimits.flatMap(([name, each]) => {
    const floodCounter =
      each.counterLocation === 'node' && each.calls.length > 0 ? createFloodCounter(each) : undefined;
    return floodCounter === undefined ? [] : [{ name, each, counter: floodCounter }];
  });

  return async (call, actor, request, callWeight = 1) => {
    for (const { name, each, counter: floodCounter } of nodeLimits) {
      if (!isCallCountedByLimit(each, call)) continue;
      const milliseconds = countForEachSubject(
        floodCounter,
        listCountedSubjects(each.scope === 'address' ? null : actor, request),
      );
      if (milliseconds > 0) throw makeRefusal(context, name, Math.ceil(milliseconds / 1000));
    }
    const limitsOfCall = databaseLimits.filter(([, each]) => isCallCountedByLimit(each, call));
    if (limitsOfCall.length === 0) return;
    const subjects = { caller: listCountedSubjects(actor, request), address: listCountedSubjects(null, request) };
    const now = context.now();
    const rows = limitsOfCall.flatMap(([name, each]) =>
      subjects[each.scope === 'address' ? 'address' : 'caller'].map(({ subject, limitFactor }) => ({
        limit: name,
        subject,
        endsAt: addSeconds(now, each.seconds),
        most: each.count * limitFactor,
        times: callWeight,
      })),
    );
    for (const { limit, subject } of rows) {
      const endTimeMs = limitEndsMsBySubject.get(`${limit} ${subject}`) ?? 0;
      if (endTimeMs > now.getTime()) throw makeRefusal(context, limit, countSecondsUntil(endTimeMs, now));
    }
    const countInDatabase = call.startsWith('GET ') ? countRead : countChange;
    for (const { limit, subject, count, endsAt } of await countInDatabase(rows, now)) {
      const row = rows.find((each) => each.limit === limit && each.subject === subject);
      if (row === undefined || count <= row.most) continue;
      if (limitEndsMsBySubject.size >= rememberedClientMaximum) limitEndsMsBySubject.clear();
      limitEndsMsBySubject.set(`${limit} ${subject}`, endsAt.getTime());
      throw makeRefusal(context, row.limit, countSecondsUntil(endsAt.getTime(), now));
    }
  };
}

function isCallCountedByLimit(limit: RateLimit, call: string): boolean {
  return limit.calls.includes(call) || limit.calls.includes(`${call.split(' ', 1)[0]} *`);
}

function makeRefusal(context: Context, name: RateLimitName, seconds: number): DomainError {
  context.metrics.refusals.inc({ limit: name });
  return new DomainError('RATE_LIMITED', { retryAfter: Math.max(1, seconds), limit: name });
}

function countSecondsUntil(endTimeMs: number, now: Date): number {
  return Math.ceil((endTimeMs - now.getTime()) / 1000);
}

function addSeconds(now: Date, seconds: number): Date {
  return new Date(now.getTime() + seconds * 1000);
}
