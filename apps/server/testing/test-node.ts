import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { createIdentity } from '@carhouse/auth/create-identity';
import { createPasswordHasher, hashingLimits } from '@carhouse/auth/password-hashing';
import { rememberingThreads } from '@carhouse/auth/testing/remembering-threads';
import type { Database } from '@carhouse/database/connection/connect';
import { createImporterLogins } from '@carhouse/database/connection/importer-role';
import { listMinimumParfRules } from '@carhouse/database/connection/rules';
import { makeId } from '@carhouse/domain/ids/id';
import { createDiskImageStore } from '@carhouse/images/disk-image-store';
import type { ImageStore } from '@carhouse/images/image-store';
import { startImageWorkers } from '@carhouse/images/start-image-workers';
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { type Logger, pino } from 'pino';
import { buildApp } from '../app.ts';
import { openCatalogue } from '../catalogue/catalogue-client.ts';
import type { Config } from '../config.ts';
import type { Context, Protection } from '../context.ts';
import { withoutRateLimits } from '../http/limits/rate-limits.ts';
import { createMetrics } from '../http/routing/metrics.ts';
import { registerReplicaMetrics } from '../http/routing/replica-metrics.ts';
import { startImportWorkers } from '../imports/import-workers.ts';
import { openJobQueue } from '../jobs/job-queue.ts';
import { createSecurityLog } from '../security/record-security-events.ts';
import type { OpenedCardProvider } from '../startup/open-cards.ts';
import { openMailer } from '../startup/open-mailer.ts';
import { findDatabaseAccess, openReplicas } from '../startup/start-database.ts';
import { traceCalls } from '../tracing/trace-calls.ts';
import { createTracing, type Tracing } from '../tracing/tracing.ts';
import { deriveUndoKey } from '../wishes/restore-wish.ts';

const cachedImportProgramPath = fileURLToPath(new URL('./cached-import-process.ts', import.meta.url));

/**
 * Settings without rate limits and overload protection. Races and generated calls send thousands of requests from one
 * address, so only tests of the limits set limits.
 */
export const unlimitedProtection: Protection = {
  rateLimits: withoutRateLimits(),
  longestLoopDelayMs: Number.POSITIVE_INFINITY,
};

export type TestNodeOptions = {
  readonly config: Config;
  readonly pool: pg.Pool;
  readonly database: Database;
  readonly databaseUrl: string;
  readonly cards: Pick<OpenedCardProvider, 'provider' | 'payoutProvider' | 'form' | 'sandboxUrl'>;
  /** The secret that signs sessions. Server nodes on one database must use the same secret. */
  readonly sessionSecret: string;
  readonly now: () => Date;
  /** Rate limits and other protection; undefined means none. */
  readonly protection?: Protection;
  /** The log of the node; standard output by default. */
  readonly log?: Logger;
  /** The tracing of the node; by default no spans are exported. */
  readonly tracing?: Tracing;
  /** The image store; by default a folder of the server. */
  readonly images?: ImageStore;
  /**
   * Whether responses are cached as in production. Without a cache of responses, each call reads the rows that a test
   * has just written.
   */
  readonly cachesAnswers?: boolean;
};

/**
 * One server node without its pages: the context of the use cases, and the routes. The node does not listen on a port yet.
 */
export type TestNode = { readonly context: Context; readonly app: FastifyInstance };

export async function openTestNode(options: TestNodeOptions): Promise<TestNode> {
  const context = await makeTestContext(options);
  const { sandboxUrl } = options.cards;
  const cacheOptions = { cachesAnswers: options.cachesAnswers === true };
  return {
    context,
    app: await buildApp(context, sandboxUrl === null ? cacheOptions : { ...cacheOptions, sandboxUrl }),
  };
}

export async function makeTestContext(options: TestNodeOptions): Promise<Context> {
  const { config, pool, database, cards, sessionSecret, now } = options;
  const log = options.log ?? pino({ level: config.logLevel });
  const metrics = createMetrics();
  const access = findDatabaseAccess(config, options.databaseUrl);
  const tracing = options.tracing ?? createTracing();
  const minimumParfRules = await listMinimumParfRules(database);
  const readDatabase = openReplicas(access, { url: options.databaseUrl, pool, database });
  registerReplicaMetrics(metrics, readDatabase);
  const catalogue = openCatalogue({
    databaseUrl: access.sessionUrl,
    replicaUrls: access.replicaUrls,
    minimumParfRules,
    now,
    log,
    metrics,
    startsOnFirstQuestion: true,
  });
  catalogue.onTakeDown(readDatabase.requirePosition);
  const newId: Context['newId'] = <Noun extends string>() => makeId<Noun>(new Date(), randomBytes(10));
  return {
    config,
    pool,
    database,
    readDatabase,
    identity: createIdentity({
      database,
      pool,
      secret: sessionSecret,
      baseUrl: config.publicUrl,
      trustedOrigins: [],
      now,
      randomId: newId,
      openid: config.openid,
      hasher: createPasswordHasher(hashingLimits, rememberingThreads),
    }),
    cardProvider: traceCalls(cards.provider, 'cards', { metrics, tracing }, ['readEvent']),
    payoutProvider: traceCalls(cards.payoutProvider, 'payouts', { metrics, tracing }),
    cardForm: cards.form,
    images: options.images ?? createDiskImageStore(join(config.dataDir, 'images')),
    // The deadline for decoding is long, because decoding may be slow on a busy machine. Tests of packages/images cover
    // decoders that hang.
    imageWorkers: startImageWorkers({ deadlineMs: 60_000 }),
    importWorkers: startImportWorkers({
      logins: createImporterLogins(options.pool, access.sessionUrl),
      programPath: cachedImportProgramPath,
    }),
    mailer: openMailer(config, log, newId),
    jobs: openJobQueue(access.sessionUrl, log, { tracing, metrics }),
    catalogue,
    minimumParfRules,
    protection: options.protection ?? unlimitedProtection,
    metrics,
    tracing,
    securityLog: createSecurityLog({ pool, secret: sessionSecret, log, now, newId }),
    wishUndoKey: deriveUndoKey(sessionSecret),
    log,
    now,
    wait: (milliseconds, signal) => wait(milliseconds, undefined, { signal }),
    newId,
  };
}

/** Stops the services that the node itself has started. */
export async function closeTestNode({ app, context }: TestNode): Promise<void> {
  await app.close();
  await context.catalogue.close();
  await context.readDatabase.close();
  await context.jobs.close();
  await context.imageWorkers.close();
  await context.importWorkers.close();
  context.mailer.close();
}
