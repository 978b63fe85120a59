import { rm } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { readResidentBytes } from '@carhouse/server/testing/processes';
import { generateListings } from './generate-listings.ts';
import { makeClientAddress } from './http-client.ts';
import { loadListings } from './load-listings.ts';
import type { Figures } from './samples.ts';
import { makeDataDir, type ServerProcess, startServerOn } from './server-process.ts';

/** A server that was restarted with generated cars, and the time that the start took. */
export type StockServer = {
  readonly server: ServerProcess;
  /** The ids of some of the server's cars. */
  readonly carIds: readonly string[];
  readonly startFigures: readonly Figures[];
  close(): Promise<void>;
};

const maximumCarIds = 2_000;
/** Maximum time in milliseconds until a server that has just started responds to searches. */
const startTimeoutMs = 300_000;

/** Loads the cars into the database of a server, and restarts the server as an operator does. */
export async function startStockServer(listingCount: number): Promise<StockServer> {
  const dataDir = await makeDataDir();
  try {
    const emptyServer = await startServerOn(dataDir);
    const startTime = performance.now();
    await loadListings(emptyServer.databaseUrl, { count: listingCount });
    const loadSeconds = (performance.now() - startTime) / 1000;
    await emptyServer.close();
    const server = await startServerOn(dataDir);
    const readyMs = server.startMs + (await waitForFirstSearchMs(server));
    const count = Math.min(maximumCarIds, listingCount);
    return {
      server,
      carIds: [...generateListings({ count })].map(({ id }) => id),
      startFigures: [
        {
          bench: 'start-up',
          listings: listingCount,
          listening_ms: Math.round(server.startMs),
          searchable_ms: Math.round(readyMs),
          memory_mb: readMemoryMb(server.pid),
        },
        { bench: 'generated cars into PostgreSQL', listings: listingCount, seconds: Math.round(10 * loadSeconds) / 10 },
      ],
      close: async () => {
        await server.close();
        await rm(dataDir, { recursive: true, force: true });
      },
    };
  } catch (error) {
    await rm(dataDir, { recursive: true, force: true });
    throw error;
  }
}

/** The resident memory of a process without its database, in millions of bytes (Linux). */
export function readMemoryMb(pid: number): number {
  return Math.round(readResidentBytes(pid) / 1e6);
}

async function waitForFirstSearchMs(server: ServerProcess): Promise<number> {
  const startTime = performance.now();
  while (performance.now() - startTime < startTimeoutMs) {
    const headers = { 'x-forwarded-for': makeClientAddress(Math.floor(performance.now())) };
    const answer = await fetch(`${server.url}/api/v1/listings?limit=1`, { headers });
    await answer.arrayBuffer();
    if (answer.status === 200) return performance.now() - startTime;
    if (answer.status !== 503) throw new Error(`The search answered ${answer.status}.`);
    await wait(250);
  }
  throw new Error('The search did not come up.');
}
