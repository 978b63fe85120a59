import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase, openPool } from '@carhouse/database/connection/connect';
import {
  type SandboxCardProvider,
  startSandboxCardProvider,
} from '@carhouse/stripe-sandbox/start-sandbox-card-provider';
import pg from 'pg';
import { readConfig } from '../config.ts';
import type { Context } from '../context.ts';
import { sandboxProviderPath } from '../http/routing/provider-paths.ts';
import { openSandboxCardProvider } from '../startup/open-cards.ts';
import { deriveSandboxKeys, type SandboxKeys } from '../startup/sandbox-keys.ts';
import { connectWithRetries } from './connect-with-retries.ts';
import type { CrashPoint } from './crash-points.ts';
import { type ServerProcess, startServerProcess, testNodeEntryFile } from './server-process.ts';
import { makeTestContext } from './test-node.ts';

/** One database, one card provider and any number of server processes that use them, for a test of races or crashes. */
export type RaceTestbed = {
  readonly pool: pg.Pool;
  readonly sandbox: SandboxCardProvider;
  readonly keys: SandboxKeys;
  readonly sessionSecret: string;
  /** A context of this process on the same database, like another server node that serves no requests. */
  readonly context: Context;
  /** Moves the clock of `context` only; the server processes keep the real time. */
  setClock(now: () => Date): void;
  /** Starts a test node. With a crash point, the node kills itself at that point. */
  startNode(crashPoint?: CrashPoint): Promise<ServerProcess>;
  /** Starts a node with another entry file and arguments. */
  startNodeOf(entry: string, args: readonly string[]): Promise<ServerProcess>;
  /** Stops the running processes and all other services. The database remains. */
  close(): Promise<void>;
};

/** @param databaseUrl URL of a separate, migrated database; the caller drops it after `close`. */
export async function openRaceTestbed(databaseUrl: string): Promise<RaceTestbed> {
  const dataDir = await mkdtemp(join(tmpdir(), 'carhouse-race-'));
  const [secret, sessionSecret] = [randomBytes(32).toString('hex'), randomBytes(32).toString('hex')];
  const keys = deriveSandboxKeys(secret);
  const sandbox = await startSandboxCardProvider({
    ...keys,
    host: '127.0.0.1',
    port: 0,
    basePath: sandboxProviderPath,
    now: () => new Date(),
    makeRandomId: () => randomBytes(12).toString('hex'),
    log: () => {},
  });
  const env = {
    DATABASE_URL: databaseUrl,
    SESSION_SECRET: sessionSecret,
    SANDBOX_CARDS_URL: sandbox.url,
    SANDBOX_CARDS_SECRET: secret,
    NODE_ENV: 'test',
  };
  // The connections of this pool have no timeout, unlike the connections of the server nodes.
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 4 });
  const nodePool = openPool({ url: databaseUrl, applicationName: 'carhouse-race' });
  // A database that is killed, or dropped after `close`, ends the connections of both pools.
  for (const each of [pool, nodePool]) each.on('error', () => {});
  await connectWithRetries(nodePool);
  let readClock = (): Date => new Date();
  const context = await makeTestContext({
    config: readConfig(false, { ...env, DATA_DIR: dataDir, LOG_LEVEL: 'silent' }),
    pool: nodePool,
    databaseUrl,
    database: openDatabase(nodePool),
    cards: openSandboxCardProvider(keys, sandbox.url),
    sessionSecret,
    now: () => readClock(),
  });
  let nodeCount = 0;
  const nodes = new Set<ServerProcess>();
  const startNodeOf = async (entry: string, args: readonly string[]): Promise<ServerProcess> => {
    nodeCount += 1;
    const node = await startServerProcess({ ...env, DATA_DIR: join(dataDir, `node-${nodeCount}`) }, entry, args);
    nodes.add(node);
    void node.exitPromise.then(() => nodes.delete(node));
    return node;
  };
  return {
    pool,
    sandbox,
    keys,
    sessionSecret,
    context,
    setClock: (readNewTime) => {
      readClock = readNewTime;
    },
    startNode: (crashPoint) => startNodeOf(testNodeEntryFile, crashPoint === undefined ? [] : [crashPoint]),
    startNodeOf,
    close: async () => {
      await Promise.all([...nodes].map((node) => node.stop()));
      await sandbox.close();
      // Use cases that run in this process may have started background services.
      await context.jobs.close();
      await context.catalogue.close();
      await context.imageWorkers.close();
      await context.importWorkers.close();
      await nodePool.end();
      await pool.end();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
