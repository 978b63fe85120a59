import { join } from 'node:path';
import { DomainError } from '@carhouse/domain/errors/domain-error';
import type { BusinessMode } from '@carhouse/domain/payment/business-mode';
import fastifyStatic from '@fastify/static';
import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ResponseCache } from '../http/cache/response-cache.ts';
import { htmlType } from '../http/errors/refusal-page.ts';
import { isPageAddress } from '../http/errors/wants-page.ts';
import type { Metrics } from '../http/routing/metrics.ts';
import { isVisitor, readIdentity } from '../http/routing/request-identity.ts';
import { answerPagesEarly, pageVaryHeader } from './answer-early.ts';
import { compressHtml } from './compress-html.ts';
import { createDevelopmentRenderer } from './development-renderer.ts';
import { renderErrorPage } from './error-page.ts';
import { createInProcessFetch, readCallerAddress } from './in-process-fetch.ts';
import { logPageError, logRouterErrorPage } from './log-page-error.ts';
import { getPageForAll, replaceNonce } from './page-for-all.ts';
import { makeCanonicalUrl } from './page-queries.ts';
import { createBuiltRenderer, type PageRenderer, type PageRequest } from './page-renderer.ts';
import { type OwnAnswer, PublicPage, type Rendering } from './public-page.ts';

export type PagesOptions = {
  /** Absolute path of `apps/web`. */
  readonly webRoot: string;
  /** Whether Vite's middleware is used instead of the built app. */
  readonly isDevelopment: boolean;
  /** The public origin of the server. */
  readonly siteUrl: string;
  /** Whether pages show the notice of a public demo (`DEMO=1`); false by default. */
  readonly isPublicDemo?: boolean;
  /** How the operator runs the marketplace; `marketplace` by default. */
  readonly businessMode?: BusinessMode;
  readonly log: FastifyBaseLogger;
  readonly metrics: Pick<Metrics, 'sessionPages' | 'registerCache'>;
  /** Counts a request for a page that is not in the page cache. @throws DomainError RATE_LIMITED */
  readonly countPage?: (request: FastifyRequest) => Promise<void>;
  /**
   * Waits until the page may be rendered; undefined means no limit.
   * @returns a function that lets the next page be rendered.
   * @throws DomainError
   */
  readonly waitForTurn?: (request: FastifyRequest, reply: FastifyReply) => Promise<() => void>;
  /** A monotonic clock in milliseconds, for tests of the page cache. */
  readonly clock?: () => number;
  /** Whether pages are cached. Tests that compare pages switch the page cache off with `false`. */
  readonly shouldCachePages?: boolean;
  /**
   * Registers a listener that is called after an admin has hidden a listing or suspended a seller, because cached pages
   * must no longer show them.
   */
  readonly onTakeDown?: (listener: () => void) => void;
};

/**
 * The limits of the page cache: ages in milliseconds, sizes in bytes. Decision 0022 has the reasons for the limits of
 * the page cache.
 */
const cacheLimits = { freshForMs: 5_000, expiresAfterMs: 30_000, entries: 200, bytes: 32 * 1024 * 1024 };

/**
 * Serves the web app: its files, and a server-rendered page for every other GET. Register this plugin after the API.
 * @throws Error when the web app is not built (and `development` is false).
 */
export async function registerPages(app: FastifyInstance, options: PagesOptions): Promise<void> {
  const { isPublicDemo = false, businessMode = 'marketplace' } = options;
  const settings = { isPublicDemo, businessMode };
  const render = options.isDevelopment
    ? await createDevelopmentRenderer(app, options.webRoot, settings)
    : await createBuiltRenderer(options.webRoot, settings);
  if (!options.isDevelopment) await registerStaticFiles(app, join(options.webRoot, 'dist/client'));
  const { metrics } = options;
  const shouldCachePages = !options.isDevelopment && options.shouldCachePages !== false;
  const cache = shouldCachePages ? new ResponseCache<PublicPage>(cacheLimits, options.clock) : undefined;
  if (cache !== undefined) {
    answerPagesEarly(app, cache, makeCacheKey);
    metrics.registerCache('pages', cache);
    options.onTakeDown?.(() => cache.clear());
  }
  const runAfterQueueTurn = async <T>(
    request: FastifyRequest,
    reply: FastifyReply,
    runInTurn: () => Promise<T>,
  ): Promise<T> => {
    const endTurn = await options.waitForTurn?.(request, reply);
    try {
      return await runInTurn();
    } finally {
      endTurn?.();
    }
  };
  app.get('/*', { schema: { hide: true }, config: { lane: 'page' } }, async (request, reply) => {
    if (!isPageAddress(request.url)) return reply.callNotFound();
    await options.countPage?.(request);
    try {
      if (!isVisitor(request.raw)) metrics.sessionPages.inc();
      const runPageInTurn: PageJob['runInTurn'] = (runInTurn) => runAfterQueueTurn(request, reply, runInTurn);
      return await sendPage({
        app,
        request,
        reply,
        render,
        cache,
        siteUrl: options.siteUrl,
        log: options.log,
        runInTurn: runPageInTurn,
      });
    } catch (error) {
      if (error instanceof DomainError) throw error;
      logPageError(options.log, request, error);
      return reply
        .code(500)
        .type(htmlType)
        .header('cache-control', 'no-store')
        .send(
          renderErrorPage({
            requestId: request.id,
            nonce: reply.cspNonce,
            theme: readIdentity(request.raw).theme,
            isPublicDemo,
          }),
        );
    }
  });
}

type PageJob = {
  readonly app: FastifyInstance;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly render: PageRenderer;
  readonly cache: ResponseCache<PublicPage> | undefined;
  readonly siteUrl: string;
  readonly log: FastifyBaseLogger;
  /** Runs `runInTurn` when the limits allow another rendering. @throws DomainError when the caller has to wait too long. */
  runInTurn<T>(runInTurn: () => Promise<T>): Promise<T>;
};

async function sendPage(job: PageJob): Promise<FastifyReply> {
  const { request, reply, cache } = job;
  if (cache === undefined || !isVisitor(request.raw))
    return sendForOne(job, await job.runInTurn(() => renderForOne(job)));
  const { theme } = readIdentity(request.raw);
  const { page, renderingForOne } = await getPageForAll(cache, makeCacheKey(makeCanonicalUrl(request.url), theme), () =>
    job
      .runInTurn(() => renderForAll(job))
      .catch((refusal: unknown): Rendering => {
        if (refusal instanceof DomainError) return { kind: 'unrendered', refusal };
        throw refusal;
      }),
  );
  if (page === undefined) {
    if (renderingForOne?.kind === 'unrendered') throw renderingForOne.refusal;
    return sendForOne(job, renderingForOne?.answer ?? (await job.runInTurn(() => renderForOne(job))));
  }
  reply.code(200).header('cache-control', 'no-cache');
  return sendHtml(job, replaceNonce(page, reply.cspNonce));
}

async function renderForAll({ app, request, reply, render, siteUrl, log }: PageJob): Promise<Rendering> {
  const { theme } = readIdentity(request.raw);
  const address = readCallerAddress(request, siteUrl);
  const rendering = await PublicPage.render(app, render, {
    url: parsePageUrl(makeCanonicalUrl(request.url)),
    nonce: reply.cspNonce,
    theme,
    siteUrl,
    address,
  });
  if (rendering.kind === 'other' || rendering.kind === 'refused') logRouterErrorPage(log, request, rendering.answer);
  return rendering;
}

async function renderForOne({ app, request, reply, render, siteUrl, log }: PageJob): Promise<OwnAnswer> {
  const identity = readIdentity(request.raw);
  const { fetch, callResults } = createInProcessFetch(app, identity, readCallerAddress(request, siteUrl));
  let error: unknown;
  const response = await render({
    request: new Request(parsePageUrl(request.url)),
    theme: identity.theme,
    nonce: reply.cspNonce,
    fetch,
    hasSession: !isVisitor(request.raw),
    siteUrl,
    onError: (thrownError) => {
      error = thrownError;
    },
  });
  return logRouterErrorPage(log, request, { response, callResults, error });
}

async function sendForOne(job: PageJob, { response, callResults }: OwnAnswer): Promise<FastifyReply> {
  const { reply } = job;
  const location = response.headers.get('location');
  reply.code(response.status);
  if (callResults.retryAfterSeconds !== undefined && location === null) {
    // The page is incomplete because one of its API calls was refused.
    reply.code(429).header('retry-after', String(callResults.retryAfterSeconds));
  } else if (response.status === 500 && callResults.hasServerError) {
    // The response is the web app's error page, because an API call failed. The client may retry after two seconds.
    reply.code(503).header('retry-after', '2');
  }
  for (const cookie of callResults.cookies) reply.header('set-cookie', cookie);
  if (location !== null) reply.header('location', location);
  // The response contains one visitor's own data, or depends on the user, so it must not be cached.
  reply.header('cache-control', 'private, no-store');
  return sendHtml(job, await response.text());
}

async function sendHtml({ request, reply }: PageJob, html: string): Promise<FastifyReply> {
  const { body, encoding } = await compressHtml(html, request.headers['accept-encoding']);
  if (encoding !== undefined) reply.header('content-encoding', encoding);
  return reply.type(htmlType).header('vary', pageVaryHeader).send(body);
}

async function registerStaticFiles(app: FastifyInstance, buildFolder: string): Promise<void> {
  await app.register(fastifyStatic, {
    root: join(buildFolder, 'assets'),
    prefix: '/assets/',
    decorateReply: false,
    index: false,
    // The names of these files contain a hash of their content.
    immutable: true,
    maxAge: '365d',
    preCompressed: true,
    schemaHide: true,
  });
  await app.register(fastifyStatic, {
    root: buildFolder,
    prefix: '/',
    decorateReply: false,
    index: false,
    wildcard: false,
    globIgnore: ['assets/**', '.vite/**'],
    maxAge: '1h',
    schemaHide: true,
  });
}

/**
 * Returns the URL of a page on a placeholder host. A path that begins with `//` remains a path, although a URL parser
 * would read a host from it.
 */
function parsePageUrl(url: string): URL {
  const path = url.replace(/^https?:\/\/[^/]*/i, '').replace(/^[/\\]+/, '/');
  return new URL(`http://localhost${path}`);
}

/** Returns the parts of the cache key of a page. */
function makeCacheKey(url: string, theme: PageRequest['theme']): string {
  return `${theme ?? 'system'} ${url}`;
}
