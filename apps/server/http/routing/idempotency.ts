import {
  claimKey,
  countAllKeptAnswers,
  countKeptAnswers,
  type KeptAnswer,
  type KeyRun,
  keepAnswer,
  releaseKey,
} from '@carhouse/database/requests/idempotency-keys';
import { DomainError } from '@carhouse/domain/errors/domain-error';
import { type Id, makeId } from '@carhouse/domain/ids/id';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../../context.ts';
import { requestBucket } from './client-address.ts';
import { type DerivedKey, decryptText, deriveKey, encryptText, fingerprintOf, readKey } from './idempotency-key.ts';
import { subjectOf } from './request-subject.ts';
import { actorOf } from './session.ts';

/** The hooks that `mount` adds to every POST route. Requests without the Idempotency-Key header cause no database query. */
export type Idempotency = {
  /** Remembers the key and the body of the request. @throws DomainError BAD_REQUEST for a malformed key. */
  read(request: FastifyRequest): void;
  /**
   * Claims the key, or sends the stored answer.
   * @throws DomainError IDEMPOTENCY_KEY_REUSED, IDEMPOTENCY_KEY_IN_USE,
   * RATE_LIMITED
   */
  claim(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined>;
  /** Stores the answer before it is sent, or releases the key when the answer asks the client to try again. */
  keep(request: FastifyRequest, reply: FastifyReply, payload: unknown): Promise<unknown>;
  /**
   * The id of the record that this request creates. The id is the same for every run with one key, so a later run finds the
   * record that an earlier run created.
   */
  idOfEffect<Noun extends string>(request: FastifyRequest): Id<Noun>;
};

/** The unvalidated body: validation removes unknown fields. */
type SentRequest = { readonly key: string; readonly body: unknown };
type RunningRequest = { readonly run: KeyRun; readonly derived: DerivedKey; readonly firstStartedAt: Date };

declare module 'fastify' {
  interface FastifyInstance {
    idempotency: Idempotency;
  }
  interface FastifyContextConfig {
    secretAnswer?: boolean;
    /**
     * Whether the route can make its answer again from the database for a repeated request. A large answer of such a route
     * is not stored.
     */
    canRebuildAnswer?: boolean;
  }
  interface FastifyRequest {
    sentKey: SentRequest | null;
    keyRun: RunningRequest | null;
    /** The status of the first answer, when this request repeats a call whose answer was not stored. */
    rereadStatus: number | null;
  }
}

/**
 * Milliseconds for which a run holds a key. It is longer than the card provider takes with its retries (9 s), and equals the
 * timeout of our own client.
 */
export const lease = 15_000;
/**
 * Milliseconds for which answers are stored (docs/reliability.md I18). Answers that contain a secret are stored only as long
 * as a hold.
 */
const day = 24 * 3600 * 1000;
const secretAnswerMs = 15 * 60 * 1000;
/** Maximum size of one stored answer, in bytes. Calls with larger answers declare a `reread` function (mount.ts). */
export const longestKeptAnswer = 8 * 1024;
/**
 * Maximum total size of the stored answers in bytes: of one caller (about 8,000 short answers) and of all callers of one
 * network. Without these limits a caller could store any amount, because callers choose the number of keys. When the total
 * of the whole server is reached, the other two limits shrink to a sixteenth until answers have expired.
 */
export const keptAnswerBytes = { ofCaller: 4 * 1024 * 1024, ofNetwork: 16 * 1024 * 1024, ofServer: 512 * 1024 * 1024 };
const fractionWhenFull = 1 / 16;
/** Milliseconds for which a server node reuses one count of all stored answers. */
const serverCountFor = 30_000;
/**
 * Value of Retry-After in seconds when one of these limits is reached. After that time some of the stored answers have
 * expired.
 */
const quotaRetry = 3_600;
const header = 'idempotency-key';
const keptHeaders = ['content-type', 'cache-control', 'location', 'link'] as const;

/** Lets `mount` answer a repeated POST in the same way as the first one. Register this plugin before the routes. */
export function registerIdempotency(app: FastifyInstance, context: Context): void {
  app.decorateRequest('sentKey', null);
  app.decorateRequest('keyRun', null);
  app.decorateRequest('rereadStatus', null);
  const isServerFull = createServerQuotaCheck(context);
  app.decorate('idempotency', {
    read: (request) => {
      if (request.headers[header] === undefined) return;
      // An uploaded file is identified by its content, so a file that is sent twice becomes one image.
      if (/^multipart\//i.test(request.headers['content-type'] ?? '')) return;
      const key = readKey(sentValues(request));
      request.sentKey = { key, body: request.body };
    },
    claim: async (request, reply) => {
      if (request.sentKey === null) return undefined;
      const { run, derived } = await prepareKeyedRequest(context, request, request.sentKey);
      await refuseBeyondQuota(context, run, isServerFull);
      const claim = await claimKey(context.database, run);
      if (claim.kind === 'other-body') throw new DomainError('IDEMPOTENCY_KEY_REUSED');
      if (claim.kind === 'running') {
        const left = Math.ceil((claim.leaseEndsAt.getTime() - context.now().getTime()) / 1000);
        // Most runs end within a second. The lease of a run that died expires, and another run takes its key over.
        throw new DomainError('IDEMPOTENCY_KEY_IN_USE', { retryAfter: Math.min(Math.max(1, left), 2) });
      }
      if (claim.kind === 'done') {
        if (claim.answer.sealedBody !== '') return replay(reply, claim.answer, derived);
        request.rereadStatus = claim.answer.status;
        reply.header('idempotent-replayed', 'true');
        return undefined;
      }
      request.keyRun = { run, derived, firstStartedAt: claim.firstStartedAt };
      return undefined;
    },
    keep: async (request, reply, payload) => {
      const running = request.keyRun;
      if (running === null) return payload;
      request.keyRun = null;
      try {
        await finish(context, running, request, reply, payload);
      } catch (error) {
        // The call has already succeeded, so the answer is sent. A repeated call after the lease finds the same record by
        // its id.
        request.log.error({ err: error }, 'the answer to an idempotency key could not be kept');
      }
      return payload;
    },
    idOfEffect: <Noun extends string>({ keyRun }: FastifyRequest) =>
      keyRun === null ? context.newId<Noun>() : makeId<Noun>(keyRun.firstStartedAt, keyRun.derived.idBytes),
  } satisfies Idempotency);
}

/** Node joins repeated headers into one text; a request with two keys is refused. */
function sentValues(request: FastifyRequest): string[] {
  const { rawHeaders } = request.raw;
  return rawHeaders.filter((_, place) => place % 2 === 1 && rawHeaders[place - 1]?.toLowerCase() === header);
}

async function prepareKeyedRequest(
  context: Context,
  request: FastifyRequest,
  sent: SentRequest,
): Promise<Omit<RunningRequest, 'firstStartedAt'>> {
  const scope = subjectOf(await actorOf(request), request);
  const call = `${request.method} ${request.routeOptions.url}`;
  const derived = deriveKey(sent.key, scope, call);
  const now = context.now();
  const span = request.routeOptions.config.secretAnswer === true ? secretAnswerMs : day;
  const run = {
    name: { scope, call, hash: derived.hash },
    fingerprint: fingerprintOf(request.url, sent.body, derived),
    runId: context.newId<'run'>(),
    startedAt: now,
    network: context.securityLog.addressHash(`stored answers\n${requestBucket(request)}`),
    leaseEndsAt: new Date(now.getTime() + lease),
    expiresAt: new Date(now.getTime() + span),
  };
  return { run, derived };
}

/** A key that is already stored is answered whatever the total size of stored answers. @throws DomainError RATE_LIMITED */
async function refuseBeyondQuota(context: Context, run: KeyRun, isServerFull: () => Promise<boolean>): Promise<void> {
  const kept = await countKeptAnswers(context.database, run);
  const fraction = (await isServerFull()) ? fractionWhenFull : 1;
  const hasRoom =
    kept.ofCaller < keptAnswerBytes.ofCaller * fraction && kept.ofNetwork < keptAnswerBytes.ofNetwork * fraction;
  if (kept.isKnown || hasRoom) return;
  context.metrics.refusals.inc({ limit: 'kept answers' });
  throw new DomainError('RATE_LIMITED', { retryAfter: quotaRetry, limit: 'kept answers' });
}

/**
 * Whether the stored answers of all callers together exceed their limit. Each server node counts them at most twice a
 * minute, because the count reads the whole table.
 */
function createServerQuotaCheck({ database, now }: Context): () => Promise<boolean> {
  let counted: { readonly at: number; readonly bytes: Promise<number> } | undefined;
  return async () => {
    const at = now().getTime();
    if (counted === undefined || Math.abs(at - counted.at) >= serverCountFor) {
      counted = { at, bytes: countAllKeptAnswers(database) };
      // When counting fails, this request fails, and the next request counts again.
      counted.bytes.catch(() => {
        counted = undefined;
      });
    }
    return (await counted.bytes) >= keptAnswerBytes.ofServer;
  };
}

function replay(reply: FastifyReply, answer: KeptAnswer, derived: DerivedKey): FastifyReply {
  const body = decryptText(answer.sealedBody, derived.seal);
  for (const [name, value] of Object.entries(answer.headers)) reply.header(name, value);
  return reply
    .code(answer.status)
    .header('idempotent-replayed', 'true')
    .serializer((text: unknown) => String(text))
    .send(body);
}

/** Answers that ask the client to try again (5xx, or with Retry-After) are not stored: the same key runs again. */
async function finish(
  context: Context,
  running: RunningRequest,
  request: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
): Promise<void> {
  const passing = reply.statusCode >= 500 || reply.hasHeader('retry-after') || typeof payload !== 'string';
  if (passing) return releaseKey(context.database, running.run);
  const headers: Record<string, string> = {};
  for (const name of keptHeaders) {
    const value = reply.getHeader(name);
    if (value !== undefined) headers[name] = String(value);
  }
  const { statusCode: status } = reply;
  const sealedBody = encryptText(payload, running.derived.seal);
  if (sealedBody.length <= longestKeptAnswer)
    return keepAnswer(context.database, running.run, { status, headers, sealedBody });
  if (status < 400 && request.routeOptions.config.canRebuildAnswer === true) {
    return keepAnswer(context.database, running.run, { status, headers: {}, sealedBody: '' });
  }
  request.log.error({ bytes: sealedBody.length }, 'an answer is too large to be kept under its idempotency key');
  await releaseKey(context.database, running.run);
}
