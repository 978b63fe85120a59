import { DomainError } from '@carhouse/domain/errors/domain-error';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Context } from '../context.ts';
import { robotsText, sitemapPart, sitemapText } from './make-sitemap.ts';

/** How long a text is kept, in milliseconds: the person who asks for it again and again costs the database one reading a minute. */
const freshFor = 60_000;
/** Texts that are kept at the same time; the oldest goes first. Each is below two megabytes. */
const capacity = 8;

type Text = Promise<string | undefined>;
type Kept = { readonly until: number; readonly text: Text };

/** What machines that read the site are told: which pages there are, and which are not for them. */
export function registerSitemap(app: FastifyInstance, context: Context): void {
  const { database } = context;
  const siteUrl = context.config.publicUrl.replace(/\/$/, '');
  const keep = keeper(() => context.now().getTime());

  app.get('/robots.txt', { schema: { hide: true } }, async (_request, reply) =>
    reply.type('text/plain; charset=utf-8').header('cache-control', 'public, max-age=60').send(robotsText(siteUrl)),
  );

  app.get('/sitemap.xml', { schema: { hide: true } }, async (_request, reply) =>
    sendXml(reply, (await keep('whole', () => sitemapText(database, siteUrl))) ?? ''),
  );

  app.get<{ Params: { part: string } }>('/sitemaps/:part', { schema: { hide: true } }, async (request, reply) => {
    const part = /^(\d{1,4})\.xml$/.exec(request.params.part)?.[1];
    const text = part === undefined ? undefined : await keep(part, () => sitemapPart(database, siteUrl, Number(part)));
    if (text === undefined) throw new DomainError('NOT_FOUND');
    return sendXml(reply, text);
  });
}

function sendXml(reply: FastifyReply, text: string): FastifyReply {
  return reply.type('application/xml; charset=utf-8').header('cache-control', 'public, max-age=60').send(text);
}

/** Keeps texts for a minute. Two who ask at the same time wait for one reading; a reading that failed is not kept. */
function keeper(now: () => number): (key: string, make: () => Text) => Text {
  const kept = new Map<string, Kept>();
  return async (key, make) => {
    const known = kept.get(key);
    if (known !== undefined && known.until > now()) return known.text;
    const text = make();
    kept.delete(key);
    kept.set(key, { until: now() + freshFor, text });
    const [oldest] = kept.keys();
    if (kept.size > capacity && oldest !== undefined) kept.delete(oldest);
    text.catch(() => kept.delete(key));
    return text;
  };
}
