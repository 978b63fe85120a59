import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { makeUser } from '../../testing/builders.ts';
import { listContractCalls } from '../../testing/contract-calls.ts';
import { unlimitedProtection } from '../../testing/test-node.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { uploadTestImage } from '../../testing/uploads.ts';
import { rateLimits, withoutRateLimits } from './rate-limits.ts';

/*
 * Routes outside of the API, which anybody may request without a session: each of them has a limit or costs no work of the
 * database and the image store.
 */

const { sitemaps, newPictures, refusedEvents } = rateLimits;
let server: TestServer;

beforeAll(async () => {
  server = await startTestServer({
    ...unlimitedProtection,
    rateLimits: withoutRateLimits({
      sitemaps: { ...sitemaps, count: 5 },
      newPictures: { ...newPictures, count: 5 },
      refusedEvents: { ...refusedEvents, count: 5 },
    }),
  });
});
afterAll(() => server.close());
beforeEach(() => {
  const now = new Date();
  server.setClock(() => now);
});

/** Sends these requests one after the other to one server node from one address, and returns their statuses. */
async function readStatuses(urls: readonly string[], remoteAddress: string): Promise<readonly number[]> {
  const statuses: number[] = [];
  for (const url of urls) statuses.push((await server.firstApp.inject({ url, remoteAddress })).statusCode);
  return statuses;
}

it('parts of the sitemap that do not exist cost one query together, and are limited', async () => {
  const connectSpy = vi.spyOn(server.context.pool, 'connect');
  try {
    const urls = Array.from({ length: 7 }, (_, index) => `/sitemaps/${9_000 + index}.xml`);
    expect(await readStatuses(urls, '198.51.100.1')).toEqual([404, 404, 404, 404, 404, 429, 429]);
    expect(connectSpy.mock.calls.length).toBeLessThanOrEqual(1);
  } finally {
    connectSpy.mockRestore();
  }
});

it('pictures that were never found are limited, and pictures that were found are not', async () => {
  const seller = await makeUser(server, 'Seller');
  const { url } = await uploadTestImage(server, seller);
  const address = '198.51.100.2';
  expect(await readStatuses([url], address)).toEqual([200]);
  const unknownPicturePaths = Array.from({ length: 6 }, (_, index) => `/media/${String(index).repeat(40)}-1600.webp`);
  expect(await readStatuses(unknownPicturePaths, address)).toEqual([404, 404, 404, 404, 429, 429]);
  expect(await readStatuses([url], address)).toEqual([200]);
});

it('refused events of the card provider are limited and then not logged', async () => {
  const postUnsignedEvent = async () =>
    (
      await server.firstApp.inject({
        method: 'POST',
        url: '/api/webhooks/card-provider',
        headers: { 'content-type': 'application/json', 'stripe-signature': 't=1,v1=00' },
        payload: '{}',
        remoteAddress: '198.51.100.3',
      })
    ).statusCode;
  const statuses = [];
  for (let repetition = 0; repetition < 7; repetition += 1) statuses.push(await postUnsignedEvent());
  expect(statuses).toEqual([400, 400, 400, 400, 400, 429, 429]);
});

it('fifty questions about readiness ask the database once', async () => {
  const querySpy = vi.spyOn(server.context.pool, 'query');
  try {
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => server.firstApp.inject({ url: '/readyz', remoteAddress: '198.51.100.4' })),
    );
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
    const migrationQueries = querySpy.mock.calls.filter(([text]) => String(text).includes('schema_migration'));
    expect(migrationQueries).toHaveLength(1);
  } finally {
    querySpy.mockRestore();
  }
});

it('every call by which an admin reads personal data counts in one limit', async () => {
  const calls = (await listContractCalls()).map((each) => each.call);
  const countedReads = calls.filter(
    (each) => each.method === 'GET' && each.access === 'admin' && each.showsPeople === true,
  );
  expect(countedReads.length).toBeGreaterThan(8);
  const countedCalls: readonly string[] = rateLimits.adminLists.calls;
  expect(
    countedReads.map(({ method, path }) => `${method} ${path}`).filter((name) => !countedCalls.includes(name)),
  ).toEqual([]);
});
