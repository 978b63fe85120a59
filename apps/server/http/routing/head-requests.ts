import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';

/**
 * Ends the stream of a response to HEAD before anything is read from it. Fastify answers HEAD with the handler of GET,
 * and reads a stream to its end to discard it. Reading costs as much as sending, while the limits of parallel requests
 * count only until the response has ended.
 */
export function registerHeadRequests(app: FastifyInstance): void {
  app.addHook('onSend', async (request, _reply, payload) => {
    if (request.method !== 'HEAD' || !(payload instanceof Readable)) return payload;
    payload.on('error', () => {});
    payload.destroy();
    return Readable.from([]);
  });
}
