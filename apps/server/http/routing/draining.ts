import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/**
 * Makes a server that is being stopped wait only for requests in progress. After their answers the connections close, and
 * connections without any request (browsers open them in advance) are closed immediately. Node's own `close` treats neither
 * kind as idle.
 * @returns a function that says whether the server is stopping.
 */
export function registerDraining(app: FastifyInstance): () => boolean {
  let isDraining = false;
  const unusedSockets = new Set<Socket>();
  app.server.on('connection', (socket: Socket) => {
    unusedSockets.add(socket);
    socket.once('close', () => unusedSockets.delete(socket));
  });
  app.server.on('request', (request: { readonly socket: Socket }) => unusedSockets.delete(request.socket));
  app.addHook('preClose', async () => {
    isDraining = true;
    for (const socket of unusedSockets) if (socket.bytesRead === 0) socket.destroy();
  });
  app.addHook('onSend', async (_request, reply) => {
    if (isDraining) reply.header('connection', 'close');
  });
  return () => isDraining;
}
