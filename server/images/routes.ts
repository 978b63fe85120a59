import { DomainError } from '@carhouse/core/errors/domain-error';
import { imageWidths } from '@carhouse/images/image-url';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';

/** Pictures by the hash of their content: what stands under a path never changes, so a browser may keep it for good. */
export function registerImageRoutes(app: FastifyInstance, context: Context): void {
  app.get<{ Params: { file: string } }>('/media/:file', { schema: { hide: true } }, async (request, reply) => {
    const match = /^([a-z0-9]{16,64})-(\d{1,4})\.webp$/.exec(request.params.file);
    const width = imageWidths.find((each) => each === Number(match?.[2]));
    const bytes = match?.[1] === undefined || width === undefined ? null : await context.images.read(match[1], width);
    if (bytes === null) throw new DomainError('NOT_FOUND');
    return reply
      .type('image/webp')
      .header('cache-control', 'public, max-age=31536000, immutable')
      .header('content-security-policy', "default-src 'none'; sandbox")
      .header('content-disposition', 'inline')
      .send(bytes);
  });
}
