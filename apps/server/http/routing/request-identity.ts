import { AsyncLocalStorage } from 'node:async_hooks';
import { IncomingMessage } from 'node:http';
import type { Caller } from '@carhouse/auth/create-identity';
import { type RequestIdentity, readRequestIdentity } from '@carhouse/auth/request-identity';
import type { FastifyRequest } from 'fastify';
import { requestBucket } from './client-address.ts';

const known = new WeakMap<IncomingMessage, RequestIdentity>();
const identityStorage = new AsyncLocalStorage<RequestIdentity>();

/** Returns the credential of a request. The headers are read once, at the first call. */
export function identityOf(request: IncomingMessage): RequestIdentity {
  const before = known.get(request);
  if (before !== undefined) return before;
  const injectedIdentity = request instanceof IncomingMessage ? undefined : identityStorage.getStore();
  const made = injectedIdentity ?? readRequestIdentity(request.rawHeaders);
  known.set(request, made);
  return made;
}

/** Whether nothing in the request can be a credential. Only then may a cache answer the request or store its answer. */
export function isVisitor(request: IncomingMessage): boolean {
  return identityOf(request).presented.kind === 'nothing';
}

/**
 * Makes calls to this process's own routes (`inject`) on behalf of `identity`; the headers of these calls carry no
 * credential.
 */
export function runWithIdentity<T>(identity: RequestIdentity, call: () => Promise<T>): Promise<T> {
  return identityStorage.run(identity, call);
}

/** Whether this process itself makes the request, for a page that has already passed the limits. */
export function isInnerCall(request: IncomingMessage): boolean {
  return !(request instanceof IncomingMessage) && identityStorage.getStore() !== undefined;
}

/**
 * Returns the key of limits on sessions: the credential as the client sent it. Returns undefined when there is no
 * credential.
 */
export function presentedKey({ presented }: RequestIdentity): string | undefined {
  if (presented.kind === 'header') return presented.token;
  return presented.kind === 'cookies' ? [...presented.named.values()].join(' ') : undefined;
}

/** Returns the token of an `Authorization: Bearer` header. */
export function bearerOf(request: IncomingMessage): string | undefined {
  const { presented } = identityOf(request);
  return presented.kind === 'header' && presented.scheme === 'bearer' ? presented.token : undefined;
}

/** Returns the credential in the form that the identity service needs. */
export function callerOf(request: FastifyRequest): Caller {
  return { bucket: requestBucket(request), identity: identityOf(request.raw) };
}
