import {
  createServer,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { FloodRefusal } from '../limits/limit-requests.ts';
import type { RequestCheck } from '../routing/known-hosts.ts';
import type { Metrics } from '../routing/metrics.ts';
import { isVisitor } from '../routing/request-identity.ts';
import { normaliseTarget } from '../routing/request-target.ts';

export type EarlyAnswer = {
  /** The route of the cached response, as named in the metrics. */
  readonly route: string;
  readonly status: 200 | 304;
  /** The response headers, including the security headers. */
  readonly headers: OutgoingHttpHeaders;
  readonly body: Buffer | null;
  /** Called when the body has been sent and its buffer may be reused. */
  readonly release?: () => void;
};

/**
 * Returns the cached response for a visitor's GET, as a promise when the body must be compressed first. Returns undefined
 * when nothing is cached, so that the routes answer.
 */
export type EarlyAnswerer = (
  request: IncomingMessage,
  response: ServerResponse,
) => EarlyAnswer | undefined | Promise<EarlyAnswer | undefined>;

declare module 'fastify' {
  interface FastifyInstance {
    /** Registers a function that is called before the routes, for every GET of a visitor without a body. */
    answerEarly(answerer: EarlyAnswerer): void;
  }
}

type RequestHandler = (request: IncomingMessage, response: ServerResponse) => void;

export type EarlyServer = {
  /** Creates the HTTP server for Fastify, which calls the early answerers first. */
  readonly serverFactory: (handler: RequestHandler) => Server;
  /** The servers that were created. */
  readonly servers: readonly Server[];
  register(
    app: FastifyInstance,
    serverTools: { readonly metrics: Pick<Metrics, 'recordRequest'>; readonly endsConnections: () => boolean },
  ): void;
};

/**
 * Sends cached responses that are the same for every visitor before the framework parses the request, but after the rate
 * limits (decision 0026). A request without a cached response continues to the routes unchanged.
 */
export function createEarlyServer(
  limits: Readonly<
    Record<'headersTimeout' | 'headerBytes' | 'checkInterval' | 'uploadTimeout' | 'stallTimeout', number>
  >,
  keepAliveTimeout: number,
  checkRequest: RequestCheck = () => undefined,
): EarlyServer {
  const answerers: EarlyAnswerer[] = [];
  const servers: Server[] = [];
  let countFlood: (request: IncomingMessage) => FloodRefusal | undefined = () => undefined;
  let endsConnections = (): boolean => false;
  let metrics: Pick<Metrics, 'recordRequest'> | undefined;

  function answer(handler: RequestHandler, request: IncomingMessage, response: ServerResponse): void {
    const beganAt = performance.now();
    const isValidTarget = checkRequest(request) === undefined;
    request.url = normaliseTarget(request.url ?? '', request.method);
    const earlyAnswer = isValidTarget && isVisitorGet(request) ? findEarlyAnswer(request, response) : undefined;
    // The route counts the request of a visitor who has reached the rate limit, and sends the refusal.
    if (earlyAnswer === undefined || countFlood(request) !== undefined) {
      handler(request, response);
    } else if (earlyAnswer instanceof Promise) {
      const passToRoutes = (): void => handler(request, response);
      earlyAnswer.then(
        (delayedAnswer) =>
          delayedAnswer === undefined ? passToRoutes() : sendAnswer(request, response, delayedAnswer, beganAt),
        passToRoutes,
      );
    } else {
      sendAnswer(request, response, earlyAnswer, beganAt);
    }
  }

  function findEarlyAnswer(request: IncomingMessage, response: ServerResponse): ReturnType<EarlyAnswerer> {
    for (const answerer of answerers) {
      const earlyAnswer = answerer(request, response);
      if (earlyAnswer !== undefined) return earlyAnswer;
    }
    return undefined;
  }

  function sendAnswer(
    request: IncomingMessage,
    response: ServerResponse,
    answerToSend: EarlyAnswer,
    beganAt: number,
  ): void {
    const { route, status, headers, body, release } = answerToSend;
    if (endsConnections()) response.setHeader('connection', 'close');
    response.writeHead(status, headers);
    response.end(body ?? undefined, () => {
      release?.();
      const labels = { method: request.method ?? 'GET', route, status: String(status) } as const;
      metrics?.recordRequest(labels, (performance.now() - beganAt) / 1000);
    });
  }

  return {
    servers,
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
      servers.push(server);
      return server;
    },
    register: (app, serverTools) => {
      metrics = serverTools.metrics;
      endsConnections = serverTools.endsConnections;
      countFlood = (request) => app.countFlood(request);
      app.decorate('answerEarly', (answerer: EarlyAnswerer) => void answerers.push(answerer));
    },
  };
}

/** Whether the request is a visitor's GET without a body and without any header that a route reads. */
function isVisitorGet(request: IncomingMessage): boolean {
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
