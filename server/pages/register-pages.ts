import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Metrics } from '../http/metrics.ts';
import { answerPagesEarly, htmlType, pageVary } from './answer-early.ts';
import { compressHtml } from './compress-html.ts';
import { developmentRenderer } from './development-renderer.ts';
import { errorPage } from './error-page.ts';
import { createHtmlCache, type HtmlCache, type PageOrigin } from './html-cache.ts';
import { inProcessFetch, type SeenAnswers } from './in-process-fetch.ts';
import { readPictureInliner } from './inline-pictures.ts';
import { readStyleInliner } from './inline-styles.ts';
import { builtRenderer, type PageRenderer } from './page-renderer.ts';
import { startScriptsLate } from './start-scripts-late.ts';

export type PagesOptions = {
  /** Absolute path of the room `web`. */
  readonly webRoot: string;
  /** Vite's middleware instead of the built app. */
  readonly development: boolean;
  /** The origin that the house is known by. */
  readonly siteUrl: string;
  readonly log: FastifyBaseLogger;
  readonly metrics: Pick<Metrics, 'pages'>;
  /** A clock that only goes forward, in milliseconds: for tests of the micro-cache. */
  readonly clock?: () => number;
};

/** Addresses that are no pages: an unknown one among them is answered by the API's own not-found. */
const notPages = /^\/(?:api|media|sandbox-card-provider|assets|healthz|readyz|metrics)(?:[/?]|$)/;
/** Decision 0022. */
const cacheLimits = { freshFor: 5000, staleFor: 30_000, capacity: 200, bytes: 32 * 1024 * 1024 };

/**
 * Serves the web app: its files, and every other GET as a server-rendered page. Register it after the API.
 * @throws Error when the web app has not been built (and `development` is false).
 */
export async function registerPages(app: FastifyInstance, options: PagesOptions): Promise<void> {
  const render = options.development
    ? await developmentRenderer(app, options.webRoot)
    : await builtRenderer(options.webRoot);
  if (!options.development) await registerFiles(app, join(options.webRoot, 'dist/client'));
  const finish = options.development ? asItIs : await readFinish(options.webRoot);
  const { pages } = options.metrics;
  const clock = options.clock ?? (() => performance.now());
  const note = (from: PageOrigin): void => pages.inc({ from });
  const cache = options.development ? undefined : createHtmlCache({ ...cacheLimits, now: clock, note });
  if (cache !== undefined) answerPagesEarly(app, cache, keyOf);
  app.get('/*', { schema: { hide: true } }, async (request, reply) => {
    if (notPages.test(request.url)) return reply.callNotFound();
    try {
      if (carriesSession(request.headers.cookie)) pages.inc({ from: 'session' });
      return await sendPage({ app, request, reply, render, finish, cache, siteUrl: options.siteUrl });
    } catch (error) {
      options.log.error({ err: error, url: request.url, requestId: request.id }, 'a page could not be rendered');
      return reply.code(500).type(htmlType).header('cache-control', 'no-store').send(errorPage(request.id));
    }
  });
}

/** What is done to the HTML of a page before it is sent. */
type PageFinish = (html: string, nonce: string) => string;

const asItIs: PageFinish = (html) => html;

/** In production: the looks come with the page, the scripts after it can be seen. */
async function readFinish(webRoot: string): Promise<PageFinish> {
  const clientRoot = join(webRoot, 'dist/client');
  const inlineStyles = await readStyleInliner(clientRoot);
  const inlinePictures = await readPictureInliner(clientRoot);
  return (html, nonce) => startScriptsLate(inlineStyles(inlinePictures(html), nonce), nonce);
}

type Job = {
  readonly app: FastifyInstance;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly render: PageRenderer;
  readonly finish: PageFinish;
  readonly cache: HtmlCache | undefined;
  readonly siteUrl: string;
};

async function sendPage(job: Job): Promise<FastifyReply> {
  const { app, request, reply, render, finish, cache, siteUrl } = job;
  const hasSession = carriesSession(request.headers.cookie);
  const nonce = reply.cspNonce;
  const seen: SeenAnswers = { failed: false, cookies: [] };
  const renderNow = () =>
    render({
      request: new Request(pageUrl(request.url), { headers: { cookie: request.headers.cookie ?? '' } }),
      nonce,
      fetch: inProcessFetch(app, request, seen),
      hasSession,
      siteUrl,
    });
  if (hasSession || cache === undefined) return sendResponse(job, await renderNow(), seen);

  // Only full pages are kept; a redirect, a not-found or an error goes to the one who asked, or is rendered again.
  let other: Response | undefined;
  const html = await cache.get(keyOf(request.url, request.headers.cookie), nonce, async () => {
    const response = await renderNow();
    // A page that lacks something is for those who wait for it; the next visitor may get a whole one.
    if (response.status === 200) return { html: finish(await response.text(), nonce), nonce, keep: !seen.failed };
    other = response;
    return undefined;
  });
  if (html === undefined) return sendResponse(job, other ?? (await renderNow()), seen);
  reply.code(200).header('cache-control', 'no-cache');
  return sendHtml(job, html);
}

async function sendResponse(job: Job, response: Response, seen: SeenAnswers): Promise<FastifyReply> {
  const { reply, finish } = job;
  // The app's error page over an API that could not answer: to be tried again, as the API said itself.
  const passing = response.status === 500 && seen.failed;
  reply.code(passing ? 503 : response.status);
  if (passing) reply.header('retry-after', '2');
  for (const cookie of seen.cookies) reply.header('set-cookie', cookie);
  const location = response.headers.get('location');
  if (location !== null) reply.header('location', location);
  // It shows one visitor's own data, or depends on who asks: nobody keeps it.
  reply.header('cache-control', 'private, no-store');
  return sendHtml(job, finish(await response.text(), reply.cspNonce));
}

async function sendHtml({ request, reply }: Job, html: string): Promise<FastifyReply> {
  const { body, encoding } = await compressHtml(html, request.headers['accept-encoding']);
  if (encoding !== undefined) reply.header('content-encoding', encoding);
  return reply.type(htmlType).header('vary', pageVary).send(body);
}

async function registerFiles(app: FastifyInstance, root: string): Promise<void> {
  await app.register(fastifyStatic, {
    root: join(root, 'assets'),
    prefix: '/assets/',
    decorateReply: false,
    index: false,
    // Their names carry a hash of the content.
    immutable: true,
    maxAge: '365d',
    preCompressed: true,
    schemaHide: true,
  });
  await app.register(fastifyStatic, {
    root,
    prefix: '/',
    decorateReply: false,
    index: false,
    wildcard: false,
    globIgnore: ['assets/**', '.vite/**'],
    maxAge: '1h',
    schemaHide: true,
  });
}

/** The address of a page on a host of no meaning. What a URL parser would take for another host stays part of the path. */
function pageUrl(url: string): URL {
  const path = url.replace(/^https?:\/\/[^/]*/i, '').replace(/^[/\\]+/, '/');
  return new URL(`http://localhost${path}`);
}

/** Whether there may be a session. A visitor who makes the cookie up gets an uncached page, and no more. */
function carriesSession(cookie: string | undefined): boolean {
  return /(?:^|;\s*)(?:__Secure-)?[\w.-]*session_token=/.test(cookie ?? '');
}

/** What the pages of the micro-cache are kept by: the address, and the theme, which a cookie may name. */
function keyOf(url: string, cookie = ''): string {
  return `${/(?:^|;\s*)theme=(light|dark)(?:;|$)/.exec(cookie)?.[1] ?? 'system'} ${url}`;
}
