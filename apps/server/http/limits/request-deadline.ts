import { DomainError } from '@carhouse/domain/errors/domain-error';
import type { FastifyInstance } from 'fastify';

export type RequestDeadlines = { readonly requestTimeout: number };

/**
 * Limits the time for receiving a request's body to `requestTimeout`, except for uploads. Node has only one timeout for
 * the whole server, but uploads need a longer timeout. A request whose body is late is answered with 408, and its
 * connection is closed.
 */
export function registerDeadline(app: FastifyInstance, deadlines: RequestDeadlines): void {
  app.addHook('preParsing', async (request, reply, payload) => {
    const {
      'content-type': contentType = '',
      'content-length': contentLength,
      'transfer-encoding': encoding,
    } = request.headers;
    const hasBody = encoding !== undefined || (contentLength !== undefined && contentLength !== '0');
    if (!hasBody || /^multipart\//i.test(contentType)) return payload;
    const timer = setTimeout(() => {
      reply.header('connection', 'close');
      // The body parser waits for this stream, so the error reaches the error handler in the usual way.
      payload.emit('error', new DomainError('REQUEST_TIMEOUT'));
    }, deadlines.requestTimeout);
    const stopTimer = (): void => clearTimeout(timer);
    payload.once('end', stopTimer);
    payload.once('error', stopTimer);
    request.raw.once('close', stopTimer);
    // When the response is sent before the whole body was read, the timer is no longer needed.
    reply.raw.once('finish', stopTimer);
    return payload;
  });
}
