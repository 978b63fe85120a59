import {
  createServer,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { FloodRefusal } from '../limits/limit-requests.ts';
import type { FrontCheck } from '../routing/known-hosts.ts';
import type { Metrics } from '../routing/metrics.ts';
import { isVisitor } from '../routing/request-identity.ts';
import { plainTarget } from '../routing/request-target.ts';

export type EarlyAnswer = {
  /** The route that it stands for, for the measurements. */
  readonly route: string;
  readonly status: 200 | 304;
  /** With the security headers. */
  readonly headers: OutgoingHttpHeaders;
  readonly body: Buffer | null;
  /** Told when the body has left and may be written over. */
  readonly release?: () => void;
};

/** Gives the kept answer to a visitor's GET, now or soon; undefined when there is none and the routes have to answer. */
export type EarlyAnswerer = (
  request: IncomingMessage,
  response: ServerResponse,
) => EarlyAnswer | undefined | Promise<EarlyAnswer | undefined>;

declare module 'fastify' {
  interface FastifyInstance {
    /** Asks this one before the routes, for every GET of a visitor without a body. */
    answerEarly(answerer: EarlyAnswerer): void;
  }
}

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

export type EarlyServer = {
  /** For Fastify: its own server, with what is asked first in front of it. */
  readonly serverFactory: (handler: Handler) => Server;
  register(
    app: FastifyInstance,
    given: { readonly metrics: Pick<Metrics, 'requests'>; readonly isDraining: () => boolean },
  ): void;
};

/**
 * Answers that are the same for every visitor leave from here, before the framework has made anything of the request: bytes
 * that were kept, behind the limits on floods (decision 0026). What cannot be answered so goes on as if nobody had looked.
 */
export function createEarlyServer(
  limits: Readonly<
    Record<'headersTimeout' | 'headerBytes' | 'checkInterval' | 'uploadTimeout' | 'stallTimeout', number>
  >,
  keepAliveTimeout: number,
  frontCheck: FrontCheck = () => undefined,
): EarlyServer {
  const answerers: EarlyAnswerer[] = [];
  let countFlood: (request: IncomingMessage) => FloodRefusal | undefined = () => undefined;
  let isDraining = (): boolean => false;
  let metrics: Pick<Metrics, 'requests'> | undefined;

  function answer(handler: Handler, request: IncomingMessage, response: ServerResponse): void {
    const began = performance.now();
    const isSound = frontCheck(request) === undefined;
    request.url = plainTarget(request.url ?? '', request.method);
    const found = isSound && isPlainVisit(request) ? firstOf(request, response) : undefined;
    // Who floods is counted by the route once more, which says what has to be said.
    if (found === undefined || countFlood(request) !== undefined) {
      handler(request, response);
    } else if (found instanceof Promise) {
      const otherwise = (): void => handler(request, response);
      found.then((late) => (late === undefined ? otherwise() : send(request, response, late, began)), otherwise);
    } else {
      send(request, response, found, began);
    }
  }

  function firstOf(request: IncomingMessage, response: ServerResponse): ReturnType<EarlyAnswerer> {
    for (const answerer of answerers) {
      const found = answerer(request, response);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  function send(request: IncomingMessage, response: ServerResponse, found: EarlyAnswer, began: number): void {
    const { route, status, headers, body, release } = found;
    if (isDraining()) response.setHeader('connection', 'close');
    response.writeHead(status, headers);
    response.end(body ?? undefined, () => {
      release?.();
      const labels = { method: request.method ?? 'GET', route, status: String(status) } as const;
      metrics?.requests.observe(labels, (performance.now() - began) / 1000);
    });
  }

  return {
    serverFactory: (handler) => {
      const server = createServer(
        {
          headersTimeout: limits.headersTimeout,
          maxHeaderSize: limits.headerBytes,
          connectionsCheckingInterval: limits.checkInterval,
        },
        (request, response) => answer(handler, request, response),
      );
      server.requestTimeout = limits.uploadTimeout;
      server.keepAliveTimeout = keepAliveTimeout;
      server.setTimeout(limits.stallTimeout);
      return server;
    },
    register: (app, given) => {
      metrics = given.metrics;
      isDraining = given.isDraining;
      countFlood = (request) => app.countFlood(request);
      app.decorate('answerEarly', (answerer: EarlyAnswerer) => void answerers.push(answerer));
    },
  };
}

/** A GET of a visitor, without a body, and without anything that a route would look at more closely. */
function isPlainVisit(request: IncomingMessage): boolean {
  if (request.method !== 'GET') return false;
  const { headers } = request;
  return (
    headers['content-length'] === undefined &&
    headers['transfer-encoding'] === undefined &&
    headers['content-type'] === undefined &&
    headers['content-encoding'] === undefined &&
    headers.range === undefined &&
    headers.expect === undefined &&
    isVisitor(request)
  );
}
