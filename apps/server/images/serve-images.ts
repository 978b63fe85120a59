import { DomainError } from '@carhouse/domain/errors/domain-error';
import { type ImageWidth, imageWidths } from '@carhouse/domain/image/image-widths';
import type { StoredFile } from '@carhouse/images/image-store';
import type { ImageFormat } from '@carhouse/images/image-url';
import type { FastifyInstance } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { Context } from '../context.ts';

/** Maximum number of keys of existing images that are remembered, which take about 2 MB. */
const foundKeyCountMaximum = 20_000;

/**
 * Serves images by the hash of their content. The content of a path never changes, so browsers may cache it for ever. A
 * client that accepts AVIF gets the AVIF file under the same path, as soon as that file exists. Paths that end with
 * `.avif` are not served separately.
 */
export function serveImages(app: FastifyInstance, context: Context): void {
  const foundKeys = new LRUCache<string, true>({ max: foundKeyCountMaximum });
  app.get<{ Params: { file: string } }>('/media/:file', { schema: { hide: true } }, async (request, reply) => {
    const pathMatch = /^([a-z0-9]{16,64})-(\d{1,4})\.(webp|avif)$/.exec(request.params.file);
    const width = imageWidths.find((each) => each === Number(pathMatch?.[2]));
    const [, key, , format] = pathMatch ?? [];
    if (key === undefined || width === undefined) throw new DomainError('NOT_FOUND');
    // A visitor's browser requests many pictures that exist, so only requests for pictures that are not known to exist
    // are counted.
    if (!foundKeys.has(key)) await app.countCall('new GET /media/:file', null, request);
    const acceptsAvif = format === 'avif' || /\bimage\/avif\b/.test(request.headers.accept ?? '');
    const imageFile =
      (acceptsAvif ? await openFileOfWidth(context, key, width, 'avif') : null) ??
      (format === 'webp' ? await openFileOfWidth(context, key, width, 'webp') : null);
    if (imageFile === null) throw new DomainError('NOT_FOUND');
    foundKeys.set(key, true);
    return reply
      .type(`image/${imageFile.format}`)
      .header('content-length', imageFile.file.size)
      .header('cache-control', 'public, max-age=31536000, immutable')
      .header('vary', 'accept')
      .header('content-security-policy', "default-src 'none'; sandbox")
      .header('content-disposition', `inline; filename="${key}-${width}.${imageFile.format}"`)
      .send(imageFile.file.stream);
  });
}

/** Opens the file of an image with the requested width, or with the largest width when the image is narrower. */
async function openFileOfWidth(
  context: Context,
  key: string,
  requestedWidth: ImageWidth,
  format: ImageFormat,
): Promise<{ readonly file: StoredFile; readonly format: ImageFormat } | null> {
  for (const width of imageWidths.filter((each) => each <= requestedWidth).toReversed()) {
    const file = await context.images.open(key, width, format);
    if (file !== null) return { file, format };
  }
  return null;
}
