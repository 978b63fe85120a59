import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase, openPool } from '@carhouse/database/connection/connect';
import { withDatabase } from '@carhouse/database/testing/maintenance';
import { makeTestDatabase, testPoolLimits } from '@carhouse/database/testing/test-database';
import type { ImageStore } from '@carhouse/images/image-store';
import type { SandboxCardProvider } from '@carhouse/stripe-sandbox/start-sandbox-card-provider';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { inject } from 'vitest';
import { readConfig } from '../config.ts';
import type { Context, Protection } from '../context.ts';
import { providerWebhookPath } from '../http/routing/provider-paths.ts';
import { openCardProvider } from '../startup/open-cards.ts';
import { auditCharges } from './audit-charges.ts';
import { assertAudits } from './run-audits.ts';
import { closeTestNode, openTestNode, unlimitedProtection } from './test-node.ts';
import { noPaceLimitVariables } from './without-limits.ts';

export type TestServer = {
  /** The app of the test server. With `TEST_NODES=2` every other `inject` goes to the second node. */
  readonly app: FastifyInstance;
  /** The app of the first node only, for counters and caches of one process. */
  readonly firstApp: FastifyInstance;
  /** The context of the first node. */
  readonly context: Context;
  /** The URL of the database, for additional clients. */
  readonly databaseUrl: string;
  /** The secret that signs sessions, for additional nodes on the same database. */
  readonly sessionSecret: string;
  /** The sandbox card provider: tests read its data and inject its faults. */
  readonly sandbox: SandboxCardProvider;
  /** Origin of the server on the network. */
  readonly url: string;
  /** Moves the clock of the server; the card provider keeps the real time. */
  setClock(now: () => Date): void;
  /**
   * Resolves when each node's catalogue has applied all commits, so that tests of searches need not wait for the next poll.
   */
  catchUp(): Promise<void>;
  /**
   * Switches the delivery of the card provider's events on or off. The delivery of events is off at first, so that each
   * test decides how a payment is settled.
   */
  setWebhookDelivery(isEnabled: boolean): void;
  /**
   * Names the audits (packages/database/audit/audit-queries.ts) that this test file breaks on purpose. The audits that
   * the test breaks on purpose must find rows at the end; all other audits must find none.
   */
  expectBroken(...names: readonly string[]): void;
  /** Stops all services and drops the database. @throws Error with the rows that an audit has found. */
  close(): Promise<void>;
};

/**
 * Number of server nodes of a test server. With `TEST_NODES=2 vitest run server`, the tests run with two nodes. The
 * nodes share the database, and the calls of a test alternate between them.
 */
const nodeCount = process.env.TEST_NODES === '2' ? 2 : 1;

/**
 * Most sellers in tests are new and need many listings; tests of the limits for new sellers set these limits by `env`.
 */
const manyCarsVariables = {
  NEW_SELLER_CARS: '1000000',
  NEW_SELLER_ADVERTISEMENTS: '1000000',
  IMPORT_REVIEW: 'nobody',
  NEW_SELLER_IMPORT_MB: '1000',
};

type TestServerOptions = {
  readonly cachesAnswers?: boolean;
  /**
   * URL of a pooler before the database server of the tests; empty for none. The default is the pooler that
   * `TEST_PGBOUNCER=1` starts for the whole test run.
   */
  readonly pooledServerUrl?: string;
};

/**
 * Starts the whole server without its pages, on a separate database and with a separate card provider.
 * @param protection rate limits and other protection; undefined means none.
 * @param images the image store; by default a folder of the server.
 * @param env variables of the configuration that override the defaults of tests.
 * @param options whether responses are cached as in production, and a pooler before the database.
 */
export async function startTestServer(
  protection: Protection = unlimitedProtection,
  images?: ImageStore,
  env: Readonly<Record<string, string>> = {},
  { pooledServerUrl = inject('pooledServerUrl'), ...answerCacheOptions }: TestServerOptions = {},
): Promise<TestServer> {
  const dataDir = await mkdtemp(join(tmpdir(), 'carhouse-test-house-'));
  const db = await makeTestDatabase();
  // In tests one admin may refund any amount alone; the tests of apps/server/approvals/ cover the limit.
  const pooledUrl =
    pooledServerUrl === '' ? undefined : withDatabase(pooledServerUrl, new URL(db.url).pathname.slice(1));
  const databaseVariables =
    pooledUrl === undefined ? { DATABASE_URL: db.url } : { DATABASE_URL: pooledUrl, DATABASE_SESSION_URL: db.url };
  const testVariables = {
    ...noPaceLimitVariables,
    ...manyCarsVariables,
    DATA_DIR: dataDir,
    ...databaseVariables,
    NODE_ENV: 'test',
    LOG_LEVEL: 'silent',
    REFUND_SECOND_ADMIN_ABOVE: '99999999',
  };
  const config = readConfig(false, { ...testVariables, ...env });
  const cards = await openCardProvider(config, pino({ level: config.logLevel }));
  const sandbox = cards.sandbox;
  if (sandbox === null) throw new Error('The test server takes cards at the sandbox provider.');
  let readClock = (): Date => new Date();
  const contextOptions = {
    config,
    cards,
    sessionSecret: randomBytes(32).toString('hex'),
    now: () => readClock(),
    protection,
    databaseUrl: pooledUrl ?? db.url,
    ...answerCacheOptions,
    ...(images === undefined ? {} : { images }),
  };
  const openNodePool = (applicationName: string) =>
    openPool({ url: pooledUrl ?? db.url, isPooled: pooledUrl !== undefined, applicationName, limits: testPoolLimits });
  const pooledPool = pooledUrl === undefined ? undefined : openNodePool('carhouse-test-pooled');
  const firstPool = pooledPool ?? db.pool;
  const firstDatabase = pooledPool === undefined ? db.database : openDatabase(pooledPool);
  const firstNode = await openTestNode({ ...contextOptions, pool: firstPool, database: firstDatabase });
  const nodes = [firstNode];
  for (let missingNodeCount = nodeCount - nodes.length; missingNodeCount > 0; missingNodeCount -= 1) {
    const pool = openNodePool('carhouse-test-2');
    nodes.push(await openTestNode({ ...contextOptions, pool, database: openDatabase(pool) }));
  }
  const urls = await Promise.all(nodes.map(({ app }) => app.listen({ host: '127.0.0.1', port: 0 })));
  const brokenAudits: string[] = [];
  return {
    app: makeAlternatingApp(nodes.map(({ app }) => app)),
    firstApp: firstNode.app,
    context: firstNode.context,
    databaseUrl: db.url,
    sessionSecret: contextOptions.sessionSecret,
    sandbox,
    url: urls[0] ?? '',
    setClock: (nextClock) => {
      readClock = nextClock;
    },
    catchUp: async () => {
      await Promise.all(nodes.map(({ context }) => context.catalogue.catchUp()));
    },
    // Events are sent to the last node, so that with two nodes the webhook and the browser settle payments in different
    // processes.
    setWebhookDelivery: (isEnabled) =>
      sandbox.setWebhookUrl(isEnabled ? `${urls.at(-1)}${providerWebhookPath}` : undefined),
    expectBroken: (...names) => void brokenAudits.push(...names),
    close: async () => {
      for (const node of nodes) await closeTestNode(node);
      try {
        await assertAudits(db.pool, brokenAudits);
        await auditCharges(db.pool, sandbox.account);
      } finally {
        await sandbox.close();
        for (const { context } of nodes.slice(1)) await context.pool.end();
        await pooledPool?.end();
        await db.close();
        await rm(dataDir, { recursive: true, force: true });
      }
    },
  };
}

/** Returns the first app, whose injected calls alternate between all nodes. */
function makeAlternatingApp(apps: readonly FastifyInstance[]): FastifyInstance {
  const [firstApp] = apps;
  if (firstApp === undefined) throw new Error('A server has at least one node.');
  if (apps.length === 1) return firstApp;
  let callCount = 0;
  return new Proxy(firstApp, {
    get(target, name) {
      const app = name === 'inject' ? (apps[callCount++ % apps.length] ?? target) : target;
      const value: unknown = Reflect.get(app, name, app);
      return typeof value === 'function' ? value.bind(app) : value;
    },
  });
}
