import { AsyncLocalStorage } from 'node:async_hooks';
import { IncomingMessage } from 'node:http';
import type { Caller } from '@carhouse/auth/create-identity';
import { type RequestIdentity, readRequestIdentity } from '@carhouse/auth/request-identity';
import type { FastifyRequest } from 'fastify';
import { findRequestBucket } from './client-address.ts';

const parsedHeadersByRequest = new WeakMap<IncomingMessage, RequestIdentity>();
const identityStorage = new AsyncLocalStorage<RequestIdentity>();

/** Returns the credentials of a request. The headers are parsed at the first call for the request. */
export function readIdentity(request: IncomingMessage): RequestIdentity {
  const knownIdentity = parsedHeadersByRequest.get(request);
  if (knownIdentity !== undefined) return knownIdentity;
  const injectedIdentity = request instanceof IncomingMessage ? undefined : identityStorage.getStore();
  const foundIdentity = injectedIdentity ?? readRequestIdentity(request.rawHeaders);
  parsedHeadersByRequest.set(request, foundIdentity);
  return foundIdentity;
}

/**
 * Whether nothing in the request can be a credential. Cached responses may be used only for requests without any
 * credential.
 */
export function isVisitor(request: IncomingMessage): boolean {
  return readIdentity(request).presentedCredentials.kind === 'nothing';
}

/**
 * Runs `call`, whose requests to this process's own routes (`inject`) get the credentials of `identity`. The headers of
 * requests that this process makes itself contain no credentials.
 */
export function runWithIdentity<T>(identity: RequestIdentity, call: () => Promise<T>): Promise<T> {
  return identityStorage.run(identity, call);
}

/**
 * Whether this process itself makes the request (`inject`) to render a page. The request for the page has already been
 * counted by the limits.
 */
export function isInnerCall(request: IncomingMessage): boolean {
  return !(request instanceof IncomingMessage) && identityStorage.getStore() !== undefined;
}

/**
 * Returns the text by which limits count a session: the credential as the client sent it. Returns undefined when there
 * is no credential.
 */
export function findPresentedSessionKey({ presentedCredentials: presented }: RequestIdentity): string | undefined {
  if (presented.kind === 'header') return presented.token;
  return presented.kind === 'cookies' ? [...presented.cookiesByName.values()].join(' ') : undefined;
}

/** Returns the token of an `Authorization: Bearer` header. */
export function readBearerToken(request: IncomingMessage): string | undefined {
  const { presentedCredentials: credentials } = readIdentity(request);
  return credentials.kind === 'header' && credentials.scheme === 'bearer' ? credentials.token : undefined;
}

/** Returns the client of a request, as the functions of the identity service take it. */
export function makeCaller(request: FastifyRequest): Caller {
  return { bucket: findRequestBucket(request), identity: readIdentity(request.raw) };
}
