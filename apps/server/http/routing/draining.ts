import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/**
 * Lets a stop take no longer than the requests under way: their answers close their connections, and connections on which
 * nothing was ever asked (browsers open them in advance) are closed at once. Neither counts as idle for Node's own close.
 * @returns whether the stop has begun.
 */
export function registerDraining(app: FastifyInstance): () => boolean {
  let draining = false;
  const unused = new Set<Socket>();
  app.server.on('connection', (socket: Socket) => {
    unused.add(socket);
    socket.once('close', () => unused.delete(socket));
  });
  app.server.on('request', (request: { readonly socket: Socket }) => unused.delete(request.socket));
  app.addHook('preClose', async () => {
    draining = true;
    for (const socket of unused) if (socket.bytesRead === 0) socket.destroy();
  });
  app.addHook('onSend', async (_request, reply) => {
    if (draining) reply.header('connection', 'close');
  });
  return () => draining;
}
