import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildApp } from '../../app.ts';
import { registerPages } from '../../ssr/register-pages.ts';
import { call, makeCar, makeUser, type TestUser } from '../../testing/builders.ts';
import { entityTagPlaceholder, hostPlaceholder, listOddRequests, type OddRequest } from '../../testing/odd-requests.ts';
import { type RawAnswer, sendRaw, sendRawRequest } from '../../testing/raw-http.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

const requestCount = 400;
const seed = Number(process.env.FUZZ_SEED ?? 20_261_122);

// A replacement for the built web app's server entry. The pages of this replacement show the API's response to the
// caller.
const entry = `
export async function renderPage({ request, nonce, fetch, hasSession, theme }) {
  const { pathname } = new URL(request.url);
  const car = /^\\/cars\\/([\\w-]+)$/.exec(pathname)?.[1];
  const answer = await fetch(car === undefined ? '/api/audiDatas' : '/api/productById/' + car, {});
  const facts = JSON.stringify({ pathname, theme, hasSession, shown: await answer.json() });
  const status = /^\\/(?:cars(?:\\/[\\w-]+)?)?$/.test(pathname) ? answer.status : 404;
  return new Response('<script nonce="' + nonce + '">' + facts + '</script>', { status });
}
`;

let testServer: TestServer;
let seller: TestUser;
let webRoot: string;
const appsToClose: FastifyInstance[] = [];
/** URLs of two server nodes: one with all caches for visitors, and one without. */
let cachingUrl: string;
let uncachedUrl: string;
let requestedPaths: string[];
/** Texts that only the seller may see: their e-mail address, and their withdrawn car. */
let sellerOnlyTexts: readonly string[];

beforeAll(async () => {
  testServer = await startTestServer();
  seller = await makeUser(testServer, 'Seller');
  const [openCarId, withdrawnCarId] = [
    await makeCar(testServer, seller, { brand: 'Audi' }),
    await makeCar(testServer, seller),
  ];
  const answer = await call(testServer, seller, 'POST', `/api/v1/listings/${withdrawnCarId}/withdrawal`);
  if (answer.status !== 200) throw new Error(`The withdrawal answered ${answer.status}`);
  sellerOnlyTexts = [seller.email, `"_id":"${withdrawnCarId}"`];
  requestedPaths = [
    '/api/audiDatas',
    '/api/v1/brands',
    '/api/mercedes',
    '/api/v1/listings',
    '/api/auth/get-session',
    ...[openCarId, withdrawnCarId].flatMap((id) => [`/api/productById/${id}`, `/cars/${id}`]),
    '/',
    '/cars',
    '/api/nowhere',
    '/nowhere',
    '/metrics',
    '/robots.txt',
  ];
  webRoot = await mkdtemp(join(tmpdir(), 'differential-'));
  await mkdir(join(webRoot, 'dist/server'), { recursive: true });
  await mkdir(join(webRoot, 'dist/client/.vite'), { recursive: true });
  await mkdir(join(webRoot, 'dist/client/assets'), { recursive: true });
  await writeFile(join(webRoot, 'package.json'), '{"type":"module"}');
  await writeFile(join(webRoot, 'dist/server/entry-server.js'), entry);
  await writeFile(join(webRoot, 'dist/server/page-assets.json'), '{"routes":{}}');
  await writeFile(join(webRoot, 'dist/client/.vite/manifest.json'), '{}');
  cachingUrl = await openApp(true);
  uncachedUrl = await openApp(false);
});
afterAll(async () => {
  for (const app of appsToClose) await app.close();
  await testServer.close();
  await rm(webRoot, { recursive: true });
});

async function openApp(cachesAnswers: boolean): Promise<string> {
  const { context } = testServer;
  const app = await buildApp(context, {
    cachesAnswers,
    registerPages: (server) =>
      registerPages(server, {
        webRoot,
        isDevelopment: false,
        siteUrl: context.config.publicUrl,
        log: server.log,
        metrics: context.metrics,
        shouldCachePages: cachesAnswers,
      }),
  });
  appsToClose.push(app);
  return app.listen({ host: '127.0.0.1', port: 0 });
}

async function sendOddRequest(
  url: string,
  { method, target, lines }: OddRequest,
  entityTag: string,
): Promise<RawAnswer> {
  const fillPlaceholders = (text: string): string =>
    text.replaceAll(hostPlaceholder, new URL(url).host).replaceAll(entityTagPlaceholder, entityTag);
  return sendRaw(url, sendRawRequest(method, fillPlaceholders(target), lines.map(fillPlaceholders)));
}

/** Returns the content of a response without the values that differ in each response. */
function makeComparable({ status, headers, body }: RawAnswer): { readonly status: number; readonly text: string } {
  const contentCoding = headers.get('content-encoding');
  const plainBody =
    body.length === 0
      ? body
      : contentCoding === 'gzip'
        ? gunzipSync(body)
        : contentCoding === 'br'
          ? brotliDecompressSync(body)
          : body;
  const text = plainBody
    .toString()
    .replace(/nonce="[^"]*"/g, 'nonce')
    .replace(/"requestId":"[^"]*"/, '"requestId"');
  // The values in /metrics differ between two readings, so they are not compared.
  return { status, text: text.startsWith('# HELP') ? 'metrics' : text };
}

const makePlainRequest = (path: string): OddRequest => ({
  path,
  method: 'GET',
  target: path,
  lines: [`Host: ${hostPlaceholder}`],
});

describe(`${requestCount} odd requests (seed ${seed})`, () => {
  it('are answered as if nothing were kept, and leave nothing of a person behind', { timeout: 600_000 }, async () => {
    const session = `carhouse.session_token=${encodeURIComponent(seller.token.replace('Bearer ', ''))}`;
    const generatedRequests = fc.sample(listOddRequests(requestedPaths, { session, token: seller.token }), {
      numRuns: requestCount,
      seed,
    });
    const visitorAnswers = new Map<string, ReturnType<typeof makeComparable>>();
    for (const path of requestedPaths) {
      const answer = makeComparable(await sendOddRequest(uncachedUrl, makePlainRequest(path), ''));
      for (const sellerOnlyText of sellerOnlyTexts) expect(answer.text).not.toContain(sellerOnlyText);
      visitorAnswers.set(path, answer);
    }
    const statuses = new Map<number, number>();
    let personalAnswerCount = 0;
    for (const [index, request] of generatedRequests.entries()) {
      const requestText = `#${index} ${JSON.stringify(request)}`;
      const { path } = request;
      // The visitor and the seller request the path one after the other. Only the visitor's response may be in the
      // cache.
      await sendOddRequest(
        cachingUrl,
        { ...makePlainRequest(path), lines: [`Host: ${hostPlaceholder}`, `Cookie: ${session}`] },
        '',
      );
      const visitorAnswer = await sendOddRequest(cachingUrl, makePlainRequest(path), '');
      expect(makeComparable(visitorAnswer), requestText).toEqual(visitorAnswers.get(path));
      const uncachedTag = (await sendOddRequest(uncachedUrl, makePlainRequest(path), '')).headers.get('etag') ?? '';
      const expectedAnswer = makeComparable(await sendOddRequest(uncachedUrl, request, uncachedTag));
      for (let repetition = 0; repetition < 2; repetition += 1) {
        const cachedAnswer = makeComparable(
          await sendOddRequest(cachingUrl, request, visitorAnswer.headers.get('etag') ?? ''),
        );
        expect(cachedAnswer, `${requestText} turn ${repetition}`).toEqual(expectedAnswer);
      }
      expect(expectedAnswer.status, requestText).not.toBe(500);
      if (sellerOnlyTexts.some((sellerOnlyText) => expectedAnswer.text.includes(sellerOnlyText)))
        personalAnswerCount += 1;
      statuses.set(expectedAnswer.status, (statuses.get(expectedAnswer.status) ?? 0) + 1);
    }
    for (const path of requestedPaths) {
      expect(makeComparable(await sendOddRequest(cachingUrl, makePlainRequest(path), '')), path).toEqual(
        visitorAnswers.get(path),
      );
    }
    // There are enough requests of every kind for a meaningful comparison.
    expect(personalAnswerCount).toBeGreaterThan(3);
    for (const status of [200, 304, 400, 404, 421])
      expect(statuses.get(status) ?? 0, String(status)).toBeGreaterThan(0);
  });
});
