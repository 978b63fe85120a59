import { expect, test } from 'vitest';
import { ResponseCache } from '../http/cache/response-cache.ts';
import { makeMissingRendering, makePublicRendering } from '../testing/public-pages.ts';
import { getPageForAll, replaceNonce } from './page-for-all.ts';
import type { PublicPage, Rendering } from './public-page.ts';

/**
 * Creates a function that gets the page of a key from a cache, as the routes do. The result of the function is
 * undefined when other visitors must not get the page.
 */
function makePageGetter(entryCountMaximum: number) {
  let nowMs = 0;
  const limits = { freshForMs: 5000, expiresAfterMs: 30_000, entries: entryCountMaximum, bytes: 10_000 };
  const pageCache = new ResponseCache<PublicPage>(limits, () => nowMs);
  return {
    wait: (milliseconds: number) => {
      nowMs += milliseconds;
    },
    countsByOrigin: pageCache.countsByOrigin,
    cache: {
      async get(key: string, nonce: string, render: () => Promise<Rendering>): Promise<string | undefined> {
        const { page } = await getPageForAll(pageCache, key, render);
        return page && replaceNonce(page, nonce);
      },
    },
  };
}

function setUpPages() {
  let renderCount = 0;
  const render = async () => {
    renderCount += 1;
    return makePublicRendering(`<script nonce="old-nonce">${renderCount}</script>`, 'old-nonce');
  };
  const renderDamagedPages = async (...callStatuses: number[]) => {
    renderCount += 1;
    return makePublicRendering(`<script nonce="old-nonce">${renderCount}</script>`, 'old-nonce', callStatuses);
  };
  return { ...makePageGetter(2), render, damaged: renderDamagedPages, renders: () => renderCount };
}

test('renders a page once while it is fresh and gives every answer its own nonce', async () => {
  const { cache, render, renders: renderCount, wait: advanceClock } = setUpPages();
  expect(await cache.get('/', 'one', render)).toBe('<script nonce="one">1</script>');
  advanceClock(4999);
  expect(await cache.get('/', 'two', render)).toBe('<script nonce="two">1</script>');
  expect(renderCount()).toBe(1);
});

test('renders once for visitors who come at the same moment', async () => {
  const { cache, render, renders: renderCount } = setUpPages();
  const pages = await Promise.all(['a', 'b', 'c'].map((nonce) => cache.get('/', nonce, render)));
  expect(pages).toEqual(['a', 'b', 'c'].map((nonce) => `<script nonce="${nonce}">1</script>`));
  expect(renderCount()).toBe(1);
});

test('serves a stale page at once and renders the next one behind it', async () => {
  const { cache, render, wait: advanceClock } = setUpPages();
  await cache.get('/', 'one', render);
  advanceClock(6000);
  expect(await cache.get('/', 'two', render)).toContain('>1<');
  await new Promise(setImmediate);
  expect(await cache.get('/', 'three', render)).toContain('>2<');
});

test('does not serve a page that is too old', async () => {
  const { cache, render, wait: advanceClock } = setUpPages();
  await cache.get('/', 'one', render);
  advanceClock(30_000);
  expect(await cache.get('/', 'two', render)).toContain('>2<');
});

test.each(['other', 'refused'] as const)(
  'keeps nothing of a rendering that is no page for others: %s',
  async (kind) => {
    const { cache, render } = setUpPages();
    expect(await cache.get('/', 'one', async () => makeMissingRendering(kind))).toBeUndefined();
    expect(await cache.get('/', 'two', render)).toContain('>1<');
  },
);

test('forgets a page that is gone, and keeps one whose visitor was refused', async () => {
  const { cache, render, wait: advanceClock } = setUpPages();
  await cache.get('/', 'one', render);
  advanceClock(6000);
  await cache.get('/', 'two', async () => makeMissingRendering('refused'));
  await new Promise(setImmediate);
  expect(await cache.get('/', 'three', async () => makeMissingRendering('other'))).toContain('>1<');
  await new Promise(setImmediate);
  expect(await cache.get('/', 'four', render)).toContain('>2<');
});

test.each([[429], [422], [429, 503]])('gives a page whose calls met %i to nobody else', async (...callStatuses) => {
  const { cache, damaged: renderDamagedPages, render } = setUpPages();
  const pages = await Promise.all(
    ['a', 'b'].map((nonce) => cache.get('/', nonce, () => renderDamagedPages(...callStatuses))),
  );
  expect(pages).toEqual([undefined, undefined]);
  expect(await cache.get('/', 'one', render)).toContain('>2<');
});

test('gives a page that must not be kept to all who wait for it, and leaves an older one in its place', async () => {
  const { cache, render, damaged: renderDamagedPages, renders: renderCount, wait: advanceClock } = setUpPages();
  const renderFailedPage = () => renderDamagedPages(503);
  const pages = await Promise.all(['a', 'b'].map((nonce) => cache.get('/', nonce, renderFailedPage)));
  expect([pages, renderCount()]).toEqual([['a', 'b'].map((nonce) => `<script nonce="${nonce}">1</script>`), 1]);
  expect(await cache.get('/', 'one', render)).toContain('>2<');
  advanceClock(6000);
  await cache.get('/', 'two', renderFailedPage);
  await new Promise(setImmediate);
  expect(await cache.get('/', 'three', render)).toContain('>2<');
});

test('evicts the least recently used page', async () => {
  const { cache, render } = setUpPages();
  await cache.get('/a', 'n', render);
  await cache.get('/b', 'n', render);
  await cache.get('/a', 'n', render);
  await cache.get('/c', 'n', render);
  expect(await cache.get('/a', 'n', render)).toContain('>1<');
  expect(await cache.get('/b', 'n', render)).toContain('>4<');
});

test('passes a failed rendering on and tries again the next time', async () => {
  const { cache, render } = setUpPages();
  await expect(cache.get('/', 'one', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await cache.get('/', 'two', render)).toContain('>1<');
});

test('holds no more bytes than it may, and no page that would push out many', async () => {
  const { cache } = setUpPages();
  const makeRenderFunction = (letterCount: number) => () => makePublicRendering('x'.repeat(letterCount), 'n');
  const renderAgain = () => makePublicRendering('again', 'n');
  await cache.get('/a', 'n', makeRenderFunction(1_000));
  await cache.get('/huge', 'n', makeRenderFunction(1_300));
  expect(await cache.get('/huge', 'n', renderAgain)).toBe('again');
  expect(await cache.get('/a', 'n', renderAgain)).toHaveLength(1_000);
});

test('makes room by bytes as well as by number', async () => {
  const { cache } = makePageGetter(100);
  for (let pageIndex = 0; pageIndex < 50; pageIndex += 1) {
    await cache.get(`/${pageIndex}`, 'n', () => makePublicRendering('x'.repeat(1_000), 'n'));
  }
  const pageCache = [];
  for (let pageIndex = 49; pageIndex >= 0; pageIndex -= 1) {
    if ((await cache.get(`/${pageIndex}`, 'n', async () => makeMissingRendering('refused'))) !== undefined)
      pageCache.push(pageIndex);
  }
  expect(pageCache).toEqual([49, 48, 47, 46]);
});

test('counts where each answer came from', async () => {
  const { cache, render, countsByOrigin, wait: advanceClock } = setUpPages();
  for (const waitMs of [0, 4_000, 2_000, 0, 40_000]) {
    advanceClock(waitMs);
    await cache.get('/', 'n', render);
    await new Promise(setImmediate);
  }
  expect(countsByOrigin).toEqual({ made: 2, fresh: 2, stale: 1 });
});
