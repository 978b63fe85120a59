import type { Call, CallInput, CallReply } from '@carhouse/contract/call';
import { withoutReservedConnections } from '@carhouse/database/connection/reserved-connections';
import { runAfterPosition } from '@carhouse/database/connection/wal-position';
import type { Actor } from '@carhouse/domain/account/account';
import { DomainError } from '@carhouse/domain/errors/domain-error';
import type { Id } from '@carhouse/domain/ids/id';
import { assertBusinessMode, type BusinessMode } from '@carhouse/domain/payment/business-mode';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod/mini';
import { refuseCardNumbers } from '../bodies/card-numbers.ts';
import { refuseUnstorableTexts } from '../bodies/storable-texts.ts';
import { addEntityTag } from '../cache/entity-tag.ts';
import { PublicAnswer, type PublicHandler, type SerializedBody } from '../cache/public-answer.ts';
import { WrittenJson } from '../cache/written-json.ts';
import type { RequestLane } from '../limits/lanes.ts';
import { isForeignPage } from './origin-check.ts';
import { isVisitor } from './request-identity.ts';
import { checkRecentSignIn, findActor, findWrittenPosition } from './session.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** How the operator runs the marketplace. A call with `onlyInMode` is refused in every other business mode. */
    businessMode: BusinessMode;
  }
}

/**
 * The type of the actor that a handler gets. Visitors can make a call with `access: 'anyone'`, so its handler may get
 * null. Every other handler gets an actor.
 */
type ActorOf<C extends Call> = C['access'] extends 'anyone' ? Actor | null : Actor;

/**
 * The function that handles a call. The argument `id` of the handler is the id for the record that the call creates.
 * All requests with one Idempotency-Key have the same id.
 */
export type Handler<C extends Call> = (
  input: CallInput<C> & {
    readonly actor: ActorOf<C>;
    readonly request: FastifyRequest;
    readonly makeId: <Noun extends string>() => Id<Noun>;
  },
) => Promise<CallReply<C> | SerializedBody<CallReply<C>>>;

/** The handlers of a call with `sameForVisitors` or `sharedCacheSeconds`, which has one response for all visitors. */
export type SharedHandlers<C extends Call> = {
  readonly publicHandler: PublicHandler<C>;
  /**
   * The handler for clients that send a credential, valid or not. Without this handler, such clients get the response
   * for visitors.
   */
  readonly credentialHandler?: Handler<C>;
};

type SharedAnswerCall = { readonly sameForVisitors: true } | { readonly sharedCacheSeconds: number };
// The brackets prevent TypeScript from distributing the union of calls.
type HandlerOf<C extends Call> = [C] extends [SharedAnswerCall] ? SharedHandlers<C> : Handler<C>;

/** Reads a body that is not JSON, after the caller is authenticated. The result is validated like any other body. */
export type BodyReader = (request: FastifyRequest, reply: FastifyReply, actor: Actor) => Promise<unknown>;

/** Options of a route in addition to its handler. */
export type MountOptions<C extends Call> = {
  readonly readBody?: BodyReader;
  /**
   * Computes the response to a repeated POST with the same Idempotency-Key, when the first response was too large to be
   * stored (`keptAnswerMaximumBytes`). The function reads the record again and changes nothing.
   */
  readonly rebuildAnswer?: (input: {
    readonly params: CallInput<C>['params'];
    readonly actor: ActorOf<C>;
  }) => Promise<CallReply<C>['body']>;
};

/**
 * Registers a route for a call of the API contract. The checks run in the order of docs/reliability.md, checks of a request:
 * session (401), origin (403), role (403), business mode (409), recent sign-in (403), limits of the caller (429), texts that cannot be stored
 * (400, 422), card numbers (422), validation (400 or 422), idempotency key (409 or 422), then the handler.
 */
export function mount<const C extends Call>(
  app: FastifyInstance,
  call: C,
  handlerOfCall: HandlerOf<NoInfer<C>>,
  { readBody, rebuildAnswer }: MountOptions<NoInfer<C>> = {},
): void {
  const sharedHandlers = typeof handlerOfCall === 'function' ? undefined : (handlerOfCall as SharedHandlers<C>);
  const handler = (
    sharedHandlers === undefined ? handlerOfCall : (sharedHandlers.credentialHandler ?? sharedHandlers.publicHandler)
  ) as Handler<C>;
  const hasAnswerCache = () => app.hasDecorator('sendPublic');
  const getSharedAnswer = (
    request: FastifyRequest,
    reply: FastifyReply,
    { publicHandler }: SharedHandlers<C>,
    mustBeFresh = false,
  ) => {
    const input = { params: request.params, query: request.query } as Parameters<typeof publicHandler>[0];
    const serializeBody = (body: unknown): string => reply.code(200).serialize(body) as string;
    const makeAnswer = () => PublicAnswer.create(publicHandler, input, serializeBody);
    // A cached answer may come from a replica that has not replayed the last write of a session.
    const usesCache = call.sameForVisitors === true && hasAnswerCache() && !mustBeFresh;
    return usesCache ? app.getPublicAnswer(request, makeAnswer) : makeAnswer();
  };
  app.route({
    method: call.method,
    url: call.path,
    schema: {
      summary: call.summary,
      tags: [call.noun],
      ...(call.access === 'anyone' ? {} : { security: [{ token: [] }, { session: [] }] }),
      ...(call.params === undefined ? {} : { params: call.params }),
      ...(call.query === undefined ? {} : { querystring: call.query }),
      ...(call.body === undefined ? {} : { body: call.body }),
      ...(call.upload === true ? { consumes: ['multipart/form-data'] } : {}),
      response: call.answers,
    },
    preValidation: async (request, reply) => {
      const actor = await findActor(request);
      request.actorId = actor?.accountId ?? null;
      if (actor === null && call.access !== 'anyone') throw new DomainError('UNAUTHENTICATED');
      if (isForeignPage(request)) throw new DomainError('CSRF');
      if (!mayCall(call, actor)) throw new DomainError('ROLE_REQUIRED');
      if (call.onlyInMode !== undefined) assertBusinessMode(app.businessMode, call.onlyInMode);
      if (call.needsRecentSignIn === true) await checkRecentSignIn(request);
      await app.countCall(`${call.method} ${call.path}`, actor, request, countListItems(call, request.body));
      refuseUnstorableTexts(request.query, call.queryIsForm === true ? 'INVALID' : 'BAD_REQUEST');
      refuseUnstorableTexts(request.body, 'INVALID');
      refuseCardNumbers(request.query);
      refuseCardNumbers(request.body);
      if (readBody !== undefined && actor !== null) request.body = await readBody(request, reply, actor);
      // The body is read before validation, which removes its unknown fields.
      if (call.method === 'POST') app.idempotency.read(request);
    },
    ...(call.method === 'POST' ? { preHandler: app.idempotency.claim, onSend: app.idempotency.keep } : {}),
    ...(call.method === 'GET' ? { onSend: addEntityTag } : {}),
    config: {
      hasSecretAnswer: call.hasSecretAnswer === true,
      canRebuildAnswer: rebuildAnswer !== undefined,
      duringPasswordChange: call.duringPasswordChange === true,
      duringFactorSetUp: call.duringFactorSetUp === true || call.duringPasswordChange === true,
      queryIsForm: call.queryIsForm === true,
      ...(call.securityEvent === undefined ? {} : { securityEvent: call.securityEvent }),
      sameForVisitors: call.sameForVisitors === true,
      ...(call.sameForVisitors === true ? makeQueryNamesConfig(call) : {}),
      lane: findLane(call),
      limitsUploads: call.upload === true,
      ...(call.refusalFields === undefined ? {} : { refusalFields: call.refusalFields }),
    },
    handler: async (request, reply) => {
      if (sharedHandlers !== undefined && isVisitor(request.raw)) {
        const answer = await getSharedAnswer(request, reply, sharedHandlers);
        if (call.sameForVisitors === true && hasAnswerCache()) return app.sendPublic(request, reply, answer);
        return sendUncached(reply, answer, call.sharedCacheSeconds);
      }
      const actor = await findActor(request);
      const { params, query, body } = request;
      if (request.rereadStatus !== null && rebuildAnswer !== undefined) {
        const rebuiltAnswer = await rebuildAnswer({ params, actor } as Parameters<typeof rebuildAnswer>[0]);
        return reply.code(request.rereadStatus).header('cache-control', 'no-store').send(rebuiltAnswer);
      }
      const makeId = <Noun extends string>(): Id<Noun> => app.idempotency.makeEffectId<Noun>(request);
      const input = { params, query, body, actor, request, makeId };
      const callHandler = () =>
        sharedHandlers !== undefined && sharedHandlers.credentialHandler === undefined
          ? getSharedAnswer(request, reply, sharedHandlers, actor !== null && app.readsOwnWrites)
          : handler(input as unknown as Parameters<Handler<C>>[0]);
      const position = app.readsOwnWrites ? await findWrittenPosition(request) : null;
      const handleCall = () => (position === null ? callHandler() : runAfterPosition(position, callHandler));
      // Users of other roles may make some protective calls too, such as withdrawing a car; such requests are treated as
      // `usual`.
      const isWithoutReservedConnections = request.routeOptions.config.lane === 'protective' && actor?.role !== 'admin';
      const answer = await (isWithoutReservedConnections ? withoutReservedConnections(handleCall) : handleCall());
      if (call.showsPeople === true && actor?.role === 'admin') {
        await app.auditRead(actor.accountId, call.path, request.url);
      }
      if (call.securityEvent !== undefined) app.recordSuccess(call.securityEvent, request);
      reply.header('cache-control', actor === null && call.method === 'GET' ? 'no-cache' : 'no-store');
      for (const [name, value] of Object.entries(answer.headers ?? {})) reply.header(name, value);
      if (answer instanceof PublicAnswer) return sendJson(reply, answer.bytes);
      reply.code(answer.status);
      if (!(answer.body instanceof WrittenJson)) return reply.send(answer.body);
      return sendJson(reply, answer.body.bytes);
    },
  });
}

/**
 * Returns the number of calls that a request counts as: the length of the list in the body, at most the maximum length
 * of a valid list. The body has not been validated yet.
 */
function countListItems({ countedList }: Call, body: unknown): number {
  if (countedList === undefined || typeof body !== 'object' || body === null) return 1;
  const countedItems: unknown = (body as Readonly<Record<string, unknown>>)[countedList.name];
  return Array.isArray(countedItems) ? Math.min(countedList.maximum, Math.max(1, countedItems.length)) : 1;
}

/**
 * Returns the names of the query parameters that a call reads, as a part of the route configuration. The result is
 * undefined for a call that refuses unknown parameters, so that a cached response never replaces a refusal.
 */
function makeQueryNamesConfig({ query }: Call): { readonly queryNames?: ReadonlySet<string> } {
  if (query === undefined) return { queryNames: new Set() };
  if (!(query instanceof z.ZodMiniObject) || query.def.catchall !== undefined) return {};
  return { queryNames: new Set(Object.keys(query.def.shape)) };
}

/**
 * Sends a response that this server does not cache. Caches in front of the server may store the response for `seconds`.
 */
function sendUncached(reply: FastifyReply, answer: PublicAnswer, seconds: number | undefined): FastifyReply {
  const cacheControl = seconds === undefined ? 'no-cache' : `public, max-age=${seconds}`;
  reply.header('cache-control', cacheControl).header('vary', 'cookie, authorization');
  for (const [name, value] of Object.entries(answer.headers)) reply.header(name, value);
  return sendJson(reply, answer.bytes);
}

function sendJson(reply: FastifyReply, bytes: Buffer): FastifyReply {
  return reply.type('application/json; charset=utf-8').send(bytes);
}

/** Calls of admins belong to the protective lane unless the call says otherwise, because admins use them to end attacks. */
function findLane(call: Call): RequestLane {
  if (call.lane !== undefined) return call.lane;
  if (call.access === 'admin') return 'protective';
  return call.sameForVisitors === true ? 'essential' : 'usual';
}

function mayCall(call: Call, actor: Actor | null): boolean {
  if (call.access === 'anyone' || call.access === 'signed-in') return true;
  return actor?.role === call.access;
}
