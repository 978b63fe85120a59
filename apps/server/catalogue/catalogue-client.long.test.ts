import { once } from 'node:events';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { createMetrics, type Metrics } from '../http/routing/metrics.ts';
import { call, makeCar, makeUser, type TestUser } from '../testing/builders.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { type CatalogueClient, openCatalogue } from './catalogue-client.ts';

let server: TestServer;
let seller: TestUser;
let metrics: Metrics;
/** The catalogue of a second server node on the same database, opened as in production. */
let otherCatalogue: CatalogueClient;
const reportedFaults: unknown[] = [];

beforeAll(async () => {
  server = await startTestServer();
  seller = await makeUser(server, 'Seller');
});
beforeEach(() => {
  metrics = createMetrics();
  const { log, minimumParfRules } = server.context;
  const recordingLog = Object.assign(Object.create(log) as typeof log, {
    error: (value: unknown) => reportedFaults.push(value),
  });
  const databaseUrl = server.databaseUrl;
  otherCatalogue = openCatalogue({ databaseUrl, minimumParfRules, now: () => new Date(), log: recordingLog, metrics });
});
afterEach(async () => {
  await otherCatalogue.close();
  reportedFaults.length = 0;
});
afterAll(() => server.close());

const query = (text: string) =>
  ({
    text,
    facetFilters: {},
    rangeFilters: {},
    order: { by: 'newest', descending: true },
    after: null,
    limit: 24,
    facets: [],
  }) as const;
const countResults = async (text: string) => (await otherCatalogue.ask('search', { query: query(text) })).total;
const readMetricSeconds = async (name: string) => {
  const [metricLine = ''] = (await metrics.registry.getSingleMetricAsString(name)).split('\n').slice(2);
  return Number(metricLine.split(' ').at(-1));
};

it('is unavailable until the stock is loaded, then follows the changes of all nodes by itself', async () => {
  await makeCar(server, seller, { title: 'Alpha' });
  await expect(otherCatalogue.ask('search', { query: query('alpha') })).rejects.toMatchObject({
    code: 'UNAVAILABLE',
    retryAfter: 2,
  });
  expect(otherCatalogue.isReady()).toBe(false);
  otherCatalogue.start();
  await expect(otherCatalogue.ask('search', { query: query('alpha') })).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  await otherCatalogue.catchUp();
  expect([otherCatalogue.isReady(), await countResults('alpha')]).toEqual([true, 1]);
  const car = await makeCar(server, seller, { title: 'Alpha' });
  await expect.poll(() => countResults('alpha')).toBe(2);
  await call(server, seller, 'POST', `/api/v1/listings/${car}/withdrawal`);
  await expect.poll(() => countResults('alpha')).toBe(1);
  const { rows } = await server.context.pool.query(
    "SELECT count(*)::int AS cars FROM listing WHERE status = 'available'",
  );
  expect(await readMetricSeconds('carhouse_catalogue_entries')).toBe(rows[0]?.cars);
  expect(await readMetricSeconds('carhouse_catalogue_bytes')).toBeGreaterThan(1_000);
  expect(await readMetricSeconds('carhouse_catalogue_loads')).toBe(1);
  expect(await readMetricSeconds('carhouse_catalogue_staleness_seconds')).toBeLessThan(60);
});

it('knows the display name of a brand with its first car', async () => {
  otherCatalogue.start();
  await otherCatalogue.catchUp();
  await server.context.pool.query("INSERT INTO brand (api_name, name) VALUES ('Mini_Moke', 'Mini Moke’s')");
  await makeCar(server, seller, { title: 'Beach', brand: 'Mini_Moke' });
  await otherCatalogue.catchUp();
  const { countsPromise } = await otherCatalogue.ask('page', { query: { ...query('beach'), facets: ['brand'] } });
  expect((await countsPromise).facetsJson).toBe('{"brand":[{"value":"Mini_Moke","label":"Mini Moke’s","count":1}]}');
  expect(await otherCatalogue.ask('suggest', { text: 'mini', limit: 1 })).toEqual([
    { kind: 'brand', value: 'Mini_Moke', text: 'Mini Moke’s', count: 1 },
  ]);
});

it('restarts its thread when it ends, and refuses questions until it has loaded again', async () => {
  await makeCar(server, seller, { title: 'Beta' });
  await otherCatalogue.catchUp().catch(() => {});
  otherCatalogue.start();
  await otherCatalogue.catchUp();
  const workerThread = otherCatalogue.findThread();
  const catchUpResultsPromise = Promise.allSettled([otherCatalogue.catchUp(), otherCatalogue.catchUp()]);
  if (workerThread !== null) await Promise.all([workerThread.terminate(), once(workerThread, 'exit')]);
  const unavailableResult = { status: 'rejected', reason: { code: 'UNAVAILABLE' } };
  expect(await catchUpResultsPromise).toMatchObject([unavailableResult, unavailableResult]);
  await expect(countResults('beta')).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  await expect.poll(() => countResults('beta').catch(() => -1)).toBe(1);
  expect(reportedFaults).toMatchObject([{ code: 1 }]);
});

it('goes on answering while its connection is gone, and finds afterwards what it has missed', async () => {
  await makeCar(server, seller, { title: 'Gamma' });
  otherCatalogue.start();
  await otherCatalogue.catchUp();
  const cutConnectionSql =
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'carhouse-catalogue' AND datname = current_database()";
  await server.context.pool.query(cutConnectionSql);
  await makeCar(server, seller, { title: 'Gamma' });
  expect(await countResults('gamma')).toBeGreaterThan(0);
  await expect.poll(() => countResults('gamma')).toBe(2);
  await server.context.pool.query(cutConnectionSql);
  await otherCatalogue.catchUp();
  expect(await readMetricSeconds('carhouse_catalogue_loads')).toBe(1);
});

it('answers the cars of a page and their counts of one moment, whatever changes meanwhile', async () => {
  otherCatalogue.start();
  await otherCatalogue.catchUp();
  const moonlightQuery = { ...query('moonlight'), facets: ['brand'] } as const;
  let isSearching = true;
  const searchPromise = (async () => {
    const createdListingIds = [];
    for (let attemptIndex = 0; attemptIndex < 12; attemptIndex += 1)
      createdListingIds.push(await makeCar(server, seller, { title: 'Moonlight', brand: 'Tesla' }));
    await call(server, seller, 'POST', `/api/v1/listings/${createdListingIds[0]}/withdrawal`);
    await otherCatalogue.catchUp();
  })().finally(() => {
    isSearching = false;
  });
  const totalsDuringRebuild = new Set<number>();
  try {
    while (isSearching) {
      const { ids, countsPromise } = await otherCatalogue.ask('page', { query: moonlightQuery });
      const { total, facetsJson } = await countsPromise;
      expect(total).toBe(ids.length);
      const { brand } = JSON.parse(facetsJson) as { brand: { value: string; count: number }[] };
      expect(brand).toEqual(total === 0 ? [] : [{ value: 'Tesla', count: total }]);
      totalsDuringRebuild.add(total);
    }
  } finally {
    await searchPromise;
  }
  const {
    ids,
    lastCursor,
    hasMore: more,
    countsPromise: counts,
  } = await otherCatalogue.ask('page', {
    query: { ...moonlightQuery, limit: 4 },
  });
  expect([ids.length, lastCursor?.id, more, (await counts).total]).toEqual([4, ids.at(-1), true, 11]);
  expect(totalsDuringRebuild.size).toBeGreaterThan(1);
});

it('is rebuilt beside the old one when an admin asks for it, on every node', async () => {
  await makeCar(server, seller, { title: 'Delta' });
  otherCatalogue.start();
  await otherCatalogue.catchUp();
  const admin = await makeUser(server, 'admin');
  // The triggers are off, so the change log has no row for this update.
  await server.context.pool.query(
    "BEGIN; SET LOCAL session_replication_role = 'replica'; UPDATE listing SET title = 'Epsilon' WHERE title = 'Delta'; COMMIT",
  );
  await otherCatalogue.catchUp();
  expect([await countResults('delta'), await countResults('epsilon')]).toEqual([1, 0]);
  expect((await call(server, admin, 'POST', '/api/v1/catalogue/rebuild')).status).toBe(202);
  await otherCatalogue.catchUp();
  expect([await countResults('delta'), await countResults('epsilon')]).toEqual([0, 1]);
  expect(await readMetricSeconds('carhouse_catalogue_loads')).toBe(2);
});

it('closes at any moment: before it was started, while it loads, and while a question waits', async () => {
  await otherCatalogue.close();
  await expect(otherCatalogue.catchUp()).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  const { log, minimumParfRules, now } = server.context;
  const rebuiltCatalogue = openCatalogue({
    databaseUrl: server.databaseUrl,
    minimumParfRules,
    now,
    log,
    metrics: createMetrics(),
  });
  rebuiltCatalogue.start();
  const catchUpResultsPromise = Promise.allSettled([rebuiltCatalogue.catchUp()]);
  await rebuiltCatalogue.close();
  expect(await catchUpResultsPromise).toMatchObject([{ status: 'rejected', reason: { code: 'UNAVAILABLE' } }]);
});

it('is waited for while its stock is loaded, but not for a stock that is too large for it', async () => {
  await makeCar(server, seller, { title: 'Waited' });
  otherCatalogue.start();
  await otherCatalogue.waitForListings({ milliseconds: 60_000, carCount: 0 });
  expect(otherCatalogue.isReady()).toBe(false);
  await otherCatalogue.waitForListings({ milliseconds: 60_000, carCount: 1_000_000 });
  expect([otherCatalogue.isReady(), await countResults('waited')]).toEqual([true, 1]);
  // The catalogue is loaded already, so this call returns immediately.
  await otherCatalogue.waitForListings({ milliseconds: 60_000, carCount: 0 });
  expect(otherCatalogue.isReady()).toBe(true);
});
