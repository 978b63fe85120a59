import { AsyncLocalStorage } from 'node:async_hooks';
import { IncomingMessage } from 'node:http';
import type { Caller } from '@carhouse/auth/create-identity';
import { type RequestIdentity, readRequestIdentity } from '@carhouse/auth/request-identity';
import type { FastifyRequest } from 'fastify';
import { requestBucket } from './client-address.ts';

const known = new WeakMap<IncomingMessage, RequestIdentity>();
const carried = new AsyncLocalStorage<RequestIdentity>();

/** The credential of a request: its headers are read once, at the first call. */
export function identityOf(request: IncomingMessage): RequestIdentity {
  const before = known.get(request);
  if (before !== undefined) return before;
  const inner = request instanceof IncomingMessage ? undefined : carried.getStore();
  const made = inner ?? readRequestIdentity(request.rawHeaders);
  known.set(request, made);
  return made;
}

/** Whether nothing in the request can be a credential: only then may a cache answer it or store its answer. */
export function isVisitor(request: IncomingMessage): boolean {
  return identityOf(request).presented.kind === 'nothing';
}

/** Makes calls to this process's own routes (`inject`) with a given `identity`; their headers carry no credential. */
export function runWithIdentity<T>(identity: RequestIdentity, call: () => Promise<T>): Promise<T> {
  return carried.run(identity, call);
}

/** Whether this process calls its own route for a page that has passed the limits already. */
export function isInnerCall(request: IncomingMessage): boolean {
  return !(request instanceof IncomingMessage) && carried.getStore() !== undefined;
}

/** The key of limits on sessions: the credential as the client sent it. Undefined when there is no credential. */
export function presentedKey({ presented }: RequestIdentity): string | undefined {
  if (presented.kind === 'header') return presented.token;
  return presented.kind === 'cookies' ? [...presented.named.values()].join(' ') : undefined;
}

/** The token of an `Authorization: Bearer` header. */
export function bearerOf(request: IncomingMessage): string | undefined {
  const { presented } = identityOf(request);
  return presented.kind === 'header' && presented.scheme === 'bearer' ? presented.token : undefined;
}

/** The credential in the form that the identity service takes. */
export function callerOf(request: FastifyRequest): Caller {
  return { bucket: requestBucket(request), identity: identityOf(request.raw) };
}
