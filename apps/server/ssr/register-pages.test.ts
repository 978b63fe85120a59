import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { get } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type FastifyInstance, type FastifyReply, fastify } from 'fastify';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createMetrics, type Metrics } from '../http/routing/metrics.ts';
import { readIdentity } from '../http/routing/request-identity.ts';
import { registerPages } from './register-pages.ts';

// A replacement for the built web app's server entry, whose HTML shows its arguments.
const entry = `
let renders = 0;
export async function renderPage({ request, nonce, fetch, hasSession, siteUrl, isPublicDemo, assets, onError }) {
  const { pathname } = new URL(request.url);
  if (pathname === '/broken') throw new Error('broken');
  if (pathname === '/error-page') {
    onError(new Error('loader ' + 'x'.repeat(20_000)));
    return new Response('an error page', { status: 500 });
  }
  if (pathname === '/protected') return new Response(null, { status: 302, headers: { location: '/login' } });
  if (pathname === '/shop') {
    const stock = await fetch('/api/stock', {});
    return new Response(String(stock.status), { status: stock.ok || !hasSession ? 200 : 500 });
  }
  const answer = await fetch('/api/whoami', { headers: { accept: 'application/json' } });
  const facts = { ...(await answer.json()), renders: ++renders, hasSession, siteUrl, isPublicDemo, assets };
  const html = '<script nonce="' + nonce + '">' + JSON.stringify(facts) + '</script>';
  return new Response(html, { status: pathname === '/nowhere' ? 404 : 200 });
}
`;

let webRoot: string;
let app: FastifyInstance;
let answerStockCall: (reply: FastifyReply) => FastifyReply;
let metrics: Metrics;
let nowMs: number;
let logLines: string[];
let notifyTakeDown: () => void;

beforeEach(async () => {
  metrics = createMetrics();
  nowMs = 0;
  webRoot = await mkdtemp(join(tmpdir(), 'pages-'));
  await mkdir(join(webRoot, 'dist/server'), { recursive: true });
  await mkdir(join(webRoot, 'dist/client/assets'), { recursive: true });
  await mkdir(join(webRoot, 'dist/client/.vite'), { recursive: true });
  await writeFile(join(webRoot, 'package.json'), '{"type":"module"}');
  await writeFile(join(webRoot, 'dist/server/entry-server.js'), entry);
  await writeFile(join(webRoot, 'dist/server/page-assets.json'), '{"routes":{}}');
  await writeFile(join(webRoot, 'dist/client/assets/main-abc.js'), 'export {};');
  await writeFile(join(webRoot, 'dist/client/favicon.svg'), '<svg/>');
  await writeFile(join(webRoot, 'dist/client/.vite/manifest.json'), '{}');
  logLines = [];
  app = fastify({ logger: { level: 'error', stream: { write: (line: string) => logLines.push(line) } } });
  let answerCount = 0;
  app.decorateReply('cspNonce', '');
  app.addHook('onRequest', async (_request, reply) => {
    answerCount += 1;
    reply.cspNonce = `nonce-${answerCount}`;
  });
  app.setNotFoundHandler((_request, reply) => reply.code(404).send({ code: 'NOT_FOUND' }));
  app.get('/api/whoami', async (request) => ({
    presented: readIdentity(request.raw).presentedCredentials.kind,
    address: request.ip,
  }));
  answerStockCall = (reply) => reply.send({});
  app.get('/api/stock', async (_request, reply) => answerStockCall(reply));
  await registerPages(app, {
    webRoot,
    isDevelopment: false,
    siteUrl: 'https://cars.example',
    isPublicDemo: true,
    log: app.log,
    metrics,
    clock: () => nowMs,
    onTakeDown: (listener) => {
      notifyTakeDown = listener;
    },
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
});

afterEach(async () => {
  await app.close();
  await rm(webRoot, { recursive: true });
});

const session = { cookie: 'carhouse.session_token=abc' };

test('renders a page for a visitor once and gives each answer its own nonce', async () => {
  const firstAnswer = await app.inject('/');
  const secondAnswer = await app.inject('/');
  expect(firstAnswer.statusCode).toBe(200);
  expect(firstAnswer.headers['content-type']).toBe('text/html; charset=utf-8');
  expect(readNonce(firstAnswer.body)).not.toBe(readNonce(secondAnswer.body));
  expect(readPageFacts(secondAnswer.body)).toMatchObject({
    renders: 1,
    hasSession: false,
    siteUrl: 'https://cars.example',
  });
});

test('lets every page of a demo that strangers reach say so, the plain error page too', async () => {
  expect(readPageFacts((await app.inject('/')).body)).toMatchObject({ isPublicDemo: true });
  expect(readPageFacts((await app.inject({ url: '/', headers: session })).body)).toMatchObject({ isPublicDemo: true });
  expect(readPageFacts((await app.inject('/nowhere')).body)).toMatchObject({ isPublicDemo: true });
  expect((await app.inject('/broken')).body).toContain('anyone can sign in with the published accounts');
});

test('a parameter that a page does not read neither renders it again nor reaches it', async () => {
  for (const url of ['/faq', '/faq?x=1', '/faq?x=2&from=%2Fcars']) {
    expect([url, readPageFacts((await app.inject(url)).body)]).toMatchObject([url, { renders: 1 }]);
  }
  await app.inject('/cars?sort=price&q=red');
  expect(readPageFacts((await app.inject('/cars?zz=1&q=red&sort=price')).body)).toMatchObject({ renders: 2 });
});

test('keeps the pages of different themes apart', async () => {
  await app.inject('/');
  const darkPageAnswer = await app.inject({ url: '/', headers: { cookie: 'theme=dark' } });
  expect(readPageFacts(darkPageAnswer.body)).toMatchObject({ renders: 2 });
});

test('shows what has changed to the second visitor after five seconds', async () => {
  answerStockCall = (reply) => reply.code(200).send({});
  expect((await app.inject('/shop')).body).toBe('200');
  answerStockCall = (reply) => reply.code(404).send({});
  nowMs = 4_999;
  expect((await app.inject('/shop')).body).toBe('200');
  nowMs = 5_001;
  expect((await app.inject('/shop')).body).toBe('200');
  await expect.poll(async () => (await app.inject('/shop')).body).toBe('404');
});

test('keeps no page from before an admin has taken something from the site', async () => {
  answerStockCall = (reply) => reply.code(200).send({});
  expect((await app.inject('/shop')).body).toBe('200');
  answerStockCall = (reply) => reply.code(404).send({});
  expect((await app.inject('/shop')).body).toBe('200');
  notifyTakeDown();
  expect((await app.inject('/shop')).body).toBe('404');
});

test('counts where pages come from', async () => {
  await app.inject('/');
  await app.inject('/');
  await app.inject({ url: '/', headers: session });
  const metricsText = await metrics.registry.metrics();
  for (const line of [
    'carhouse_cache_reads_total{cache="pages",from="made"} 1',
    'carhouse_cache_reads_total{cache="pages",from="fresh"} 1',
    'carhouse_cache_reads_total{cache="pages",from="stale"} 0',
    'carhouse_cache_entries{cache="pages"} 1',
    'carhouse_session_pages_total 1',
  ]) {
    expect(metricsText).toContain(line);
  }
});

test('renders every page of a session again, with its cookies and address, and lets nobody keep it', async () => {
  await app.inject({ url: '/', headers: session });
  const page = await app.inject({ url: '/', headers: session, remoteAddress: '203.0.113.7' });
  expect(page.headers['cache-control']).toBe('private, no-store');
  expect(readPageFacts(page.body)).toMatchObject({
    renders: 2,
    hasSession: true,
    address: '203.0.113.7',
    presented: 'cookies',
  });
});

test('never shows a page of a session to a visitor', async () => {
  await app.inject({ url: '/', headers: session });
  expect(readPageFacts((await app.inject('/')).body)).toMatchObject({ presented: 'nothing', hasSession: false });
});

test('passes on redirects and not-found pages, and keeps neither', async () => {
  const redirectAnswer = await app.inject('/protected');
  expect([redirectAnswer.statusCode, redirectAnswer.headers.location]).toEqual([302, '/login']);
  await app.inject('/nowhere');
  const missingPageAnswer = await app.inject('/nowhere');
  expect(missingPageAnswer.statusCode).toBe(404);
  expect(readPageFacts(missingPageAnswer.body)).toMatchObject({ renders: 2 });
});

test('keeps no page that lacks what the API could not give', async () => {
  answerStockCall = (reply) => reply.code(503).send({});
  expect((await app.inject('/shop')).body).toBe('503');
  answerStockCall = (reply) => reply.send({});
  expect((await app.inject('/shop')).body).toBe('200');
});

test('shows a limited visitor 429 with the time to wait, and keeps nothing of it', async () => {
  answerStockCall = (reply) => reply.code(429).header('retry-after', '41').send({});
  const limitedAnswer = await app.inject('/shop');
  expect([
    limitedAnswer.statusCode,
    limitedAnswer.headers['retry-after'],
    limitedAnswer.headers['cache-control'],
  ]).toEqual([429, '41', 'private, no-store']);
  answerStockCall = (reply) => reply.send({});
  const otherAnswer = await app.inject('/shop');
  expect([otherAnswer.statusCode, otherAnswer.body]).toEqual([200, '200']);
});

test('renders for each visitor what another one who asked at the same moment was refused', async () => {
  const releaseDeferred = Promise.withResolvers<void>();
  let callCount = 0;
  answerStockCall = (reply) => {
    callCount += 1;
    const status = callCount === 1 ? 429 : 200;
    void releaseDeferred.promise.then(() => reply.code(status).send({}));
    return reply;
  };
  const bothAnswerPromise = Promise.all([app.inject('/shop'), app.inject('/shop')]);
  await expect.poll(() => callCount).toBe(1);
  releaseDeferred.resolve();
  expect((await bothAnswerPromise).map(({ statusCode, body }) => [statusCode, body])).toEqual([
    [429, '429'],
    [200, '200'],
  ]);
});

test('answers 503 with a time to try again where the API could not answer', async () => {
  answerStockCall = (reply) => reply.code(503).send({});
  const page = await app.inject({ url: '/shop', headers: session });
  expect([page.statusCode, page.headers['retry-after']]).toEqual([503, '2']);
});

test('hands on the cookie of a session that the API extended', async () => {
  answerStockCall = (reply) => reply.header('set-cookie', 'carhouse.session_token=abc; Max-Age=604800').send({});
  const page = await app.inject({ url: '/shop', headers: session });
  expect(page.headers['set-cookie']).toBe('carhouse.session_token=abc; Max-Age=604800');
});

test.each(['/\\evil.example:99999/', '/\\@/', '//evil.example:99999/', 'http://evil.example/'])(
  'takes %s for a page like any other',
  async (url) => {
    const page = await new Promise<number | undefined>((resolve, reject) => {
      const { port } = app.server.address() as AddressInfo;
      get({ port, path: url, agent: false }, (answer) => resolve(answer.resume().statusCode)).on('error', reject);
    });
    expect(page).toBe(200);
  },
);

test('answers with a plain page when rendering fails', async () => {
  const page = await app.inject('/broken');
  expect(page.statusCode).toBe(500);
  expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
  expect(page.body).toContain('This page could not be shown');
  expect(page.body).not.toContain('broken');
});

test.each([{}, session])(
  'logs an error page of the router once, by its request and in bounded length',
  async (headers) => {
    const page = await app.inject({ url: `/error-page?${'q'.repeat(10_000)}`, headers });
    expect([page.statusCode, page.body]).toEqual([500, 'an error page']);
    expect(logLines).toHaveLength(1);
    const line = JSON.parse(logLines[0] ?? '');
    expect(line).toMatchObject({ msg: 'a page could not be rendered', requestId: expect.any(String) });
    expect(line.err.message).toMatch(/^loader x+$/);
    expect(line.url).toMatch(/^\/error-page\?q+$/);
    expect(logLines[0]?.length).toBeLessThan(4_000);
  },
);

test('logs what a component threw once, and no page of a call that has its own line', async () => {
  await app.inject('/broken');
  expect(logLines).toHaveLength(1);
  answerStockCall = (reply) => reply.code(503).send({});
  await app.inject({ url: '/shop', headers: session });
  answerStockCall = (reply) => reply.code(429).send({});
  await app.inject({ url: '/shop', headers: session });
  expect(logLines).toHaveLength(1);
});

test.each(['/api/unknown', '/media/unknown.webp', '/assets/unknown.js', '/healthz'])(
  'leaves %s to the not-found of the API',
  async (url) => {
    const answer = await app.inject(url);
    expect([answer.statusCode, answer.json()]).toEqual([404, { code: 'NOT_FOUND' }]);
  },
);

test('serves hashed assets for ever, other files for an hour, and no build records', async () => {
  expect((await app.inject('/assets/main-abc.js')).headers['cache-control']).toBe(
    'public, max-age=31536000, immutable',
  );
  expect((await app.inject('/favicon.svg')).headers['cache-control']).toBe('public, max-age=3600');
  expect((await app.inject('/.vite/manifest.json')).headers['content-type']).toContain('text/html');
});

function readNonce(html: string): string | undefined {
  return /nonce="([^"]+)"/.exec(html)?.[1];
}

function readPageFacts(html: string): unknown {
  return JSON.parse(/>(.*)<\/script>/.exec(html)?.[1] ?? 'null');
}
