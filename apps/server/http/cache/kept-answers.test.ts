import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildApp } from '../../app.ts';
import { call, makeCar, makeUser, type TestUser } from '../../testing/builders.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

/** Calls whose responses are cached for visitors: some return cars, others return none. */
const carPaths = ['/api/teslaDatas', '/api/teslas', '/api/audiDatas'];
const comparedPaths = [...carPaths, '/api/v1/brands'];

/** A second server node, with a cache. The clock of the second node does not advance, so that nothing expires. */
let cachingApp: FastifyInstance;
/** The server node without a cache. */
let server: TestServer;
let seller: TestUser;

beforeAll(async () => {
  server = await startTestServer();
  seller = await makeUser(server, 'Seller');
  cachingApp = await buildApp(server.context, { cacheClock: () => 0 });
  server.context.catalogue.start();
  await server.catchUp();
});
afterAll(async () => {
  await cachingApp.close();
  await server.close();
});

async function readAnswer(app: FastifyInstance, path: string, headers: Record<string, string> = {}) {
  const { statusCode, headers: answerHeaders, body } = await app.inject({ url: path, headers });
  expect(statusCode).toBe(200);
  return { body, etag: answerHeaders.etag, cacheControl: answerHeaders['cache-control'] };
}

const post = async (app: FastifyInstance, url: string, payload?: object) => {
  const headers = { authorization: seller.token };
  const { statusCode } = await app.inject({
    method: 'POST',
    url,
    headers,
    ...(payload === undefined ? {} : { payload }),
  });
  expect(statusCode, url).toBe(200);
};

/** Changes of a car's status, each of which changes the cached responses that contain the car. */
const statusChanges = ['withdrawal', 'relisting', 'withdrawal', 'relisting', 'sale'] as const;

it('are what a node without them answers as soon as the change feed of another node’s change is read', async () => {
  for (const brand of ['Tesla', 'Audi']) {
    const car = await makeCar(server, seller, { brand, title: `Car of ${brand}` });
    await server.catchUp();
    for (const statusChange of statusChanges) {
      const answersBefore = await Promise.all(comparedPaths.map((path) => readAnswer(cachingApp, path)));
      await post(server.app, `/api/v1/listings/${car}/${statusChange}`);
      await server.catchUp();
      const cachedAnswers = await Promise.all(comparedPaths.map((path) => readAnswer(cachingApp, path)));
      expect(cachedAnswers).toEqual(await Promise.all(comparedPaths.map((path) => readAnswer(server.app, path))));
      expect(cachedAnswers).not.toEqual(answersBefore);
    }
  }
});

it('show a change at the same node to the next who asks, however many ask while it is made', async () => {
  const car = await makeCar(server, seller, { brand: 'Tesla', title: 'Moved under load' });
  let hasRaceEnded = false;
  const concurrentReadPromises = Array.from({ length: 4 }, async () => {
    while (!hasRaceEnded) {
      for (const path of comparedPaths) await readAnswer(cachingApp, path);
      // Cached responses return immediately, so the test pauses to let the uncached calls run too.
      await pause(5);
    }
  });
  try {
    for (const statusChange of statusChanges) {
      await post(cachingApp, `/api/v1/listings/${car}/${statusChange}`);
      for (const path of carPaths)
        expect(await readAnswer(cachingApp, path)).toEqual(await readAnswer(server.app, path));
      // The counts come from the search index, which follows the change log.
      await server.catchUp();
      expect(await readAnswer(cachingApp, '/api/v1/brands')).toEqual(await readAnswer(server.app, '/api/v1/brands'));
    }
  } finally {
    hasRaceEnded = true;
    await Promise.all(concurrentReadPromises);
  }
});

it('are shared with people who have signed in where a call knows of nobody, and nobody keeps what these are sent', async () => {
  const admin = await makeUser(server, 'admin');
  const readAs = async (headers: Record<string, string>) => readAnswer(cachingApp, '/api/v1/brands', headers);
  for (const name of ['Lotus', 'Morgan']) {
    const visitorAnswer = await readAs({});
    const person = await readAs({ authorization: seller.token });
    expect([person.body, person.cacheControl]).toEqual([visitorAnswer.body, 'no-store']);
    expect((await call({ ...server, app: cachingApp }, admin, 'POST', '/api/v1/brands', { name })).status).toBe(200);
    expect((await readAs({ authorization: seller.token })).body).toContain(`"${name}"`);
  }
});

/** Returns the number of responses for its cache that the server node has computed since its start. */
async function countComputedAnswers(): Promise<number> {
  const text = await server.context.metrics.registry.metrics();
  return [...text.matchAll(/^carhouse_cache_reads_total\{cache="answers",from="made"\} (\d+)$/gm)].reduce(
    (sum, [, count]) => sum + Number(count),
    0,
  );
}

it('stay when a person changes what only they see, and are emptied twenty times in ten seconds by one account', async () => {
  const buyer = await makeUser(server, 'Buyer');
  const cachedServer = { ...server, app: cachingApp };
  const car = await makeCar(server, seller, { brand: 'Tesla' });
  await server.catchUp();
  await readAnswer(cachingApp, '/api/teslaDatas');
  const computedCountBefore = await countComputedAnswers();
  for (let repetition = 0; repetition < 15; repetition += 1) {
    const wishAnswer = await call(cachedServer, buyer, 'POST', '/api/wishLists', { productId: car });
    expect(wishAnswer.status).toBe(200);
    await readAnswer(cachingApp, '/api/teslaDatas');
    expect(
      (await call(cachedServer, buyer, 'DELETE', `/api/v1/wishes/${String(wishAnswer.body.insertedId)}`)).status,
    ).toBe(200);
    await readAnswer(cachingApp, '/api/teslaDatas');
  }
  expect(await countComputedAnswers()).toBe(computedCountBefore);
  for (let turn = 0; turn < 30; turn += 1) {
    expect((await call(cachedServer, buyer, 'PUT', '/api/v1/me', { name: `Buyer ${turn}` })).status).toBe(200);
    await readAnswer(cachingApp, '/api/teslaDatas');
  }
  expect(await countComputedAnswers()).toBe(computedCountBefore + 20);
});

it('are one for all parameters that the call does not read; what the route refuses stays refused', async () => {
  const readComputedCount = async () =>
    /cache_reads_total\{cache="answers",from="made"\} (\d+)/.exec(await server.context.metrics.registry.metrics())?.[1];
  await readAnswer(cachingApp, '/api/mercedesDatas');
  const computedCountBefore = await readComputedCount();
  expect(computedCountBefore).toBeDefined();
  for (const url of ['/api/mercedesDatas?x=1', '/api/mercedesDatas?x=2&y=3']) await readAnswer(cachingApp, url);
  expect(await readComputedCount()).toBe(computedCountBefore);
  expect((await cachingApp.inject('/api/mercedesDatas?x=4111111111111111')).statusCode).toBe(422);
});
