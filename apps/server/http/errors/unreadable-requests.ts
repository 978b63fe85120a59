import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Problem } from '@carhouse/contract/problem';
import { DomainError } from '@carhouse/domain/errors/domain-error';
import type { ErrorCode } from '@carhouse/domain/errors/error-codes';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import {
  type HeaderOptions,
  makeFixedSecurityHeaders,
  makeNonce,
  setSecurityHeaders,
} from '../routing/security-headers.ts';
import { makeProblem, sendProblem } from './problems.ts';

/**
 * Returns a handler for requests that reach no route, because their URL cannot be decoded or is longer than any valid
 * URL. The response is like every other refusal. Hooks do not run for such requests, so the handler sets the headers.
 */
export function makeUnreadableUrlHandler(options: HeaderOptions) {
  return (error: FastifyError, request: FastifyRequest, reply: FastifyReply): void => {
    reply.cspNonce = makeNonce();
    setSecurityHeaders(reply, reply.cspNonce, options);
    const code: ErrorCode = error.code === 'FST_ERR_MAX_PARAM_LENGTH' ? 'NOT_FOUND' : 'BAD_REQUEST';
    sendProblem(request, reply, new DomainError(code));
  };
}

const codesByNodeError: Readonly<Record<string, ErrorCode>> = {
  HPE_HEADER_OVERFLOW: 'HEADERS_TOO_LARGE',
  ERR_HTTP_REQUEST_TIMEOUT: 'REQUEST_TIMEOUT',
};

/**
 * Returns a handler for bytes that are not HTTP, requests with too many headers, and unfinished requests: the
 * connection gets one response and is closed.
 */
export function makeUnreadableBytesHandler(newRequestId: () => string, options: HeaderOptions) {
  return (error: Error & { readonly code?: string }, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || socket.destroyed) return;
    const problem = makeProblem(new DomainError(codesByNodeError[error.code ?? ''] ?? 'BAD_REQUEST'), newRequestId());
    if (socket.writable) socket.write(makeRawAnswer(problem, options));
    socket.destroy(error);
  };
}

/**
 * Returns a handler for requests with an unknown `Expect` header. Node's own response would have no security headers.
 */
export function makeExpectationHandler(options: HeaderOptions) {
  return (_request: IncomingMessage, response: ServerResponse): void => {
    response
      .writeHead(417, {
        ...makeFixedSecurityHeaders(options),
        'content-security-policy': strictContentPolicy,
        connection: 'close',
      })
      .end();
  };
}

const strictContentPolicy = "default-src 'none'; frame-ancestors 'none'";

function makeRawAnswer(problem: Problem, options: HeaderOptions): string {
  const body = JSON.stringify(problem);
  const responseLines = [
    `HTTP/1.1 ${problem.status} ${problem.title}`,
    'content-type: application/problem+json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    'cache-control: no-store',
    `content-security-policy: ${strictContentPolicy}`,
    ...Object.entries(makeFixedSecurityHeaders(options)).map(([name, value]) => `${name}: ${value}`),
    'connection: close',
  ];
  return `${responseLines.join('\r\n')}\r\n\r\n${body}`;
}
