import type { Call, CallInput, CallReply } from '@carhouse/contract/call';
import type { Actor } from '@carhouse/core/account/account';
import { DomainError } from '@carhouse/core/errors/domain-error';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isForeignPage } from './origin-check.ts';
import { actorOf } from './session.ts';

/** Visitors reach a call for anyone, so its handler must cope with no actor; every other handler is given one. */
type ActorOf<C extends Call> = C['access'] extends 'anyone' ? Actor | null : Actor;

export type Handler<C extends Call> = (
  input: CallInput<C> & { readonly actor: ActorOf<C>; readonly request: FastifyRequest },
) => Promise<CallReply<C>>;

/**
 * Makes a route out of a call of the contract. The order of checks is that of RELIABILITY §3.1: session (401), origin
 * (403), role (403), validation (400 or 422), then the handler. Curried, so that the handler keeps the literal types of
 * the call.
 */
export function mount<const C extends Call>(app: FastifyInstance, call: C): (handler: Handler<C>) => void {
  return (handler) => {
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
        response: call.answers,
      },
      preValidation: async (request) => {
        const actor = await actorOf(request);
        if (actor === null && call.access !== 'anyone') throw new DomainError('UNAUTHENTICATED');
        if (isForeignPage(request)) throw new DomainError('CSRF');
        if (!mayCall(call, actor)) throw new DomainError('ROLE_REQUIRED');
      },
      handler: async (request, reply) => {
        const actor = await actorOf(request);
        const input = { params: request.params, query: request.query, body: request.body, actor, request };
        const answer = await handler(input as unknown as Parameters<Handler<C>>[0]);
        reply.header('cache-control', actor === null && call.method === 'GET' ? 'no-cache' : 'no-store');
        for (const [name, value] of Object.entries(answer.headers ?? {})) reply.header(name, value);
        return reply.code(answer.status).send(answer.body as never);
      },
    });
  };
}

function mayCall(call: Call, actor: Actor | null): boolean {
  if (call.access === 'anyone' || call.access === 'signed-in') return true;
  return actor?.role === call.access;
}
