import { DomainError } from '@carhouse/domain/errors/domain-error';
import { type DrawnPhoto, readDrawnPhoto } from '@carhouse/domain/image/drawn-photo';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/** Background colours of drawn photos, dark enough for white letters (contrast of 4.5 or more, WCAG 1.4.3). */
const backgroundColours = [
  '#0b5d3f',
  '#1f5f8b',
  '#7a3e9d',
  '#9a3b3b',
  '#7a5a00',
  '#3d5a40',
  '#4a4e9c',
  '#8a3a6b',
] as const;

/**
 * Serves photos that are drawn from initials (packages/domain/image/drawn-photo.ts). The URL contains everything that the
 * photo shows.
 */
export function serveDrawnPhotos(app: FastifyInstance): void {
  const url = '/media/initials/:file';
  // This hook runs before the photo is drawn.
  const onRequest = (request: FastifyRequest) => app.countCall(`GET ${url}`, null, request);
  app.get<{ Params: { file: string } }>(url, { schema: { hide: true }, onRequest }, async (request, reply) => {
    const [path = ''] = request.url.split('?', 1);
    const photo = readDrawnPhoto(path);
    if (photo === undefined) throw new DomainError('NOT_FOUND');
    return reply
      .type('image/svg+xml')
      .header('cache-control', 'public, max-age=31536000, immutable')
      .header('content-security-policy', "default-src 'none'; sandbox")
      .send(drawPhoto(photo));
  });
}

/** Returns the photo as SVG text. The initials need no escaping, because they are letters or digits. */
function drawPhoto({ initials, tone }: DrawnPhoto): string {
  const fontSize = [...initials].length > 1 ? 38 : 46;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96" width="96" height="96"><rect width="96" height="96" fill="${backgroundColours[tone]}"/><text x="48" y="49" fill="#fff" font-family="system-ui, sans-serif" font-size="${fontSize}" font-weight="600" text-anchor="middle" dominant-baseline="central">${initials}</text></svg>`;
}
