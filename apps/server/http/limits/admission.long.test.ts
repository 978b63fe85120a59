import { connect } from 'node:net';
import { DomainError } from '@carhouse/domain/errors/domain-error';
import type { FastifyInstance } from 'fastify';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { buildApp } from '../../app.ts';
import { unlimitedProtection } from '../../testing/test-node.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import type { AdmissionLimits } from './admission-limits.ts';

let testServer: TestServer;
let app: FastifyInstance;
let releaseFunctions: (() => void)[];
/** Number of requests for the large answer. */
let largeRequestCount: number;
let url: string;

beforeAll(async () => {
  testServer = await startTestServer();
});
afterAll(() => testServer.close());

beforeEach(async () => {
  releaseFunctions = [];
  largeRequestCount = 0;
  await startServer({ read: 50, write: 150 });
});

async function startServer(targetsMs: AdmissionLimits['targetsMs']): Promise<void> {
  const admission = { minimum: 2, initial: 8, maximum: 8, windowMs: 0, samples: 1, targetsMs };
  app = await buildApp(
    { ...testServer.context, protection: { ...unlimitedProtection, admission } },
    {
      registerPages: async (server) => {
        const hold = () => new Promise<void>((resolve) => void releaseFunctions.push(resolve));
        const answer = async () => {
          await hold();
          return {};
        };
        server.get('/api/test/usual', answer);
        server.get('/api/test/large', async () => {
          largeRequestCount += 1;
          return 'x'.repeat(20_000_000);
        });
        server.post('/api/test/change', answer);
        server.get('/api/test/away', async () => {
          await hold();
          throw new DomainError('UNAVAILABLE');
        });
        server.get('/api/test/costly', { config: { lane: 'costly' } }, answer);
        server.get('/test/page', { config: { lane: 'page' } }, answer);
        server.post('/api/test/upload', { config: { limitsUploads: true } }, answer);
      },
    },
  );
  url = await app.listen({ host: '127.0.0.1', port: 0 });
}
afterEach(async () => {
  release();
  await app.close();
});

async function call(path: string, method: 'GET' | 'POST' = 'GET') {
  const answer = await fetch(`${url}${path}`, { method });
  return { status: answer.status, retryAfter: answer.headers.get('retry-after'), body: await answer.text() };
}

function release(): void {
  for (const releaseRequest of releaseFunctions.splice(0)) releaseRequest();
}

it('refuses what is beyond the limit at once, searches and pages first, and takes calls again', async () => {
  const runningCallPromises = [call('/api/test/costly'), call('/test/page')];
  for (let index = 0; index < 5; index += 1) runningCallPromises.push(call('/api/test/usual'));
  await expect.poll(() => releaseFunctions.length).toBe(7);
  // The eighth place is only for calls that are neither a search nor a page.
  expect([(await call('/api/test/costly')).status, (await call('/test/page')).status]).toEqual([503, 503]);
  runningCallPromises.push(call('/api/test/usual'));
  await expect.poll(() => releaseFunctions.length).toBe(8);
  const refusedAnswer = await call('/api/test/usual');
  expect([refusedAnswer.status, refusedAnswer.retryAfter, JSON.parse(refusedAnswer.body).code]).toEqual([
    503,
    '1',
    'UNAVAILABLE',
  ]);
  // Brand lists, sign-in, health checks, uploads, and calls that end an attack or settle a payment have no admission
  // limit.
  for (const path of ['/api/audiDatas', '/api/v1/brands', '/healthz', '/api/v1/me'])
    expect([path, (await call(path)).status]).toEqual([path, 200]);
  expect((await call('/api/payment', 'POST')).status).toBe(401);
  const uploadPromise = call('/api/test/upload', 'POST');
  await expect.poll(() => releaseFunctions.length).toBe(9);
  release();
  expect((await Promise.all(runningCallPromises)).map(({ status }) => status)).toEqual(
    runningCallPromises.map(() => 200),
  );
  expect((await uploadPromise).status).toBe(200);
  expect((await call('/api/v1/categories')).status).toBe(200);
});

it('lets fewer calls run after late answers', async () => {
  const slowCallPromise = call('/api/test/usual');
  await expect.poll(() => releaseFunctions.length).toBe(1);
  await new Promise((resolve) => void setTimeout(resolve, 120));
  release();
  await slowCallPromise;
  // After the late answer, the limit has fallen to the minimum.
  const runningCallPromises = [call('/api/test/costly'), call('/api/test/usual')];
  await expect.poll(() => releaseFunctions.length).toBe(2);
  expect([(await call('/api/test/costly')).status, (await call('/api/test/usual')).status]).toEqual([503, 503]);
  release();
  expect((await Promise.all(runningCallPromises)).map(({ status }) => status)).toEqual([200, 200]);
});

it('changes that wait take no place from reads, and an answer that the server could not give changes no limit', async () => {
  const changeCallPromises = Array.from({ length: 8 }, () => call('/api/test/change', 'POST'));
  const failingCallPromise = call('/api/test/away');
  await expect.poll(() => releaseFunctions.length).toBe(9);
  expect((await call('/api/test/change', 'POST')).status).toBe(503);
  await new Promise((resolve) => void setTimeout(resolve, 200));
  release();
  expect((await failingCallPromise).status).toBe(503);
  expect((await Promise.all(changeCallPromises)).map(({ status }) => status)).toEqual(
    changeCallPromises.map(() => 200),
  );
  const readCallPromises = Array.from({ length: 4 }, () => call('/api/test/usual'));
  await expect.poll(() => releaseFunctions.length).toBe(4);
  release();
  expect((await Promise.all(readCallPromises)).map(({ status }) => status)).toEqual([200, 200, 200, 200]);
});

it('counts a request until its answer is complete: clients that do not read take no place, and make no answer late', async () => {
  await app.close();
  // A busy machine takes some time for the large answers.
  const targetMs = 3_000;
  await startServer({ read: targetMs, write: targetMs });
  const sockets = Array.from({ length: 8 }, () =>
    connect(Number(new URL(url).port), '127.0.0.1').on('error', () => {}),
  );
  for (const socket of sockets) socket.pause().write('GET /api/test/large HTTP/1.1\r\nHost: localhost\r\n\r\n');
  await expect.poll(() => largeRequestCount, { timeout: 30_000 }).toBe(8);
  await new Promise((resolve) => void setTimeout(resolve, 1.1 * targetMs));
  const runningCallPromises = Array.from({ length: 8 }, () => call('/api/test/usual'));
  await expect.poll(() => releaseFunctions.length).toBe(8);
  release();
  expect((await Promise.all(runningCallPromises)).map(({ status }) => status)).toEqual(
    runningCallPromises.map(() => 200),
  );
  for (const socket of sockets) socket.destroy();
});
