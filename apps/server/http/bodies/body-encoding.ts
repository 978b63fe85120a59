import { DomainError } from '@carhouse/domain/errors/domain-error';
import type { FastifyInstance } from 'fastify';

const charsetPattern = /;\s*charset\s*=\s*"?([^";\s]+)/i;

/**
 * Refuses request bodies that are compressed or have another charset than UTF-8, because decoding them as UTF-8 would
 * change their text.
 */
export function registerBodyEncoding(app: FastifyInstance): void {
  app.removeContentTypeParser('text/plain');
  app.addHook('onRequest', async (request) => {
    const encoding = request.headers['content-encoding'] ?? 'identity';
    const charsetName = charsetPattern.exec(request.headers['content-type'] ?? '')?.[1] ?? 'utf-8';
    const isReadable = encoding.toLowerCase() === 'identity' && /^(utf-?8|us-ascii)$/i.test(charsetName);
    if (!isReadable) throw new DomainError('UNSUPPORTED_MEDIA_TYPE');
  });
}
