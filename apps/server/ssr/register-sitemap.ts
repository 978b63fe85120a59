import { DomainError } from '@carhouse/domain/errors/domain-error';
import type { ListingId } from '@carhouse/domain/listing/listing';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../context.ts';
import { ResponseCache } from '../http/cache/response-cache.ts';
import { SharedValue } from '../http/cache/shared-value.ts';
import { listFirstIdsOfSitemapParts, makeRobotsText, makeSitemapPart, makeSitemapText } from './make-sitemap.ts';

/**
 * Sitemaps are cached for one minute, so repeated requests cause one read of the database. Each text has less than two
 * megabytes.
 */
const textCacheLimits = { freshForMs: 60_000, expiresAfterMs: 60_000, entries: 8, bytes: 32 * 1024 * 1024 };

class SitemapText extends SharedValue {
  readonly text: string;

  private constructor(text: string) {
    super();
    this.text = text;
  }

  /** @throws DomainError NOT_FOUND for a part that does not exist. */
  static async create(
    { database }: Context,
    siteUrl: string,
    partNumber: number | 'whole',
    { firstListingIds }: SitemapParts,
  ): Promise<SitemapText> {
    const text = await (partNumber === 'whole'
      ? makeSitemapText(database, siteUrl, firstListingIds)
      : makeSitemapPart(database, siteUrl, partNumber, firstListingIds));
    if (text === undefined) throw new DomainError('NOT_FOUND');
    return new SitemapText(text);
  }

  get size(): number {
    return 2 * this.text.length + 1;
  }
}

/**
 * The first listing of each part. This list is cached apart from the texts, so that a part that does not exist costs no
 * query.
 */
class SitemapParts extends SharedValue {
  readonly firstListingIds: readonly ListingId[];

  private constructor(firstListingIds: readonly ListingId[]) {
    super();
    this.firstListingIds = firstListingIds;
  }

  static async read({ database }: Context): Promise<SitemapParts> {
    return new SitemapParts(await listFirstIdsOfSitemapParts(database));
  }

  get size(): number {
    return 64 * this.firstListingIds.length + 1;
  }
}

/** Serves the files for crawlers: the sitemap, and robots.txt. */
export function registerSitemap(app: FastifyInstance, context: Context): void {
  const siteUrl = context.config.publicUrl.replace(/\/$/, '');
  const cache = new ResponseCache<SitemapText>(textCacheLimits, () => context.now().getTime());
  const partsCache = new ResponseCache<SitemapParts>({ ...textCacheLimits, entries: 1 }, () => context.now().getTime());
  context.metrics.registerCache('sitemap', cache);
  context.metrics.registerCache('sitemap parts', partsCache);
  context.catalogue.onTakeDown(() => {
    cache.clear();
    partsCache.clear();
  });
  const readParts = (): Promise<SitemapParts> => partsCache.get('parts', () => SitemapParts.read(context));
  const readText = async (part: number | 'whole'): Promise<string> =>
    (await cache.get(String(part), async () => SitemapText.create(context, siteUrl, part, await readParts()))).text;
  const onRequest = (request: FastifyRequest) => app.countCall(`GET ${request.routeOptions.url ?? ''}`, null, request);

  app.get('/robots.txt', { schema: { hide: true } }, async (_request, reply) =>
    reply.type('text/plain; charset=utf-8').header('cache-control', 'public, max-age=60').send(makeRobotsText(siteUrl)),
  );

  app.get('/sitemap.xml', { schema: { hide: true }, onRequest }, async (_request, reply) =>
    sendXml(reply, await readText('whole')),
  );

  app.get<{ Params: { part: string } }>(
    '/sitemaps/:part',
    { schema: { hide: true }, onRequest },
    async (request, reply) => {
      const part = /^(\d{1,4})\.xml$/.exec(request.params.part)?.[1];
      if (part === undefined) throw new DomainError('NOT_FOUND');
      return sendXml(reply, await readText(Number(part)));
    },
  );
}

function sendXml(reply: FastifyReply, text: string): FastifyReply {
  return reply.type('application/xml; charset=utf-8').header('cache-control', 'public, max-age=60').send(text);
}
