import { type FastifyInstance, fastify } from 'fastify';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createEarlyServer } from '../http/cache/early-answers.ts';
import { ResponseCache } from '../http/cache/response-cache.ts';
import { serverLimits } from '../http/limits/server-limits.ts';
import { createMetrics } from '../http/routing/metrics.ts';
import { registerSecurityHeaders } from '../http/routing/security-headers.ts';
import { makePublicRendering } from '../testing/public-pages.ts';
import { answerPagesEarly } from './answer-early.ts';
import { getPageForAll } from './page-for-all.ts';
import type { PublicPage } from './public-page.ts';

let app: FastifyInstance;
let origin: string;
let cache: ResponseCache<PublicPage>;
let nowMs: number;
let isFlooding: boolean;

beforeEach(async () => {
  nowMs = 0;
  isFlooding = false;
  const earlyServer = createEarlyServer(serverLimits, 5_000);
  app = fastify({ serverFactory: earlyServer.serverFactory });
  registerSecurityHeaders(app, { cards: { kind: 'sandbox' } as never, isDevelopment: false, isHttps: false });
  app.decorate('countFlood', () => (isFlooding ? { limit: 'floodAddress' as const, milliseconds: 1 } : undefined));
  earlyServer.register(app, { metrics: createMetrics(), endsConnections: () => false });
  cache = new ResponseCache({ freshForMs: 5_000, expiresAfterMs: 30_000, entries: 9, bytes: 1e6 }, () => nowMs);
  answerPagesEarly(app, cache, (url, theme) => `${theme ?? 'system'} ${url}`);
  app.get('/*', async () => 'from the route');
  origin = await app.listen({ host: '127.0.0.1', port: 0 });
});
afterEach(() => app.close());

const renderPage = () =>
  makePublicRendering('<script nonce="kept-nonce-of-22-signs">page</script>', 'kept-nonce-of-22-signs');
const requestPage = async (headers: Record<string, string> = {}, path = '/'): Promise<Response> =>
  fetch(origin + path, { headers: { 'accept-encoding': 'identity', ...headers } });

test('gives the kept page with a nonce of its own, which its policy allows', async () => {
  await getPageForAll(cache, 'system /', renderPage);
  const nonces = new Set<string>();
  for (let repetition = 0; repetition < 3; repetition += 1) {
    const answer = await requestPage();
    const nonce = /^<script nonce="([\w-]{22})">page<\/script>$/.exec(await answer.text())?.[1] ?? '';
    expect(answer.headers.get('content-security-policy')).toContain(`'nonce-${nonce}'`);
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(answer.headers.get('cache-control')).toBe('no-cache');
    expect(answer.headers.get('vary')).toBe('Cookie, Accept-Encoding');
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    nonces.add(nonce);
  }
  expect(nonces.size).toBe(3);
});

test('gives it compressed to who takes it so', async () => {
  await getPageForAll(cache, 'system /', renderPage);
  const readCompressedPages = async (): Promise<string[]> => {
    const answer = await requestPage({ 'accept-encoding': 'br, gzip' });
    return [answer.headers.get('content-encoding') ?? '', (await answer.text()).replace(/nonce="[^"]*"/, '')];
  };
  await expect.poll(readCompressedPages).toEqual(['gzip', '<script >page</script>']);
  expect(await (await requestPage({ 'accept-encoding': 'br' })).text()).toBe('from the route');
});

test.each([
  ['a session', { cookie: 'carhouse.session_token=made-up' }],
  ['a token', { authorization: 'Bearer made-up' }],
  ['a session cookie that comes twice', { cookie: 'carhouse.session_token=a; carhouse.session_token=b' }],
  ['a cookie that another reader may take for a session', { cookie: '\u00a0carhouse.session_token=made-up' }],
  ['another theme', { cookie: 'theme=dark' }],
])('leaves a request with %s to the route', async (_, headers) => {
  await getPageForAll(cache, 'system /', renderPage);
  expect(await (await requestPage(headers)).text()).toBe('from the route');
});

test('leaves other addresses, floods and stale pages that nobody renders again to the route', async () => {
  await getPageForAll(cache, 'system /', renderPage);
  expect(await (await requestPage({}, '/other')).text()).toBe('from the route');
  isFlooding = true;
  expect(await (await requestPage()).text()).toBe('from the route');
  isFlooding = false;
  nowMs = 5_001;
  expect(await (await requestPage()).text()).toBe('from the route');
  const renderingDeferred = Promise.withResolvers<void>();
  await getPageForAll(cache, 'system /', async () => {
    await renderingDeferred.promise;
    return renderPage();
  });
  expect(await (await requestPage()).text()).toContain('page</script>');
  renderingDeferred.resolve();
});
