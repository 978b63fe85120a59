import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { openPool } from '@carhouse/database/connection/connect';
import { findRunningEmbeddedUrl } from '@carhouse/embedded-postgres/find-running';
import type pg from 'pg';
import { makeClientAddress } from '../http-client.ts';
import { computeQuantile, type Figures } from '../samples.ts';
import { makeDataDir, waitForReadyUrl } from '../server-process.ts';
import type { EventLoopReport } from '../watch-event-loop.ts';

const serverFile = fileURLToPath(new URL('../../../apps/server/main.ts', import.meta.url));
const eventLoopWatcherFile = join(import.meta.dirname, '../watch-event-loop.ts');
/** Number of demo cars whose galleries are drawn during the measurement. */
const galleryCountToReach = 12;
const paths = ['/', '/cars?brand=Ferrari', '/api/v1/listings?q=tesla', '/api/teslaDatas'];

/**
 * Measures the first start of the product with its demo data, as `npm start` runs it: how long the event loop of the
 * serving process is blocked until the process listens. The second measurement covers the event loop while the server
 * draws the other pictures of the first cars and visitors request pages and searches.
 */
export async function benchFirstStart(): Promise<Figures[]> {
  const dataDir = await makeDataDir();
  const { DATABASE_URL: _none, NODE_ENV: _unset, ...env } = process.env;
  const startTime = performance.now();
  const node = spawn(process.execPath, ['--import', eventLoopWatcherFile, serverFile], {
    env: {
      ...env,
      DATA_DIR: dataDir,
      PORT: '0',
      HOST: '127.0.0.1',
      LOG_LEVEL: 'error',
      // Each request has its own client address, which a configured proxy reports. NODE_ENV is `test`, because a server
      // with a proxy would otherwise count as public.
      NODE_ENV: 'test',
      TRUSTED_PROXIES: '127.0.0.1',
    },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  try {
    const url = await waitForReadyUrl(node);
    const startMs = performance.now() - startTime;
    const reportUntilListening = await waitForReport(node);
    const database = await openDemoDatabase(dataDir);
    const latenciesMs: number[] = [];
    let requestCount = 0;
    const drawingStartTime = performance.now();
    while ((await countGalleries(database)) < galleryCountToReach) {
      for (const path of paths) {
        requestCount += 1;
        const ms = await timeRequestMs(url + path, makeClientAddress(requestCount));
        if (ms !== undefined) latenciesMs.push(ms);
      }
      await wait(50);
    }
    const seconds = (performance.now() - drawingStartTime) / 1000;
    const drawingReport = await waitForReport(node);
    await database.end();
    return [
      {
        bench: 'first start: until it listens',
        ms: Math.round(startMs),
        ...formatEventLoopFigures(reportUntilListening),
      },
      {
        bench: 'first start: while it draws',
        cars: galleryCountToReach,
        seconds: Math.round(seconds),
        ...formatEventLoopFigures(drawingReport),
        asked: requestCount,
        overload_503: requestCount - latenciesMs.length,
        answer_p50_ms: Math.round(computeQuantile(latenciesMs, 0.5)),
        answer_max_ms: Math.round(computeQuantile(latenciesMs, 1)),
      },
    ];
  } finally {
    const exitPromise = once(node, 'exit');
    node.kill('SIGTERM');
    await exitPromise;
    await rm(dataDir, { recursive: true, force: true });
  }
}

const formatEventLoopFigures = ({ longestMs, p99Ms, cpuMs }: EventLoopReport) => ({
  longest_block_ms: Math.round(longestMs),
  p99_block_ms: Math.round(p99Ms),
  server_cpu_ms: Math.round(cpuMs),
});

async function waitForReport(node: ChildProcess): Promise<EventLoopReport> {
  const reportPromise = once(node, 'message');
  node.send('report');
  const [report] = (await reportPromise) as [EventLoopReport];
  return report;
}

async function openDemoDatabase(dataDir: string): Promise<pg.Pool> {
  const url = await findRunningEmbeddedUrl(dataDir);
  if (url === undefined) throw new Error('The embedded database is not to be found.');
  return openPool({ url, applicationName: 'carhouse-bench', max: 1 });
}

async function countGalleries(database: pg.Pool): Promise<number> {
  const { rows } = await database.query<{ cars: number }>(
    'SELECT count(*)::int AS cars FROM listing_image WHERE position = 4',
  );
  return rows[0]?.cars ?? 0;
}

/**
 * Returns the milliseconds until the whole response has arrived; undefined for a request that was refused under
 * overload.
 * @throws Error for statuses other than 200 and 503
 */
async function timeRequestMs(url: string, address: string): Promise<number | undefined> {
  const startTime = performance.now();
  const answer = await fetch(url, { headers: { 'x-forwarded-for': address } });
  await answer.arrayBuffer();
  if (answer.status === 503) return undefined;
  if (answer.status !== 200) throw new Error(`${url} answered ${answer.status}.`);
  return performance.now() - startTime;
}
