import { DomainError } from '@carhouse/domain/errors/domain-error';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { sandboxProviderPath } from './provider-paths.ts';
import { readBearerToken } from './request-identity.ts';
import { removeQuery } from './request-target.ts';

/**
 * The calls of the sandbox card provider that browsers make, and that this server therefore forwards. All other calls
 * of the provider are reachable only from this machine.
 */
const forwardedCalls: readonly { readonly method: string; readonly path: RegExp }[] = [
  { method: 'GET', path: /^\/v3\/[\w.-]+$/ },
  { method: 'GET', path: /^\/3ds\/[\w-]+$/ },
  { method: 'POST', path: /^\/3ds\/[\w-]+(\/[\w-]+)?$/ },
  { method: 'GET', path: /^\/connect\/setup\/link_\w+$/ },
  { method: 'GET', path: /^\/connect\/session\/session_\w+$/ },
  { method: 'POST', path: /^\/connect\/session\/session_\w+$/ },
  { method: 'GET', path: /^\/paynow\/paynow_\w+(\.svg|\.png)?$/ },
  { method: 'POST', path: /^\/paynow\/paynow_\w+$/ },
  { method: 'POST', path: /^\/v1\/payment_methods$/ },
  { method: 'GET', path: /^\/v1\/payment_intents\/pi_\w+$/ },
  { method: 'POST', path: /^\/v1\/payment_intents\/pi_\w+\/confirm$/ },
];

const forwardedHeaders = ['content-type', 'accept', 'idempotency-key', 'origin', 'referer', 'sec-fetch-site'] as const;
const returnedHeaders = [
  'content-type',
  'content-security-policy',
  'cache-control',
  'request-id',
  'location',
  'referrer-policy',
] as const;
const timeoutMs = 20_000;

/**
 * Lets the browser reach the sandbox provider on the server's own origin, so that a payment can be tried with one public
 * address.
 */
export function registerSandboxProxy(app: FastifyInstance, providerUrl: string): void {
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: 64 * 1024 }, (_request, body, finishParsing) =>
      finishParsing(null, body),
    );
    scope.route({
      method: ['GET', 'POST'],
      url: `${sandboxProviderPath}/*`,
      schema: { hide: true },
      // This hook runs after routing and before the body is read.
      onRequest: (request) => app.countCall(`${request.method} ${sandboxProviderPath}/*`, null, request),
      handler: (request, reply) => forwardRequest(request, reply, providerUrl),
    });
  });
}

async function forwardRequest(
  request: FastifyRequest,
  reply: FastifyReply,
  providerUrl: string,
): Promise<FastifyReply> {
  const target = request.url.slice(sandboxProviderPath.length);
  const path = removeQuery(target);
  if (!forwardedCalls.some((each) => each.method === request.method && each.path.test(path)))
    throw new DomainError('NOT_FOUND');
  const headers = new Headers();
  for (const name of forwardedHeaders) {
    const value = request.headers[name];
    if (typeof value === 'string') headers.set(name, value);
  }
  const key = readBearerToken(request.raw);
  if (key !== undefined) headers.set('authorization', `Bearer ${key}`);
  const body = Buffer.isBuffer(request.body) ? new Uint8Array(request.body) : null;
  const answer = await fetchSandbox(`${providerUrl}${target}`, {
    method: request.method,
    headers,
    body,
    redirect: 'manual',
  });
  for (const name of returnedHeaders) {
    const value = answer.headers.get(name);
    if (value !== null) reply.header(name, value);
  }
  return reply.code(answer.status).send(Buffer.from(await answer.arrayBuffer()));
}

async function fetchSandbox(url: string, fetchOptions: RequestInit): Promise<Response> {
  try {
    return await fetch(url, { ...fetchOptions, signal: AbortSignal.timeout(timeoutMs) });
  } catch (cause) {
    throw new DomainError('PAYMENT_PROVIDER_UNAVAILABLE', { cause });
  }
}
