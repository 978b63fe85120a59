import { AsyncLocalStorage } from 'node:async_hooks';
import { IncomingMessage } from 'node:http';
import type { Caller } from '@carhouse/auth/create-identity';
import { type RequestIdentity, readRequestIdentity } from '@carhouse/auth/request-identity';
import type { FastifyRequest } from 'fastify';
import { addressBucket, clientAddress } from './client-address.ts';

const known = new WeakMap<IncomingMessage, RequestIdentity>();
const carried = new AsyncLocalStorage<RequestIdentity>();

/** What a request presents: its headers are read when this is first asked, and once. */
export function identityOf(request: IncomingMessage): RequestIdentity {
  const before = known.get(request);
  if (before !== undefined) return before;
  const inner = request instanceof IncomingMessage ? undefined : carried.getStore();
  const made = inner ?? readRequestIdentity(request.rawHeaders);
  known.set(request, made);
  return made;
}

/** Whether nothing in the request could be taken for a credential: only then may a cache answer it, or keep its answer. */
export function isVisitor(request: IncomingMessage): boolean {
  return identityOf(request).presented.kind === 'nothing';
}

/** Makes calls to this process's own routes (`inject`) in the name of `identity`; their headers say nothing of it. */
export function inNameOf<T>(identity: RequestIdentity, call: () => Promise<T>): Promise<T> {
  return carried.run(identity, call);
}

/** Whether this process calls its own route for a page that has been admitted already. */
export function isInnerCall(request: IncomingMessage): boolean {
  return !(request instanceof IncomingMessage) && carried.getStore() !== undefined;
}

/** What limits on sessions count by: the credential as it was presented. Undefined when there is none to count by. */
export function presentedKey({ presented }: RequestIdentity): string | undefined {
  if (presented.kind === 'header') return presented.token;
  return presented.kind === 'cookies' ? [...presented.named.values()].join(' ') : undefined;
}

/** The token of an `Authorization: Bearer` header. */
export function bearerOf(request: IncomingMessage): string | undefined {
  const { presented } = identityOf(request);
  return presented.kind === 'header' && presented.scheme === 'bearer' ? presented.token : undefined;
}

/** Who calls, as the identity service takes it. */
export function callerOf(request: FastifyRequest): Caller {
  return { bucket: addressBucket(clientAddress(request)), identity: identityOf(request.raw) };
}
