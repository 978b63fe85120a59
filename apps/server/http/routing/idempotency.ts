import {
  claimKey,
  countAllKeptAnswers,
  countKeptAnswers,
  giveKeyBack,
  type KeptAnswer,
  type KeyRun,
  keepAnswer,
} from '@carhouse/database/requests/idempotency-keys';
import { DomainError } from '@carhouse/domain/errors/domain-error';
import { type Id, makeId } from '@carhouse/domain/ids/id';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../../context.ts';
import { requestBucket } from './client-address.ts';
import { type DerivedKey, deriveKey, fingerprintOf, openText, readKey, sealText } from './idempotency-key.ts';
import { subjectOf } from './request-subject.ts';
import { actorOf } from './session.ts';

/** The hooks that `mount` puts on every POST. Requests without the header make no query. */
export type Idempotency = {
  /** Stores the key and the body. @throws DomainError BAD_REQUEST for a malformed key. */
  read(request: FastifyRequest): void;
  /**
   * Takes the key, or sends the stored answer. @throws DomainError IDEMPOTENCY_KEY_REUSED,
   * IDEMPOTENCY_KEY_IN_USE, RATE_LIMITED
   */
  claim(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined>;
  /** Stores the answer before it is sent, or frees the key when the answer asks to try again. */
  keep(request: FastifyRequest, reply: FastifyReply, payload: unknown): Promise<unknown>;
  /**
   * The id of the record that this request creates. It is the same for every run of one key, so a later run finds the record
   * that an earlier one has created.
   */
  idOfEffect<Noun extends string>(request: FastifyRequest): Id<Noun>;
};

/** The body is read before validation, which drops unknown fields. */
type Sent = { readonly key: string; readonly body: unknown };
type Running = { readonly run: KeyRun; readonly derived: DerivedKey; readonly firstStartedAt: Date };

declare module 'fastify' {
  interface FastifyInstance {
    idempotency: Idempotency;
  }
  interface FastifyContextConfig {
    secretAnswer?: boolean;
    /** A repetition of the call can read what the first answer showed, so a large answer is not stored. */
    hasReread?: boolean;
  }
  interface FastifyRequest {
    sentKey: Sent | null;
    keyRun: Running | null;
    /** The status of the first answer, when this request repeats a call whose answer is read again. */
    rereadStatus: number | null;
  }
}

/**
 * Lease of a run in milliseconds: longer than the card provider with its retries (9 s), and as long as our own client's timeout.
 */
export const lease = 15_000;
/**
 * Milliseconds for which answers are stored (docs/reliability.md I18). Answers with a secret are stored as long as a hold.
 */
const day = 24 * 3600 * 1000;
const secretSpan = 15 * 60 * 1000;
/** Maximum size in bytes of one stored answer. A call with larger answers has a `reread` (mount.ts). */
export const longestKeptAnswer = 8 * 1024;
/**
 * Maximum size in bytes of the stored answers: of one caller (some 8,000 short ones) and of all callers of a network. The caller
 * chooses the number of keys. Beyond the size for the whole server, both are a sixteenth until answers have expired.
 */
export const keptAnswerBytes = { ofCaller: 4 * 1024 * 1024, ofNetwork: 16 * 1024 * 1024, ofServer: 512 * 1024 * 1024 };
const fractionWhenFull = 1 / 16;
/** Milliseconds for which a node uses one count of all stored answers. */
const serverCountFor = 30_000;
/** Retry-After in seconds when one of these sizes is used up. By then some of the stored answers have expired. */
const quotaRetry = 3_600;
const header = 'idempotency-key';
const keptHeaders = ['content-type', 'cache-control', 'location', 'link'] as const;

/** Lets `mount` answer a repeated POST as it did the first time. Register it before the routes. */
export function registerIdempotency(app: FastifyInstance, context: Context): void {
  app.decorateRequest('sentKey', null);
  app.decorateRequest('keyRun', null);
  app.decorateRequest('rereadStatus', null);
  const isServerFull = fullServer(context);
  app.decorate('idempotency', {
    read: (request) => {
      if (request.headers[header] === undefined) return;
      // An uploaded file is identified by its content: sent twice, it is one image.
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
        // Most runs end within a second; the lease of a dead one expires, and another run takes it over.
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
        // The effect is done: the answer is sent. A repetition after the lease finds the same record by its id.
        request.log.error({ err: error }, 'the answer to an idempotency key could not be kept');
      }
      return payload;
    },
    idOfEffect: <Noun extends string>({ keyRun }: FastifyRequest) =>
      keyRun === null ? context.newId<Noun>() : makeId<Noun>(keyRun.firstStartedAt, keyRun.derived.idBytes),
  } satisfies Idempotency);
}

/** Node joins a repeated header into one text; two keys are refused. */
function sentValues(request: FastifyRequest): string[] {
  const { rawHeaders } = request.raw;
  return rawHeaders.filter((_, place) => place % 2 === 1 && rawHeaders[place - 1]?.toLowerCase() === header);
}

async function prepareKeyedRequest(
  context: Context,
  request: FastifyRequest,
  sent: Sent,
): Promise<Omit<Running, 'firstStartedAt'>> {
  const scope = subjectOf(await actorOf(request), request);
  const call = `${request.method} ${request.routeOptions.url}`;
  const derived = deriveKey(sent.key, scope, call);
  const now = context.now();
  const span = request.routeOptions.config.secretAnswer === true ? secretSpan : day;
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

/** A key that is stored already is answered whatever else is stored. @throws DomainError RATE_LIMITED */
async function refuseBeyondQuota(context: Context, run: KeyRun, isServerFull: () => Promise<boolean>): Promise<void> {
  const kept = await countKeptAnswers(context.database, run);
  const fraction = (await isServerFull()) ? fractionWhenFull : 1;
  const hasRoom =
    kept.ofCaller < keptAnswerBytes.ofCaller * fraction && kept.ofNetwork < keptAnswerBytes.ofNetwork * fraction;
  if (kept.isKnown || hasRoom) return;
  context.metrics.refusals.inc({ limit: 'kept answers' });
  throw new DomainError('RATE_LIMITED', { retryAfter: quotaRetry, limit: 'kept answers' });
}

/** Whether all stored answers are too many. Each node counts them twice a minute, because the count reads the whole table. */
function fullServer({ database, now }: Context): () => Promise<boolean> {
  let counted: { readonly at: number; readonly bytes: Promise<number> } | undefined;
  return async () => {
    const at = now().getTime();
    if (counted === undefined || Math.abs(at - counted.at) >= serverCountFor) {
      counted = { at, bytes: countAllKeptAnswers(database) };
      // A failed count fails this request, and the next one counts again.
      counted.bytes.catch(() => {
        counted = undefined;
      });
    }
    return (await counted.bytes) >= keptAnswerBytes.ofServer;
  };
}

function replay(reply: FastifyReply, answer: KeptAnswer, derived: DerivedKey): FastifyReply {
  const body = openText(answer.sealedBody, derived.seal);
  for (const [name, value] of Object.entries(answer.headers)) reply.header(name, value);
  return reply
    .code(answer.status)
    .header('idempotent-replayed', 'true')
    .serializer((text: unknown) => String(text))
    .send(body);
}

/** Answers that ask to try again (5xx, or with Retry-After) are not kept: the same key runs again. */
async function finish(
  context: Context,
  running: Running,
  request: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
): Promise<void> {
  const passing = reply.statusCode >= 500 || reply.hasHeader('retry-after') || typeof payload !== 'string';
  if (passing) return giveKeyBack(context.database, running.run);
  const headers: Record<string, string> = {};
  for (const name of keptHeaders) {
    const value = reply.getHeader(name);
    if (value !== undefined) headers[name] = String(value);
  }
  const { statusCode: status } = reply;
  const sealedBody = sealText(payload, running.derived.seal);
  if (sealedBody.length <= longestKeptAnswer)
    return keepAnswer(context.database, running.run, { status, headers, sealedBody });
  if (status < 400 && request.routeOptions.config.hasReread === true) {
    return keepAnswer(context.database, running.run, { status, headers: {}, sealedBody: '' });
  }
  request.log.error({ bytes: sealedBody.length }, 'an answer is too large to be kept under its idempotency key');
  await giveKeyBack(context.database, running.run);
}
