import {
  claimKey,
  countAllStoredBytes,
  countStoredBytes,
  type KeyedRequestRun,
  releaseKey,
  type StoredResponse,
  storeResponse,
} from '@carhouse/database/requests/idempotency-keys';
import { DomainError } from '@carhouse/domain/errors/domain-error';
import { computeSecondsUntil } from '@carhouse/domain/errors/seconds-until';
import { type Id, makeId } from '@carhouse/domain/ids/id';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../../context.ts';
import { findRequestBucket } from './client-address.ts';
import {
  type DerivedKey,
  decryptText,
  deriveKey,
  encryptText,
  fingerprintRequest,
  readIdempotencyKey,
} from './idempotency-key.ts';
import { findSubject } from './request-subject.ts';
import { findActor } from './session.ts';

/** The hooks that `mount` adds to every POST route. Requests without the Idempotency-Key header cause no database query. */
export type Idempotency = {
  /** Remembers the key and the body of the request. @throws DomainError BAD_REQUEST for a malformed key. */
  read(request: FastifyRequest): void;
  /**
   * Claims the key for this request, or sends the response stored under the key.
   * @throws DomainError IDEMPOTENCY_KEY_REUSED, IDEMPOTENCY_KEY_IN_USE, RATE_LIMITED
   */
  claim(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined>;
  /** Stores the response before it is sent, or releases the key when the response asks the client to try again. */
  keep(request: FastifyRequest, reply: FastifyReply, payload: unknown): Promise<unknown>;
  /**
   * The id of the record that this request creates. The id is the same for every run with one key, so a later run finds the
   * record that an earlier run created.
   */
  makeEffectId<Noun extends string>(request: FastifyRequest): Id<Noun>;
};

/** The key and the body as the client sent them. Validation would remove unknown fields from the body. */
type SentRequest = { readonly key: string; readonly body: unknown };
type RunningRequest = { readonly run: KeyedRequestRun; readonly derivedKey: DerivedKey; readonly firstStartedAt: Date };

declare module 'fastify' {
  interface FastifyInstance {
    idempotency: Idempotency;
  }
  interface FastifyContextConfig {
    hasSecretAnswer?: boolean;
    /**
     * Whether the route can compute its response to a repeated request from the database. A large response of a route
     * that can compute its response again is not stored.
     */
    canRebuildAnswer?: boolean;
  }
  interface FastifyRequest {
    sentRequest: SentRequest | null;
    keyRun: RunningRequest | null;
    /**
     * The status of the first response, when this request repeats a call whose response was too large to be stored;
     * null otherwise.
     */
    rereadStatus: number | null;
  }
}

/**
 * Milliseconds for which the processing of a request holds its idempotency key. The lease is longer than calls to the
 * card provider take with their retries (9 s), and equals the timeout of this product's client.
 */
export const keyLeaseMs = 15_000;
/**
 * Milliseconds for which responses are stored (docs/reliability.md I18). A response that contains a secret is stored
 * only as long as a hold lasts.
 */
const dayMs = 24 * 3600 * 1000;
const secretAnswerMs = 15 * 60 * 1000;
/**
 * Maximum size of one stored response, in bytes. Calls that may have larger responses declare a `rebuildAnswer` function
 * (mount.ts).
 */
export const keptAnswerMaximumBytes = 8 * 1024;
/**
 * Maximum total size of the responses stored under idempotency keys, in bytes: of one caller (about 8,000 short
 * responses), of all callers of one network, and of all callers. Callers choose the number of their keys, so without
 * limits they could store any amount. While the limit `ofServer` is reached, the limits `ofCaller` and `ofNetwork` are
 * reduced to a sixteenth.
 */
export const keptByteLimits = { ofCaller: 4 * 1024 * 1024, ofNetwork: 16 * 1024 * 1024, ofServer: 512 * 1024 * 1024 };
const quotaFractionWhenFull = 1 / 16;
/** Milliseconds for which a server node uses its last count of all stored responses. */
const serverCountReuseMs = 30_000;
/**
 * Value of Retry-After in seconds when one of these limits is reached. After this time some of the stored responses
 * have usually expired.
 */
const quotaRetrySeconds = 3_600;
const headerName = 'idempotency-key';
const keptHeaders = ['content-type', 'cache-control', 'location', 'link'] as const;

/**
 * Registers the hooks with which `mount` gives a repeated POST the response to the first one. Register this plugin
 * before the routes.
 */
export function registerIdempotency(app: FastifyInstance, context: Context): void {
  app.decorateRequest('sentRequest', null);
  app.decorateRequest('keyRun', null);
  app.decorateRequest('rereadStatus', null);
  const isServerFull = createServerQuotaCheck(context);
  app.decorate('idempotency', {
    read: (request) => {
      if (request.headers[headerName] === undefined) return;
      // An uploaded file is identified by its content, so a file that is sent twice becomes one image.
      if (/^multipart\//i.test(request.headers['content-type'] ?? '')) return;
      const key = readIdempotencyKey(readKeyHeaders(request));
      request.sentRequest = { key, body: request.body };
    },
    claim: async (request, reply) => {
      if (request.sentRequest === null) return undefined;
      const { run, derivedKey } = await prepareKeyedRequest(context, request, request.sentRequest);
      await refuseBeyondQuota(context, run, isServerFull);
      const keyClaim = await claimKey(context.database, run);
      if (keyClaim.kind === 'other-body') throw new DomainError('IDEMPOTENCY_KEY_REUSED');
      if (keyClaim.kind === 'running') {
        const leaseSecondsLeft = computeSecondsUntil(keyClaim.leaseEndsAt, context.now());
        // The key belongs to another request that is being processed. Most requests end within a second. When the
        // process that holds a key has died, the lease of the key expires and a repeated request takes the key over.
        throw new DomainError('IDEMPOTENCY_KEY_IN_USE', { retryAfter: Math.min(leaseSecondsLeft, 2) });
      }
      if (keyClaim.kind === 'done') {
        if (keyClaim.answer.sealedBody !== '') return sendStoredAnswer(reply, keyClaim.answer, derivedKey);
        request.rereadStatus = keyClaim.answer.status;
        reply.header('idempotent-replayed', 'true');
        return undefined;
      }
      request.keyRun = { run, derivedKey, firstStartedAt: keyClaim.firstStartedAt };
      return undefined;
    },
    keep: async (request, reply, payload) => {
      const runningRequest = request.keyRun;
      if (runningRequest === null) return payload;
      request.keyRun = null;
      try {
        await finishRun(context, runningRequest, request, reply, payload);
      } catch (error) {
        // The call has already succeeded, so its response is sent although it could not be stored. A repeated call
        // after the lease finds the same record by its id.
        request.log.error({ err: error }, 'the answer to an idempotency key could not be kept');
      }
      return payload;
    },
    makeEffectId: <Noun extends string>({ keyRun }: FastifyRequest) =>
      keyRun === null ? context.newId<Noun>() : makeId<Noun>(keyRun.firstStartedAt, keyRun.derivedKey.idBytes),
  } satisfies Idempotency);
}

/**
 * Returns the values of all Idempotency-Key headers of a request. Node would join several Idempotency-Key headers into
 * one text, but a request with two keys must be refused.
 */
function readKeyHeaders(request: FastifyRequest): string[] {
  const { rawHeaders } = request.raw;
  return rawHeaders.filter((_, index) => index % 2 === 1 && rawHeaders[index - 1]?.toLowerCase() === headerName);
}

async function prepareKeyedRequest(
  context: Context,
  request: FastifyRequest,
  sentRequest: SentRequest,
): Promise<Omit<RunningRequest, 'firstStartedAt'>> {
  const scope = findSubject(await findActor(request), request);
  const call = `${request.method} ${request.routeOptions.url}`;
  const derivedKey = deriveKey(sentRequest.key, scope, call);
  const now = context.now();
  const lifetimeMs = request.routeOptions.config.hasSecretAnswer === true ? secretAnswerMs : dayMs;
  const run = {
    name: { scope, call, hash: derivedKey.hash },
    fingerprint: fingerprintRequest(request.url, sentRequest.body, derivedKey),
    runId: context.newId<'run'>(),
    startedAt: now,
    network: context.securityLog.hashAddress(`stored answers\n${findRequestBucket(request)}`),
    leaseEndsAt: new Date(now.getTime() + keyLeaseMs),
    expiresAt: new Date(now.getTime() + lifetimeMs),
  };
  return { run, derivedKey };
}

/**
 * Refuses a request with a new key when too many bytes are stored for its caller or network. A key that is already
 * stored is never refused.
 * @throws DomainError RATE_LIMITED
 */
async function refuseBeyondQuota(
  context: Context,
  run: KeyedRequestRun,
  isServerFull: () => Promise<boolean>,
): Promise<void> {
  const keptBytes = await countStoredBytes(context.database, run);
  const quotaFraction = (await isServerFull()) ? quotaFractionWhenFull : 1;
  const isWithinQuota =
    keptBytes.ofCaller < keptByteLimits.ofCaller * quotaFraction &&
    keptBytes.ofNetwork < keptByteLimits.ofNetwork * quotaFraction;
  if (keptBytes.isKnown || isWithinQuota) return;
  context.metrics.refusals.inc({ limit: 'kept answers' });
  throw new DomainError('RATE_LIMITED', { retryAfter: quotaRetrySeconds, limit: 'kept answers' });
}

/**
 * Returns a function that says whether the stored responses of all callers together exceed their limit. Each server
 * node counts the stored responses at most twice a minute, because the count reads the whole table.
 */
function createServerQuotaCheck({ database, now }: Context): () => Promise<boolean> {
  let latestCount: { readonly at: number; readonly bytesPromise: Promise<number> } | undefined;
  return async () => {
    const currentTimeMs = now().getTime();
    if (latestCount === undefined || Math.abs(currentTimeMs - latestCount.at) >= serverCountReuseMs) {
      latestCount = { at: currentTimeMs, bytesPromise: countAllStoredBytes(database) };
      // When counting fails, this request fails. The next request then counts again.
      latestCount.bytesPromise.catch(() => {
        latestCount = undefined;
      });
    }
    return (await latestCount.bytesPromise) >= keptByteLimits.ofServer;
  };
}

function sendStoredAnswer(reply: FastifyReply, answer: StoredResponse, derivedKey: DerivedKey): FastifyReply {
  const body = decryptText(answer.sealedBody, derivedKey.encryptionKey);
  for (const [name, value] of Object.entries(answer.headers)) reply.header(name, value);
  return reply
    .code(answer.status)
    .header('idempotent-replayed', 'true')
    .serializer((text: unknown) => String(text))
    .send(body);
}

/**
 * Stores the response of a request, or releases its key. A response that asks the client to try again (5xx, or with
 * Retry-After) is not stored, so that a repeated request is processed again.
 */
async function finishRun(
  context: Context,
  runningRequest: RunningRequest,
  request: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
): Promise<void> {
  const isTemporaryAnswer = reply.statusCode >= 500 || reply.hasHeader('retry-after') || typeof payload !== 'string';
  if (isTemporaryAnswer) return releaseKey(context.database, runningRequest.run);
  const headers: Record<string, string> = {};
  for (const name of keptHeaders) {
    const value = reply.getHeader(name);
    if (value !== undefined) headers[name] = String(value);
  }
  const { statusCode: status } = reply;
  const encryptedBody = encryptText(payload, runningRequest.derivedKey.encryptionKey);
  if (encryptedBody.length <= keptAnswerMaximumBytes)
    return storeResponse(context.database, runningRequest.run, { status, headers, sealedBody: encryptedBody });
  if (status < 400 && request.routeOptions.config.canRebuildAnswer === true) {
    return storeResponse(context.database, runningRequest.run, { status, headers: {}, sealedBody: '' });
  }
  request.log.error({ bytes: encryptedBody.length }, 'an answer is too large to be kept under its idempotency key');
  await releaseKey(context.database, runningRequest.run);
}
