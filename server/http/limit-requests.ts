import type { Actor } from '@carhouse/core/account/account';
import { DomainError } from '@carhouse/core/errors/domain-error';
import { countCalls } from '@carhouse/database/rate-counts';
import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Context } from '../context.ts';
import { addressBucket, clientAddress } from './client-address.ts';
import type { RateLimit, RateLimitName } from './rate-limits.ts';
import { subjectOf } from './request-subject.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Counts one call of the contract. @throws DomainError RATE_LIMITED */
    countCall(call: string, actor: Actor | null, request: FastifyRequest): Promise<void>;
  }
}

/** Monitors ask from one address all day, and the card provider has bursts that must not be lost. */
const uncounted = /^\/(?:healthz|readyz|metrics|api\/webhooks\/[^?]*)(?:\?|$)/;
/** Refusals that are remembered without asking the database again. */
const rememberedMaximum = 10_000;

/** Refuses floods before anything is read, and lets `mount` count the calls that have a limit of their own. */
export async function registerRateLimits(app: FastifyInstance, context: Context): Promise<void> {
  await app.register(rateLimit, { global: false });
  const limits = context.protection.rateLimits;
  const floods = [
    floodCheck(app, limits.floodAddress, (request) => addressBucket(clientAddress(request))),
    floodCheck(app, limits.floodSession, (request) => sessionText(request) ?? ''),
  ] as const;
  app.addHook('onRequest', async (request) => {
    if (uncounted.test(request.url)) return;
    await refuseFlood(context, 'floodAddress', floods[0], request);
    if (sessionText(request) !== undefined) await refuseFlood(context, 'floodSession', floods[1], request);
  });
  app.decorate('countCall', callCounter(context));
}

type FloodCheck = ReturnType<FastifyInstance['createRateLimit']> | undefined;

function floodCheck(app: FastifyInstance, given: RateLimit, key: (request: FastifyRequest) => string): FloodCheck {
  if (!Number.isFinite(given.count)) return undefined;
  return app.createRateLimit({ max: given.count, timeWindow: given.seconds * 1000, keyGenerator: key });
}

async function refuseFlood(context: Context, name: RateLimitName, check: FloodCheck, request: FastifyRequest) {
  const state = await check?.(request);
  if (state === undefined || state.isAllowed || !state.isExceeded) return;
  throw refusal(context, name, state.ttlInSeconds);
}

/** What the request shows as its session, true or made up. */
function sessionText(request: FastifyRequest): string | undefined {
  const cookie = /(?:^|;\s*)(?:__\w+-)?[\w.-]*session_token=([^;]+)/.exec(request.headers.cookie ?? '')?.[1];
  return request.headers.authorization ?? cookie;
}

function callCounter(context: Context): FastifyInstance['countCall'] {
  const limits = Object.entries(context.protection.rateLimits) as [RateLimitName, RateLimit][];
  const counted = limits.filter(([, each]) => each.kept === 'database' && Number.isFinite(each.count));
  const full = new Map<string, number>();

  return async (call, actor, request) => {
    const mine = counted.filter(([, each]) => counts(each, call));
    if (mine.length === 0) return;
    const subjects = { caller: subjectOf(actor, request), address: subjectOf(null, request) };
    const subjectFor = (given: RateLimit): string => subjects[given.scope === 'address' ? 'address' : 'caller'];
    const now = context.now();
    for (const [name, each] of mine) {
      const until = full.get(`${name} ${subjectFor(each)}`) ?? 0;
      if (until > now.getTime()) throw refusal(context, name, secondsTo(until, now));
    }
    const rows = mine.map(([name, each]) => ({
      limit: name,
      subject: subjectFor(each),
      endsAt: after(now, each.seconds),
    }));
    for (const row of await countCalls(context.pool, rows, now)) {
      const name = row.limit as RateLimitName;
      const given = context.protection.rateLimits[name];
      if (row.count <= given.count) continue;
      if (full.size >= rememberedMaximum) full.clear();
      full.set(`${name} ${subjectFor(given)}`, row.endsAt.getTime());
      throw refusal(context, name, secondsTo(row.endsAt.getTime(), now));
    }
  };
}

function counts(given: RateLimit, call: string): boolean {
  return given.calls.includes(call) || given.calls.includes(`${call.split(' ', 1)[0]} *`);
}

function refusal(context: Context, name: RateLimitName, seconds: number): DomainError {
  context.metrics.refusals.inc({ limit: name });
  return new DomainError('RATE_LIMITED', { retryAfter: Math.max(1, seconds) });
}

function secondsTo(until: number, now: Date): number {
  return Math.ceil((until - now.getTime()) / 1000);
}

function after(now: Date, seconds: number): Date {
  return new Date(now.getTime() + seconds * 1000);
}
