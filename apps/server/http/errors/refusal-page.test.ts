import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildApp } from '../../app.ts';
import { sendRaw, sendRawRequest } from '../../testing/raw-http.ts';
import { unlimitedProtection } from '../../testing/test-node.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { renderRefusalPage } from './refusal-page.ts';
import { prefersHtml } from './wants-page.ts';

const browserAccept = 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8';

let testServer: TestServer;

beforeAll(async () => {
  testServer = await startTestServer();
});
afterAll(() => testServer.close());

/** Returns limits under which one client address may fill the whole queue. */
const makeQueueLimits = (atOnce: number, waiting: number) => ({ atOnce, waiting, perSubject: { atOnce, waiting } });

/** Starts a server node on which every client address may make one request in ten minutes. */
async function openFloodedNode(cookie = '') {
  const floodAddress = { ...unlimitedProtection.rateLimits.floodAddress, count: 1, seconds: 600 };
  const protection = { ...unlimitedProtection, rateLimits: { ...unlimitedProtection.rateLimits, floodAddress } };
  const app = await buildApp(
    { ...testServer.context, protection },
    {
      registerPages: async (server) => {
        server.get('/*', async (_request, reply) => reply.type('text/html').send('a page'));
      },
    },
  );
  const getPage = (url: string, acceptHeader: string) =>
    app.inject({ url, headers: { accept: acceptHeader, cookie }, remoteAddress: '203.0.113.9' });
  return { app, get: getPage };
}

describe('a browser that opens a page and is refused by the limit on floods', () => {
  it('gets a page with the status, the time to wait and the policy, which nobody keeps', async () => {
    const { app, get: getPage } = await openFloodedNode();
    try {
      expect((await getPage('/cars', browserAccept)).body).toBe('a page');
      for (const url of ['/cars', '/', '/api/auth/callback/google?code=a&state=b']) {
        const refusal = await getPage(url, browserAccept);
        expect([refusal.statusCode, refusal.headers['content-type']], url).toEqual([429, 'text/html; charset=utf-8']);
        expect(refusal.headers['cache-control']).toBe('no-store');
        expect(Number(refusal.headers['retry-after'])).toBeGreaterThan(0);
        const nonce = /'nonce-([\w-]{22})'/.exec(String(refusal.headers['content-security-policy']))?.[1];
        expect(refusal.body).toContain(`<style nonce="${nonce}">`);
        expect(refusal.body).toContain('<h1>One moment, please</h1>');
        expect(refusal.body).toContain('<a href="">Try again</a>');
        expect(refusal.body.length).toBeLessThan(3_000);
      }
    } finally {
      await app.close();
    }
  });

  it('and a program, or a call of the API, gets a problem as before', async () => {
    const { app, get: getPage } = await openFloodedNode();
    try {
      await getPage('/cars', browserAccept);
      for (const [url, acceptHeader] of [
        ['/cars', '*/*'],
        ['/cars', 'application/json'],
        ['/api/v1/brands', browserAccept],
        ['/media/none.webp', browserAccept],
      ] as const) {
        const refusal = await getPage(url, acceptHeader);
        expect(refusal.headers['content-type'], `${url} ${acceptHeader}`).toBe(
          'application/problem+json; charset=utf-8',
        );
        expect(refusal.json()).toMatchObject({ status: 429, code: 'RATE_LIMITED' });
      }
    } finally {
      await app.close();
    }
  });
});

it('a browser whose page has no room in the queue gets a page with 503, and the next one is shown', async () => {
  const lowWorkShares = {
    concurrentCallMaximum: 9,
    changes: makeQueueLimits(1, 9),
    costlyCalls: makeQueueLimits(1, 9),
    pages: makeQueueLimits(1, 1),
  };
  const renderingDeferred = Promise.withResolvers<void>();
  const app = await buildApp(
    { ...testServer.context, protection: { ...unlimitedProtection, workShares: lowWorkShares } },
    {
      registerPages: async (server) => {
        server.get('/*', async (request, reply) => {
          const endTurn = await server.takePageTurn(request, reply);
          await renderingDeferred.promise;
          endTurn();
          return reply.type('text/html').send('a page');
        });
      },
    },
  );
  const getPage = (host: number) =>
    app.inject({ url: '/cars', headers: { accept: browserAccept }, remoteAddress: `203.0.113.${host}` });
  try {
    const answers = [1, 2, 3, 4].map(getPage);
    const refusal = await Promise.race(answers);
    expect([refusal.statusCode, refusal.headers['content-type']]).toEqual([503, 'text/html; charset=utf-8']);
    expect(refusal.headers['cache-control']).toBe('no-store');
    expect(Number(refusal.headers['retry-after'])).toBeGreaterThan(0);
    expect(refusal.body).toContain('<h1>We are busy right now</h1>');
    expect(refusal.body).toContain('<a href="">Try again</a>');
    renderingDeferred.resolve();
    const statuses = (await Promise.all(answers)).map(({ statusCode }) => statusCode);
    expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 200, 503, 503]);
    expect((await getPage(5)).body).toBe('a page');
  } finally {
    renderingDeferred.resolve();
    await app.close();
  }
});

it.each([
  [undefined, 'light dark'],
  ['theme=dark', 'dark'],
  ['theme=light', 'light'],
  ['theme=<script>', 'light dark'],
])('the page of a refusal with the cookie %s has the colours %s', async (cookie, colourScheme) => {
  const refusal = await testServer.app.inject({
    url: '/%zz',
    headers: { accept: browserAccept, host: 'localhost', ...(cookie === undefined ? {} : { cookie }) },
  });
  expect(refusal.statusCode).toBe(400);
  expect(refusal.body).toContain(`<meta name="color-scheme" content="${colourScheme}">`);
  const nonce = /'nonce-([\w-]{22})'/.exec(String(refusal.headers['content-security-policy']))?.[1];
  expect(refusal.body).toContain(`<style nonce="${nonce}">:root{color-scheme:${colourScheme}}`);
  const { app, get: getPage } = await openFloodedNode(cookie);
  try {
    await getPage('/cars', browserAccept);
    const refusalAnswer = await getPage('/cars', browserAccept);
    expect(refusalAnswer.statusCode).toBe(429);
    expect(refusalAnswer.body).toContain(`:root{color-scheme:${colourScheme}}`);
  } finally {
    await app.close();
  }
});

it('a browser gets a page for a host that is not known, and for an address that cannot be read', async () => {
  for (const [target, host, status] of [
    ['/cars', 'evil.example', 421],
    ['/%zz', 'localhost', 400],
  ] as const) {
    const headerLines = [`Host: ${host}`, `Accept: ${browserAccept}`];
    const answer = await sendRaw(testServer.url, sendRawRequest('GET', target, headerLines));
    expect([answer.status, answer.headers.get('content-type')]).toEqual([status, 'text/html; charset=utf-8']);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'self'");
    const plainAnswer = await sendRaw(testServer.url, sendRawRequest('GET', target, [`Host: ${host}`]));
    expect([plainAnswer.status, plainAnswer.headers.get('content-type')]).toEqual([
      status,
      'application/problem+json; charset=utf-8',
    ]);
  }
});

it.each([
  [browserAccept, true],
  ['text/html', true],
  ['TEXT/HTML ; q=0.5, */*', true],
  ['text/html, application/json', true],
  ['text/html;q=0.5, application/json', false],
  ['text/html;q=0', false],
  ['*/*', false],
  ['', false],
])('the Accept %s wants a page: %s', (acceptHeader, wantsPage) => {
  expect(prefersHtml(acceptHeader)).toBe(wantsPage);
});

it('reads the beginning of an Accept only', () => {
  expect(prefersHtml(`${'a,'.repeat(400)}text/html`)).toBe(true);
  expect(prefersHtml(`${'a,'.repeat(600)}text/html`)).toBe(false);
});

it('what a refusal says is text, not markup', () => {
  const problem = { type: 'about:blank', title: 'Gone', status: 410, code: 'X', detail: '<b>"&\'', requestId: '<i>7' };
  const page = renderRefusalPage({ problem, retryAfter: 200, nonce: '', theme: undefined, isPublicDemo: true });
  expect(page).toContain('<h1>Gone</h1><p>&#60;b&#62;&#34;&#38;&#39;</p><p>Please try again in 4 minutes.</p>');
  expect(page).toContain('Number of this request: i7<');
  expect(page).toContain('<aside aria-label="Demo">');
  expect(page).not.toContain('<style');
});
