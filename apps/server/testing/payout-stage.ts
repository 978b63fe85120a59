import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openDatabase, openPool } from '@carhouse/database/connection/connect';
import { migrate } from '@carhouse/database/connection/migrate';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '@carhouse/embedded-postgres/start-embedded';
import {
  type SandboxCardProvider,
  startSandboxCardProvider,
} from '@carhouse/stripe-sandbox/start-sandbox-card-provider';
import pg from 'pg';
import { readConfig } from '../config.ts';
import type { Context } from '../context.ts';
import { sandboxProviderPath } from '../http/routing/provider-paths.ts';
import { sandboxCards } from '../startup/open-cards.ts';
import { deriveSandboxKeys, type SandboxKeys } from '../startup/sandbox-keys.ts';
import { connectWithRetries } from './connect-with-retries.ts';
import { type ServerProcess, startServerProcess } from './server-process.ts';
import { makeTestContext } from './test-node.ts';

const nodeEntry = fileURLToPath(new URL('./payout-node-process.ts', import.meta.url));

/** A call to the provider at which a node ends itself. Several calls are made before. */
export type NodeCrash = { readonly call: string; readonly callsBefore: number };

/** A database of its own that can be killed, one card provider, and server processes that pay sellers. */
export type PayoutStage = {
  readonly pool: pg.Pool;
  readonly sandbox: SandboxCardProvider;
  readonly keys: SandboxKeys;
  readonly sessionSecret: string;
  /** The context of this process, like another node that serves no requests. */
  readonly context: Context;
  startNode(crash?: NodeCrash): Promise<ServerProcess>;
  /** Kills all processes of PostgreSQL with `kill -9`, and starts it again. */
  killDatabase(): Promise<void>;
  close(): Promise<void>;
};

export async function openPayoutStage(): Promise<PayoutStage> {
  const dataDir = await mkdtemp(join(tmpdir(), 'carhouse-payouts-'));
  // PostgreSQL that is started by root runs as another user, who needs access to this folder.
  await chmod(dataDir, 0o711);
  const start = (port?: number): Promise<EmbeddedPostgres> =>
    startEmbeddedPostgres({ dataDir, log: () => undefined, ...(port === undefined ? {} : { port }) });
  let database = await start();
  const { url } = database;
  const port = Number(new URL(url).port);
  const [secret, sessionSecret] = [randomBytes(32).toString('hex'), randomBytes(32).toString('hex')];
  const keys = deriveSandboxKeys(secret);
  const sandbox = await startSandboxCardProvider({
    ...keys,
    host: '127.0.0.1',
    port: 0,
    basePath: sandboxProviderPath,
    now: () => new Date(),
    randomId: () => randomBytes(12).toString('hex'),
    log: () => {},
  });
  const env = {
    DATABASE_URL: url,
    SESSION_SECRET: sessionSecret,
    SANDBOX_CARDS_URL: sandbox.url,
    SANDBOX_CARDS_SECRET: secret,
    NODE_ENV: 'test',
  };
  const pool = new pg.Pool({ connectionString: url, max: 4 });
  const nodePool = openPool({ url, applicationName: 'carhouse-race' });
  // A killed database ends all connections.
  for (const each of [pool, nodePool]) each.on('error', () => {});
  await connectWithRetries(nodePool);
  await migrate(pool);
  const context = await makeTestContext({
    config: readConfig(false, { ...env, DATA_DIR: join(dataDir, 'race'), LOG_LEVEL: 'silent' }),
    pool: nodePool,
    databaseUrl: url,
    database: openDatabase(nodePool),
    cards: sandboxCards(keys, sandbox.url),
    sessionSecret,
    now: () => new Date(),
  });
  let nodeCount = 0;
  const nodes = new Set<ServerProcess>();
  return {
    pool,
    sandbox,
    keys,
    sessionSecret,
    context,
    startNode: async (crash) => {
      nodeCount += 1;
      const args = crash === undefined ? [] : [crash.call, String(crash.callsBefore)];
      const node = await startServerProcess({ ...env, DATA_DIR: join(dataDir, `node-${nodeCount}`) }, nodeEntry, args);
      nodes.add(node);
      void node.ended.then(() => nodes.delete(node));
      return node;
    },
    killDatabase: async () => {
      process.kill(-database.pid, 'SIGKILL');
      // Releases the lock of the folder.
      await database.stop();
      database = await start(port);
    },
    close: async () => {
      await Promise.all([...nodes].map((node) => node.stop()));
      await sandbox.close();
      await context.jobs.close();
      await context.catalogue.close();
      await context.imageWorkers.close();
      await context.importWorkers.close();
      await nodePool.end();
      await pool.end();
      await database.stop();
      await rm(database.home, { recursive: true, force: true });
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
