import { DomainError } from '@carhouse/domain/errors/domain-error';
import type { FastifyInstance } from 'fastify';

const charset = /;\s*charset\s*=\s*"?([^";\s]+)/i;

/**
 * Request bodies must be JSON in plain UTF-8. A body that is compressed or has another charset is refused: decoding it as
 * UTF-8 would change its text.
 */
export function registerBodyEncoding(app: FastifyInstance): void {
  app.removeContentTypeParser('text/plain');
  app.addHook('onRequest', async (request) => {
    const encoding = request.headers['content-encoding'] ?? 'identity';
    const alphabet = charset.exec(request.headers['content-type'] ?? '')?.[1] ?? 'utf-8';
    const readable = encoding.toLowerCase() === 'identity' && /^(utf-?8|us-ascii)$/i.test(alphabet);
    if (!readable) throw new DomainError('UNSUPPORTED_MEDIA_TYPE');
  });
}
