import { Server as NetServer, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

/**
 * Milliseconds after which a draining server closes connections on which no byte has arrived. Browsers open connections
 * in advance and may never use them. When a client uses its connection immediately, its first bytes arrive within this
 * time, even when the first packet is lost and sent again after a second.
 */
const unusedConnectionMs = 3_000;

declare module 'fastify' {
  interface FastifyInstance {
    /**
     * Stops accepting connections, and answers all requests of the open connections. Each connection ends with its next
     * answer, or when it has been idle for the usual time. Another process must accept the new connections.
     * @param limitMs milliseconds after which the function resolves although connections are still open.
     */
    drain(limitMs: number): Promise<void>;
  }
}

export type DrainingState = {
  /** Whether the server is being stopped. */
  readonly isStopping: () => boolean;
  /** Whether each answer ends its connection: while the server drains or stops. */
  readonly endsConnections: () => boolean;
};

/**
 * Registers how the server ends its connections.
 *
 * A server that is being stopped waits only for requests in progress. After their answers the connections close, and
 * connections without any request (browsers open them in advance) are closed immediately. Node's own `close` treats
 * neither kind of connection as idle.
 *
 * `app.drain` ends the connections so that no request fails, while another process accepts new connections. Fastify
 * answers requests with 503 as soon as it is closed, and Node's HTTP server closes idle connections on which the next
 * request may just be arriving. Draining therefore closes neither Fastify nor Node's HTTP server, only the listening
 * socket.
 * @param servers returns the HTTP servers of the app; there are two when the host name has two addresses.
 */
export function registerDraining(
  app: FastifyInstance,
  servers: () => readonly NetServer[] = () => [app.server],
): DrainingState {
  let isStopping = false;
  let endsConnections = false;
  const unusedSockets = new Set<Socket>();
  app.server.on('connection', (socket: Socket) => {
    unusedSockets.add(socket);
    socket.once('close', () => unusedSockets.delete(socket));
  });
  app.server.on('request', (request: { readonly socket: Socket }) => unusedSockets.delete(request.socket));
  const closeUnusedConnections = (): void => {
    for (const socket of unusedSockets) if (socket.bytesRead === 0) socket.destroy();
  };
  app.addHook('preClose', async () => {
    isStopping = true;
    endsConnections = true;
    closeUnusedConnections();
  });
  app.addHook('onSend', async (_request, reply) => {
    if (endsConnections) reply.header('connection', 'close');
  });
  app.decorate('drain', async (limitMs: number) => {
    endsConnections = true;
    const limit = new AbortController();
    const timeoutPromise = wait(limitMs, undefined, { signal: limit.signal }).catch(() => undefined);
    // When the event loop was delayed, bytes that have arrived are read only after the timers, and before `setImmediate`.
    const unusedTimer = setTimeout(() => setImmediate(closeUnusedConnections), unusedConnectionMs);
    await Promise.race([Promise.all(servers().map(stopListening)), timeoutPromise]);
    clearTimeout(unusedTimer);
    limit.abort();
  });
  return { isStopping: () => isStopping, endsConnections: () => endsConnections };
}

/** Closes the listening socket only. @returns when all connections have ended. */
function stopListening(server: NetServer): Promise<void> {
  return new Promise((resolve) => {
    // The method `close` of `http.Server` would also close idle connections.
    NetServer.prototype.close.call(server, () => resolve());
  });
}
