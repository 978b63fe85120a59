import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildApp } from '../app.ts';
import type { WorkShareLimits } from '../http/limits/work-shares.ts';
import { unlimitedProtection } from '../testing/test-node.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { registerPages } from './register-pages.ts';

// A replacement for the built web app's server entry: `/held` waits for the test, and `/cars` shows the search result.
const entry = `
const held = [];
globalThis.heldPages = held;
export async function renderPage({ request, fetch }) {
  const { pathname } = new URL(request.url);
  if (pathname === '/held') await new Promise((resolve) => held.push(resolve));
  if (pathname !== '/cars') return new Response('rendered');
  return new Response(String((await fetch('/api/v1/categories', {})).status));
}
`;
const pageLimits: WorkShareLimits['pages'] = { atOnce: 2, waiting: 6, perSubject: { atOnce: 1, waiting: 2 } };
const queue = { atOnce: 4, waiting: 60, perSubject: { atOnce: 2, waiting: 6 } };
const workShares: WorkShareLimits = {
  concurrentCallMaximum: 64,
  changes: queue,
  costlyCalls: queue,
  pages: pageLimits,
};
const browserAccept = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
const floodAddress = '203.0.113.7';

let testServer: TestServer;
let webRoot: string;
const listPageReleases = (): (() => void)[] =>
  (globalThis as unknown as { heldPages?: (() => void)[] }).heldPages ?? [];

beforeAll(async () => {
  testServer = await startTestServer();
  webRoot = await mkdtemp(join(tmpdir(), 'page-turns-'));
  await mkdir(join(webRoot, 'dist/server'), { recursive: true });
  await mkdir(join(webRoot, 'dist/client/assets'), { recursive: true });
  await writeFile(join(webRoot, 'package.json'), '{"type":"module"}');
  await writeFile(join(webRoot, 'dist/server/entry-server.js'), entry);
  await writeFile(join(webRoot, 'dist/server/page-assets.json'), '{"routes":{}}');
  await writeFile(join(webRoot, 'dist/client/assets/main-abc.js'), 'export {};');
});
afterAll(async () => {
  await rm(webRoot, { recursive: true });
  await testServer.close();
});

function openNode(delayLimitMs: number) {
  return buildApp(
    { ...testServer.context, protection: { ...unlimitedProtection, longestLoopDelayMs: delayLimitMs, workShares } },
    {
      registerPages: (server) =>
        registerPages(server, {
          webRoot,
          isDevelopment: false,
          siteUrl: 'http://127.0.0.1:3000',
          log: testServer.context.log,
          metrics: testServer.context.metrics,
          waitForTurn: (request, reply) => server.takePageTurn(request, reply),
        }),
    },
  );
}

it('renders one page of an address at a time, refuses those beyond its share, and another address is next', async () => {
  const app = await openNode(Number.POSITIVE_INFINITY);
  const readPage = async (url: string, remoteAddress: string) => (await app.inject({ url, remoteAddress })).statusCode;
  try {
    const floodPromises = Array.from({ length: 5 }, (_, each) => readPage(`/held?${each}`, floodAddress));
    await expect.poll(() => listPageReleases().length).toBe(1);
    // The visitor's page does not wait for pages of the other client address. API calls do not wait for the flood of
    // pages either.
    expect(await readPage('/other', '198.51.100.1')).toBe(200);
    expect(await readPage('/api/v1/categories', '198.51.100.1')).toBe(200);
    expect(listPageReleases().length).toBe(1);
    await expect.poll(() => readPage('/more', floodAddress)).toBe(429);
    const refusal = await app.inject({ url: '/more', remoteAddress: floodAddress, headers: { accept: browserAccept } });
    expect([refusal.statusCode, refusal.headers['content-type']]).toEqual([429, 'text/html; charset=utf-8']);
    expect(refusal.headers).toMatchObject({ 'retry-after': '1', 'cache-control': 'no-store' });
    expect(refusal.body).toContain('<h1>One moment, please</h1>');
    const floodStatusesPromise = Promise.all(floodPromises);
    for (let each = 1; each <= 3; each += 1) {
      await expect.poll(() => listPageReleases().length).toBe(1);
      listPageReleases().splice(0)[0]?.();
    }
    expect((await floodStatusesPromise).toSorted((a, b) => a - b)).toEqual([200, 200, 200, 429, 429]);
    expect(await readPage('/after', floodAddress)).toBe(200);
  } finally {
    await app.close();
  }
});

it('gives a visitor the page that an address without a turn has asked for at the same moment', async () => {
  const app = await openNode(Number.POSITIVE_INFINITY);
  const readPage = async (url: string, remoteAddress: string) => (await app.inject({ url, remoteAddress })).statusCode;
  try {
    const floodPromises = Array.from({ length: 3 }, (_, each) => readPage(`/held?again${each}`, floodAddress));
    await expect.poll(() => listPageReleases().length).toBe(1);
    const bothStatusesPromise = Promise.all([readPage('/wanted', floodAddress), readPage('/wanted', '198.51.100.1')]);
    expect(await bothStatusesPromise).toEqual([429, 200]);
    for (let each = 1; each <= 3; each += 1) {
      await expect.poll(() => listPageReleases().length).toBe(1);
      listPageReleases().splice(0)[0]?.();
    }
    expect(await Promise.all(floodPromises)).toEqual([200, 200, 200]);
  } finally {
    await app.close();
  }
});

it('shows whole pages while calls of the API are turned away', async () => {
  // With a threshold of -1 the server node counts as overloaded, whatever the delay of the event loop is.
  const app = await openNode(-1);
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  const readPage = async (path: string) => {
    const answer = await fetch(`${url}${path}`);
    return [answer.status, await answer.text()] as const;
  };
  try {
    expect((await readPage('/api/v1/categories'))[0]).toBe(503);
    expect(await readPage('/cars')).toEqual([200, '200']);
  } finally {
    await app.close();
  }
});
