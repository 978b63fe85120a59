import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { createIdentity } from '@carhouse/auth/create-identity';
import { createPasswordHasher } from '@carhouse/auth/password-hashing';
import { openDatabase, openPool } from '@carhouse/database/connection/connect';
import { createImporterLogins, ensureImporterRole } from '@carhouse/database/connection/importer-role';
import { ensureMemberRole } from '@carhouse/database/connection/member-role';
import { reservedConnectionCount } from '@carhouse/database/connection/reserved-connections';
import { listMinimumParfRules } from '@carhouse/database/connection/rules';
import { makeId } from '@carhouse/domain/ids/id';
import { startImageWorkers } from '@carhouse/images/start-image-workers';
import { guardProvider } from '@carhouse/payments/card-provider';
import { guardPayoutProvider } from '@carhouse/payments/payout-provider';
import type pg from 'pg';
import type { Logger } from 'pino';
import { buildApp } from '../app.ts';
import { openCatalogue } from '../catalogue/catalogue-client.ts';
import { makeOrigin } from '../config/listen-config.ts';
import type { Config } from '../config.ts';
import type { Context, Protection } from '../context.ts';
import { makeAdmissionLimits } from '../http/limits/admission-limits.ts';
import { rateLimits } from '../http/limits/rate-limits.ts';
import { serverLimits } from '../http/limits/server-limits.ts';
import { workShares } from '../http/limits/work-shares.ts';
import { createMetrics } from '../http/routing/metrics.ts';
import { providerWebhookPath } from '../http/routing/provider-paths.ts';
import { registerReplicaMetrics } from '../http/routing/replica-metrics.ts';
import { startImportWorkers } from '../imports/import-workers.ts';
import { openJobQueue } from '../jobs/job-queue.ts';
import { registerDepthGauges } from '../jobs/measure-depths.ts';
import { startAuditSealer } from '../jobs/start-audit-sealer.ts';
import { startJobs } from '../jobs/start-jobs.ts';
import { startOutbox } from '../jobs/start-outbox.ts';
import { startReconciler } from '../jobs/start-reconciler.ts';
import { startRetention } from '../jobs/start-retention.ts';
import { startSecurityLog } from '../jobs/start-security-log.ts';
import { startSweeper } from '../jobs/start-sweeper.ts';
import { recordInvalidMessage } from '../security/record-invalid-message.ts';
import { createSecurityLog } from '../security/record-security-events.ts';
import { registerPages } from '../ssr/register-pages.ts';
import { openTracing } from '../tracing/open-tracing.ts';
import { traceCalls } from '../tracing/trace-calls.ts';
import { keepTraceOfWaitingCaller, traceStatements } from '../tracing/trace-statements.ts';
import { deriveUndoKey } from '../wishes/restore-wish.ts';
import { assertLimits } from './assert-limits.ts';
import { enqueueGallery } from './draw-gallery.ts';
import { showFirstAdminLink } from './gate/offer-first-admin.ts';
import { addConfigRefusals, runStartChecks } from './gate/pass-gate.ts';
import { loadOrCreateSecret } from './kept-secret.ts';
import type { NodeOptions } from './node-messages.ts';
import { shareMetrics } from './node-metrics.ts';
import { openCardProvider } from './open-cards.ts';
import { openImageStore } from './open-images.ts';
import { openMailer } from './open-mailer.ts';
import { createRandomBytes } from './random-bytes.ts';
import { demoAdminEmail, seedDemo } from './seed-demo.ts';
import { seedOrders } from './seed-orders.ts';
import { serveProfiles } from './serve-profiles.ts';
import {
  findDatabaseAccess,
  makeDataDirectory,
  migrateDatabase,
  openReplicas,
  startDatabase,
} from './start-database.ts';
import { checkDurability, makeAddressFault, tryAddress, tryDatabaseServer } from './start-fault.ts';

export type RunningServer = {
  /** URL of the server, for example `http://127.0.0.1:3000`. */
  readonly url: string;
  /** Whether demo accounts exist. */
  readonly hasDemo: boolean;
  /**
   * Stops accepting connections and answers the requests of the open connections, until all of them have ended. Another
   * process must accept new connections.
   */
  drain(): Promise<void>;
  /** Stops accepting requests, finishes those in progress, then stops every service that was started. */
  close(): Promise<void>;
};

/** Milliseconds after which a stopping server aborts the requests in progress. */
const drainTimeMs = 10_000;
/**
 * Maximum number of milliseconds for which a server that is being replaced answers the requests of its open connections:
 * longer than an upload may take, and than a proxy may leave a connection idle (server-limits.ts).
 */
const replacementDrainTimeMs = 75_000;
/**
 * Limits of the wait for the catalogue at the start: a maximum time in milliseconds, and a number of listings above which
 * the start does not wait.
 */
const catalogueWaitLimits = { milliseconds: 3_000, carCount: 300_000 } as const;
/**
 * The limits of the wait for a node that starts while other nodes answer: this node accepts no connection before it can
 * answer searches.
 */
const laterNodeWaitLimits = { milliseconds: 120_000, carCount: Number.POSITIVE_INFINITY } as const;
const webRoot = fileURLToPath(new URL('../../web/', import.meta.url));

/**
 * Starts the server (the composition root): starts the configured services in order, and stops them in reverse order when a
 * step fails.
 * @param stop aborts the start; its reason is thrown.
 * @param options.protection replaces the usual rate limits, for measurements with many requests.
 * @param options.services what the primary process of several nodes has started; absent when this process starts everything.
 */
export async function startServer(
  config: Config,
  log: Logger,
  writeLine: (line: string) => void,
  stop: AbortSignal,
  options: { readonly protection?: Protection; readonly services?: NodeOptions } = {},
): Promise<RunningServer> {
  const {
    protection = {
      rateLimits,
      longestLoopDelayMs: config.overloadDelayMs,
      workShares,
      admission: makeAdmissionLimits(config.overloadDelayMs, options.services?.nodeCount ?? 1),
    },
    services,
  } = options;
  const closeFunctions: (() => Promise<unknown>)[] = [];
  const closeServices = async (): Promise<void> => {
    for (const close of closeFunctions.splice(0).reverse()) await close();
  };
  try {
    return await openServices(config, log, writeLine, stop, { protection, services }, closeFunctions, closeServices);
  } catch (error) {
    await closeServices();
    throw addConfigRefusals(config, error);
  }
}

async function openServices(
  config: Config,
  log: Logger,
  writeLine: (line: string) => void,
  stop: AbortSignal,
  { protection, services }: { readonly protection: Protection; readonly services: NodeOptions | undefined },
  closeFunctions: (() => Promise<unknown>)[],
  closeServices: () => Promise<void>,
): Promise<RunningServer> {
  await makeDataDirectory(config);
  stop.throwIfAborted();
  const url = services?.databaseUrl ?? (await startDatabase(config, writeLine, closeFunctions));
  stop.throwIfAborted();
  // The address is checked after the database, so that a second server on the same data directory reports that the
  // directory is in use, and not that the port is.
  if (services === undefined) await tryAddress(config);
  const databaseAccess = findDatabaseAccess(config, url);
  const { sessionUrl, isPooled, replicaUrls } = databaseAccess;
  const tracing = await openTracing(config, services?.number ?? 1);
  closeFunctions.push(() => tracing.close());
  const pool = openPool({
    url,
    applicationName: 'carhouse',
    reservedCount: reservedConnectionCount,
    shouldAwaitRestarts: true,
    isPooled,
    ...(tracing.isExporting ? { onConnect: (client) => traceStatements(client, tracing) } : {}),
  });
  if (tracing.isExporting) keepTraceOfWaitingCaller(pool);
  closeFunctions.push(() => pool.end());
  if (config.database.kind === 'server') await tryDatabaseServer(pool);
  if (!config.isTesting) await checkDurability(pool);
  await migrateDatabase(databaseAccess);
  if (!(await ensureMemberRole(pool))) {
    log.warn(
      'the database user may not make the role carhouse_member: row level security does not stand behind the owner checks (docs/operations.md)',
    );
  }
  if (!(await ensureImporterRole(pool))) {
    log.warn(
      'the database user may not make the role carhouse_importer: processes that read dealers’ files have all rights of the server (docs/operations.md)',
    );
  }
  const now = (): Date => new Date();
  const database = openDatabase(pool);
  const hasher = createPasswordHasher();
  await runStartChecks({ config, database, hasher, now, reportLine: writeLine });
  const cards = await openCardProvider(config, log, services?.sandboxUrl ?? null);
  if (cards.sandbox !== null) closeFunctions.push(() => cards.sandbox?.close() ?? Promise.resolve());

  const takeRandomBytes = createRandomBytes();
  const newId = <Noun extends string>() => makeId<Noun>(now(), takeRandomBytes(10));
  const sessionSecret = config.sessionSecret ?? (await loadOrCreateSecret(config.dataDir, 'session'));
  const securityLog = createSecurityLog({ pool, secret: sessionSecret, log, now, newId });
  const imageWorkers = startImageWorkers({
    onInvalidMessage: (issue) => recordInvalidMessage({ log, securityLog }, { from: 'image', issue }),
  });
  closeFunctions.push(() => imageWorkers.close());
  const importWorkers = startImportWorkers({ logins: createImporterLogins(pool, sessionUrl) });
  closeFunctions.push(() => importWorkers.close());
  const mailer = openMailer(config, log, newId);
  closeFunctions.push(async () => mailer.close());
  const metrics = createMetrics();
  const jobs = openJobQueue(sessionUrl, log, { tracing, metrics });
  closeFunctions.push(() => jobs.close());
  if (services !== undefined) metrics.readAll = shareMetrics(metrics.registry, services.number);
  const minimumParfRules = await listMinimumParfRules(database);
  const traceReplicaPool = (replicaPool: pg.Pool): void => {
    replicaPool.on('connect', (client) => traceStatements(client, tracing));
    keepTraceOfWaitingCaller(replicaPool);
  };
  const readDatabase = openReplicas(
    databaseAccess,
    { url, pool, database },
    tracing.isExporting ? traceReplicaPool : undefined,
  );
  closeFunctions.push(() => readDatabase.close());
  registerReplicaMetrics(metrics, readDatabase);
  const catalogue = openCatalogue({ databaseUrl: sessionUrl, replicaUrls, minimumParfRules, now, log, metrics });
  closeFunctions.push(() => catalogue.close());
  // This listener runs before the listeners that drop cached pages, so that no dropped page is made again from the old
  // data of a replica.
  catalogue.onTakeDown(readDatabase.requirePosition);
  const context: Context = {
    config,
    pool,
    database,
    readDatabase,
    identity: createIdentity({
      database,
      pool,
      secret: sessionSecret,
      baseUrl: config.publicUrl,
      trustedOrigins: [config.publicUrl],
      now,
      randomId: newId,
      openid: config.openid,
      hasher,
      reportFault: (signInError) => log.warn({ err: signInError }, 'a sign-in by OpenID failed'),
    }),
    cardProvider: traceCalls(guardProvider(cards.provider), 'cards', { metrics, tracing }, ['readEvent']),
    payoutProvider: traceCalls(guardPayoutProvider(cards.payoutProvider), 'payouts', { metrics, tracing }),
    cardForm: cards.form,
    images: openImageStore(config),
    imageWorkers,
    importWorkers,
    mailer,
    jobs,
    catalogue,
    minimumParfRules,
    protection,
    metrics,
    tracing,
    securityLog,
    wishUndoKey: deriveUndoKey(sessionSecret),
    log,
    now,
    wait: (milliseconds, signal) => wait(milliseconds, undefined, { signal }),
    newId,
  };
  const hasDemo = config.database.kind === 'embedded' && config.isDemo;
  if (hasDemo) await seedDemoAndOrders(context, cards.sandboxUrl, stop, writeLine);

  stop.throwIfAborted();
  catalogue.start();
  const app = await buildApp(context, {
    ...(cards.sandboxUrl === null ? {} : { sandboxUrl: cards.sandboxUrl }),
    registerPages: (server) =>
      registerPages(server, {
        webRoot,
        isDevelopment: config.isDevelopment,
        siteUrl: config.publicUrl,
        isPublicDemo: config.isPublicDemo,
        businessMode: config.businessMode,
        log,
        metrics: context.metrics,
        onTakeDown: catalogue.onTakeDown,
        countPage: (request) => server.countCall('GET /*', null, request),
        waitForTurn: (request, reply) => server.takePageTurn(request, reply),
      }),
  });
  closeFunctions.push(async () => {
    const abortTimer = setTimeout(() => app.server.closeAllConnections(), drainTimeMs);
    await app.close();
    clearTimeout(abortTimer);
  });
  if (services !== undefined) app.server.maxRequestsPerSocket = serverLimits.requestsPerConnection;
  await assertLimits(context, app);
  // Most servers load all listings before the first search request arrives. With very many listings, loading continues in
  // the background, and /readyz reports this.
  // Of several nodes, the first one does the work that is done once per start.
  const isFirst = services?.isFirst ?? true;
  const catalogueLoadPromise = catalogue.waitForListings(isFirst ? catalogueWaitLimits : laterNodeWaitLimits);
  await (stop.aborted ? undefined : Promise.race([catalogueLoadPromise, once(stop, 'abort')]));
  stop.throwIfAborted();
  await app.listen({ host: config.host, port: config.port }).catch((error: unknown) => {
    throw makeAddressFault(config, error);
  });
  const { address, port } = app.server.address() as AddressInfo;
  cards.sandbox?.setWebhookUrl(`${makeOrigin(address, port)}${providerWebhookPath}`);
  registerDepthGauges(context);
  closeFunctions.push(startReconciler(context));
  closeFunctions.push(startOutbox(context));
  await startJobs(context);
  if (hasDemo && isFirst) await enqueueGallery(context);
  closeFunctions.push(startSweeper(context));
  closeFunctions.push(startSecurityLog(context));
  closeFunctions.push(startAuditSealer(context));
  closeFunctions.push(startRetention(context));
  closeFunctions.push(await serveProfiles(config.dataDir, services?.number ?? 1, log));
  if (!hasDemo && !config.isTesting && isFirst) await showFirstAdminLink(context, writeLine);
  return {
    url: config.port === 0 ? makeOrigin(address, port) : config.publicUrl,
    hasDemo,
    drain: () => app.drain(replacementDrainTimeMs),
    close: closeServices,
  };
}

/**
 * Seeds the demo data, unless it was seeded before. Listings are seeded first, and remain when a later step fails. The
 * server works without the demo orders, so an error in seeding them does not stop the server.
 */
async function seedDemoAndOrders(
  context: Context,
  sandboxUrl: string | null,
  stop: AbortSignal,
  writeLine: (line: string) => void,
): Promise<void> {
  const cars = await seedDemo(context, stop);
  if (cars === undefined) return;
  writeLine('The demo cars are drawn and listed.');
  if (sandboxUrl === null) return;
  await seedOrders(context, { cars, sandboxUrl, admin: demoAdminEmail }).catch((error: unknown) =>
    context.log.error({ err: error }, 'the demo orders could not be seeded'),
  );
}
