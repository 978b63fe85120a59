import { runPreparedStatement } from '@carhouse/database/connection/statement';
import { makeVisibleListingStatement } from '@carhouse/database/listings/listings';
import { DomainError } from '@carhouse/domain/errors/domain-error';
import { requireId } from '@carhouse/domain/ids/id';
import { createFairQueue } from '@carhouse/domain/limits/fair-queue';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { type CacheLimits, ResponseCache } from '../http/cache/response-cache.ts';
import { SharedValue } from '../http/cache/shared-value.ts';
import { findSubject } from '../http/routing/request-subject.ts';
import { makeShareCardUrl, presentShareCard, type ShareCardDescription } from './present-share-card.ts';

/**
 * The limits of the cache of preview images. An image takes about 60 KB, so the cache holds the images of about 500
 * cars. The image of a version never changes, so images do not expire.
 */
const cardLimits: CacheLimits = {
  freshForMs: Number.POSITIVE_INFINITY,
  expiresAfterMs: Number.POSITIVE_INFINITY,
  entries: 1_000,
  bytes: 32 * 1024 * 1024,
};

/**
 * The limits on drawing preview images. Only one preview image is drawn at a time, so that uploads can use the other
 * image process.
 */
const drawTurnLimits = { atOnce: 1, waiting: 24, perSubject: { atOnce: 1, waiting: 6 } };

/**
 * Seconds for which crawlers and browsers may cache a preview image. The preview image of a withdrawn car disappears
 * from the caches of crawlers and browsers within this time.
 */
const cacheSeconds = 3_600;

/** The preview image of a car, which is the same for all viewers. */
class CachedShareImage extends SharedValue {
  readonly bytes: Buffer;

  private constructor(bytes: Buffer) {
    super();
    this.bytes = bytes;
  }

  static async create(
    { images, imageWorkers }: DrawingContext,
    { card, cover }: ShareCardDescription,
  ): Promise<CachedShareImage> {
    return new CachedShareImage(
      Buffer.from(await imageWorkers.drawShareCard(await readCoverImage(images, cover), card)),
    );
  }

  get size(): number {
    return this.bytes.length + 1;
  }
}

type DrawingContext = Pick<Context, 'images' | 'imageWorkers'>;

/**
 * Serves `GET /media/cars/<id>/<version>.jpg`, the preview image of a shared link. The listing is read for each
 * request, so a withdrawn car or a car of a suspended seller has no preview image any more. An old version in the path
 * redirects to the current version. Images are drawn in a process of the image workers and cached by version. When
 * several clients wait for an image, they are served in turn.
 */
export function serveShareCards(app: FastifyInstance, context: Context): void {
  const cache = new ResponseCache<CachedShareImage>(cardLimits);
  context.metrics.registerCache('share pictures', cache);
  const drawQueue = createFairQueue(drawTurnLimits);

  app.get<{ Params: { id: string; file: string } }>(
    '/media/cars/:id/:file',
    {
      schema: { hide: true },
      config: { lane: 'costly' },
      onRequest: (request) => app.countCall('GET /media/cars/:id/:file', null, request),
    },
    async (request, reply) => {
      const requestedVersion = /^([0-9a-f]{16})\.jpg$/.exec(request.params.file)?.[1];
      if (requestedVersion === undefined) throw new DomainError('NOT_FOUND');
      const id = requireId<'listing'>(request.params.id);
      const listing = await context.readDatabase.read(async ({ pool }) => {
        const visibleListing = await runPreparedStatement(pool, makeVisibleListingStatement(id));
        // The error is thrown inside the read, so that a listing which the replica does not have yet is looked for on
        // the primary.
        if (visibleListing === undefined) throw new DomainError('NOT_FOUND');
        return visibleListing;
      });
      const describedCard = presentShareCard(listing, context.now());
      if (describedCard === undefined) throw new DomainError('NOT_FOUND');
      const { version } = describedCard;
      if (version !== requestedVersion) {
        return reply.header('cache-control', 'no-store').redirect(makeShareCardUrl(id, version), 302);
      }
      const shareImage =
        cache.getIfFresh(version) ??
        (await drawQueue.run(findSubject(null, request), () =>
          cache.get(version, () => CachedShareImage.create(context, describedCard)),
        ));
      return reply
        .type('image/jpeg')
        .header('cache-control', `public, max-age=${cacheSeconds}`)
        .header('content-security-policy', "default-src 'none'; sandbox")
        .send(shareImage.bytes);
    },
  );
}

/**
 * Reads the largest stored file of the cover photo; null for a car without photos.
 * @throws DomainError NOT_FOUND when the file no longer exists.
 */
async function readCoverImage(images: Context['images'], cover: string | null): Promise<Buffer | null> {
  if (cover === null) return null;
  for (const width of [1600, 960, 480] as const) {
    const file = await images.open(cover, width, 'webp');
    if (file !== null) return Buffer.concat(await file.stream.toArray());
  }
  throw new DomainError('NOT_FOUND');
}
