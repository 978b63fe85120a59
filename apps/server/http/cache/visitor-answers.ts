import type { IncomingHttpHeaders, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Coding, chooseEncoding, compress } from '../routing/content-coding.ts';
import { isVisitor } from '../routing/request-identity.ts';
import type { EarlyAnswer } from './early-answers.ts';
import { tagOf } from './entity-tag.ts';
import type { PublicAnswer } from './public-answer.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Sends an answer to a visitor, and keeps it for the others. */
    sendPublic(request: FastifyRequest, reply: FastifyReply, answer: PublicAnswer): Promise<FastifyReply>;
  }
  interface FastifyContextConfig {
    /** Every visitor gets the same answer to the same address. */
    sameForVisitors?: boolean;
  }
}

export type VisitorAnswerLimits = {
  /** Milliseconds for which an answer is given without a second look. */
  readonly freshFor: number;
  /** Milliseconds after which it is given no more. Between the two one request asks again, the others do not wait for it. */
  readonly keptFor: number;
  readonly capacity: number;
  readonly bytes: number;
};

/** Decision 0026. */
export const visitorAnswerLimits: VisitorAnswerLimits = {
  freshFor: 500,
  keptFor: 1_000,
  capacity: 200,
  bytes: 64 * 1024 * 1024,
};

type Variant = { readonly body: Buffer; readonly headers: OutgoingHttpHeaders };
type Kept = {
  readonly route: string;
  readonly etag: string;
  /** When the request began that it was read for. */
  readonly askedAt: number;
  readonly headers: OutgoingHttpHeaders;
  readonly plain: Variant;
  /** Compressed for the first who asked for it. */
  readonly packed: Map<Coding, Variant | Promise<Variant>>;
};

/** The longest address that is kept. */
const longestAddress = 200;
/** What each answer of the routes has of its own: the policy carries a nonce. */
const ofThisAnswer = new Set(['content-length', 'content-security-policy']);
const json = 'application/json; charset=utf-8';
const vary = 'Cookie, Authorization, Accept-Encoding';

/**
 * Keeps what the calls that are the same for all visitors (`sameForVisitors`) have answered, as bytes, for a second at most,
 * and answers early with them. Register it after the limits on floods and before the routes.
 * @param now a clock that only goes forward, in milliseconds.
 */
export function registerVisitorAnswers(
  app: FastifyInstance,
  limits: VisitorAnswerLimits = visitorAnswerLimits,
  now: () => number = () => performance.now(),
): void {
  const routes = new Set<string>();
  const store = createStore(limits);
  /** The addresses that a person is asking the routes for, with what tells the end of it. */
  const asking = new Map<string, PromiseWithResolvers<void>>();
  const security = app.securityHeadersFor('');
  /** When this node last answered a call that may have changed something. */
  let changedAt = Number.NEGATIVE_INFINITY;

  app.addHook('onRoute', (route) => {
    if (route.config?.sameForVisitors === true) routes.add(route.url);
  });

  app.answerEarly((request, response) => {
    const url = request.url ?? '';
    const kept = store.get(url);
    if (kept === undefined && !isOurs(url)) return undefined;
    const age = kept === undefined ? Number.POSITIVE_INFINITY : ageOf(kept);
    const running = asking.get(url);
    if (kept !== undefined && (age < limits.freshFor || (age < limits.keptFor && running !== undefined))) {
      store.touch(url, kept);
      return answerFrom(kept, request.headers);
    }
    if (running === undefined) {
      lead(url, response);
      return undefined;
    }
    return running.promise.then(() => {
      const newer = store.get(url);
      const isGood = newer !== undefined && ageOf(newer) < limits.keptFor;
      return isGood && !response.destroyed ? answerFrom(newer, request.headers) : undefined;
    });
  });

  // A person who has changed something here sees it at once, signed in or not. What other nodes do is seen within the second.
  // Before the answer leaves: the transaction has ended then, and nobody knows of it yet.
  app.addHook('onSend', async (request, reply, payload) => {
    if (request.method !== 'GET' && request.method !== 'HEAD' && reply.statusCode < 400) changedAt = now();
    return payload;
  });

  /** What was asked for before the last change is too old, whatever the time. */
  function ageOf({ askedAt }: Kept): number {
    return askedAt > changedAt ? now() - askedAt : Number.POSITIVE_INFINITY;
  }

  app.addHook('onSend', async (request, reply, payload) => {
    if (request.routeOptions.config.sameForVisitors === true && !reply.hasHeader('vary')) reply.header('vary', vary);
    return payload;
  });

  app.decorate('sendPublic', async (request: FastifyRequest, reply: FastifyReply, made: PublicAnswer) => {
    const kept = keep(request, made, now() - reply.elapsedTime);
    const answer = await answerFrom(kept, request.headers);
    for (const [name, value] of Object.entries(answer.headers)) {
      if (value !== undefined && !ofThisAnswer.has(name)) reply.header(name, value);
    }
    return reply.code(answer.status).send(answer.body ?? '');
  });

  function isOurs(url: string): boolean {
    const query = url.indexOf('?');
    return url.length <= longestAddress && routes.has(query === -1 ? url : url.slice(0, query));
  }

  /** This request asks the routes for all; however it ends, the callers that wait for it go on. */
  function lead(url: string, response: ServerResponse): void {
    const ended = Promise.withResolvers<void>();
    asking.set(url, ended);
    response.once('close', () => end(url, ended));
  }

  function end(url: string, ended: PromiseWithResolvers<void> | undefined): void {
    if (ended === undefined) return;
    if (asking.get(url) === ended) asking.delete(url);
    ended.resolve();
  }

  function keep(request: FastifyRequest, made: PublicAnswer, askedAt: number): Kept {
    const url = request.raw.url ?? '';
    const body = made.bytes;
    const etag = tagOf(body);
    const before = store.get(url);
    const headers: OutgoingHttpHeaders = {
      ...security,
      vary,
      etag,
      'content-type': json,
      'cache-control': 'no-cache',
      ...made.headers,
    };
    const same = before !== undefined && before.etag === etag && before.headers.link === headers.link;
    const kept: Kept = same
      ? { ...before, askedAt: Math.max(before.askedAt, askedAt) }
      : {
          route: request.routeOptions.url ?? '',
          etag,
          askedAt,
          headers,
          plain: { body, headers: { ...headers, 'content-length': body.length } },
          packed: new Map(),
        };
    // Of two that were asked for at the same time the one that was asked for later is newer, whichever ended first.
    const isKept = request.method === 'GET' && isVisitor(request.raw) && isOurs(url);
    if (isKept && (before === undefined || before.askedAt <= askedAt)) store.set(url, kept);
    end(url, asking.get(url));
    return kept;
  }
}

function answerFrom(kept: Kept, asked: IncomingHttpHeaders): EarlyAnswer | Promise<EarlyAnswer> {
  const { route } = kept;
  if (asked['if-none-match'] !== undefined && matches(asked['if-none-match'], kept.etag)) {
    return { route, status: 304, headers: kept.headers, body: null };
  }
  const coding = chooseEncoding(asked['accept-encoding']);
  if (coding === undefined) return { route, status: 200, ...kept.plain };
  const packed = kept.packed.get(coding) ?? startPacking(kept, coding);
  if (!(packed instanceof Promise)) return { route, status: 200, ...packed };
  return packed.then((variant) => ({ route, status: 200, ...variant }));
}

function startPacking(kept: Kept, coding: Coding): Promise<Variant> {
  const packing = pack(kept, coding);
  kept.packed.set(coding, packing);
  packing.then(
    (variant) => kept.packed.set(coding, variant),
    () => kept.packed.delete(coding),
  );
  return packing;
}

async function pack(kept: Kept, coding: Coding): Promise<Variant> {
  const body = await compress(kept.plain.body, coding);
  return { body, headers: { ...kept.headers, 'content-encoding': coding, 'content-length': body.length } };
}

/** RFC 9110, 13.1.2: the weak comparison. */
function matches(header: string, etag: string): boolean {
  return header
    .split(',')
    .map((part) => part.trim())
    .some((part) => part === '*' || `W/${part.replace(/^W\//, '')}` === etag);
}

/** A bounded memory of answers; what was asked for longest ago goes first. */
function createStore(limits: VisitorAnswerLimits) {
  const entries = new Map<string, Kept>();
  let held = 0;
  // Compressed they take less than once more the same.
  const sizeOf = (url: string, kept: Kept): number => 2 * url.length + 2 * kept.plain.body.length;

  function remove(url: string): void {
    const known = entries.get(url);
    if (known === undefined) return;
    entries.delete(url);
    held -= sizeOf(url, known);
  }

  return {
    get: (url: string): Kept | undefined => entries.get(url),
    touch(url: string, kept: Kept): void {
      entries.delete(url);
      entries.set(url, kept);
    },
    set(url: string, kept: Kept): void {
      remove(url);
      if (sizeOf(url, kept) > limits.bytes / 4) return;
      entries.set(url, kept);
      held += sizeOf(url, kept);
      for (const oldest of entries.keys()) {
        if (entries.size <= limits.capacity && held <= limits.bytes) break;
        remove(oldest);
      }
    },
  };
}
