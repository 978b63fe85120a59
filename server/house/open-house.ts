import { randomBytes } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { makeId } from '@carhouse/core/ids/id';
import { openDatabase, openPool } from '@carhouse/database/connect';
import { startEmbeddedPostgres } from '@carhouse/database/embedded/start-embedded';
import { migrate } from '@carhouse/database/migrate';
import { listMinimumParfRules } from '@carhouse/database/rules';
import { createIdentity } from '@carhouse/identity/create-identity';
import { createDiskImageStore } from '@carhouse/images/disk-image-store';
import type { Logger } from 'pino';
import { buildApp } from '../app.ts';
import { type Config, urlOf } from '../config.ts';
import type { Context } from '../context.ts';
import { startReconciler } from '../jobs/start-reconciler.ts';
import { registerPages } from '../pages/register-pages.ts';
import { webhookPath } from '../payments/routes.ts';
import { keptSecret } from './kept-secret.ts';
import { openCards } from './open-cards.ts';
import { seedDemo } from './seed-demo.ts';
import { addressFault, dataDirFault, migrationFault, tryAddress, tryDatabaseServer } from './start-fault.ts';

export type House = {
  /** Where it answers, for example `http://127.0.0.1:3000`. */
  readonly url: string;
  /** Whether the demo accounts are there. */
  readonly hasDemo: boolean;
  /** Stops taking requests, finishes those under way, then stops everything that was started. */
  close(): Promise<void>;
};

/** Requests that are still open after this are cut, in milliseconds. */
const drainTime = 10_000;
const webRoot = fileURLToPath(new URL('../../web/', import.meta.url));

/**
 * The composition root: starts what the configuration asks for, in order, and undoes it in reverse when a step fails.
 * @param stop breaks the opening off; then its reason is thrown.
 */
export async function openHouse(
  config: Config,
  log: Logger,
  say: (line: string) => void,
  stop: AbortSignal,
): Promise<House> {
  const closers: (() => Promise<unknown>)[] = [];
  const closeAll = async (): Promise<void> => {
    for (const close of closers.splice(0).reverse()) await close();
  };
  try {
    return await open(config, log, say, stop, closers, closeAll);
  } catch (error) {
    await closeAll();
    throw error;
  }
}

async function open(
  config: Config,
  log: Logger,
  say: (line: string) => void,
  stop: AbortSignal,
  closers: (() => Promise<unknown>)[],
  closeAll: () => Promise<void>,
): Promise<House> {
  await mkdir(config.dataDir, { recursive: true }).catch((error: unknown) => {
    throw dataDirFault(config.dataDir, error);
  });
  stop.throwIfAborted();
  const url = await databaseUrl(config, say, closers);
  stop.throwIfAborted();
  // After the database: a second start on this data directory is to hear of the first one, not of its port.
  await tryAddress(config);
  const pool = openPool({ url, applicationName: 'carhouse' });
  closers.push(() => pool.end());
  if (config.database.kind === 'server') await tryDatabaseServer(pool);
  await migrate(pool).catch((error: unknown) => {
    throw migrationFault(error);
  });
  const cards = await openCards(config, log);
  if (cards.sandbox !== null) closers.push(() => cards.sandbox?.close() ?? Promise.resolve());

  const now = (): Date => new Date();
  const newId = <Noun extends string>() => makeId<Noun>(now(), randomBytes(10));
  const database = openDatabase(pool);
  const context: Context = {
    config,
    pool,
    database,
    identity: createIdentity({
      database,
      pool,
      secret: await keptSecret(config.dataDir, 'session'),
      baseUrl: config.publicUrl,
      trustedOrigins: [config.publicUrl],
      now,
      randomId: newId,
    }),
    cardProvider: cards.provider,
    cardForm: cards.form,
    images: createDiskImageStore(join(config.dataDir, 'images')),
    minimumParfRules: await listMinimumParfRules(database),
    log,
    now,
    newId,
  };
  const hasDemo = config.database.kind === 'embedded' && !config.production;
  if (hasDemo && (await seedDemo(context, stop))) say('The demo cars are drawn and listed.');

  stop.throwIfAborted();
  const app = await buildApp(context, {
    ...(cards.sandbox === null ? {} : { sandboxUrl: cards.sandbox.url }),
    registerPages: (server) => registerPages(server, { webRoot, development: config.development, log }),
  });
  closers.push(async () => {
    const cut = setTimeout(() => app.server.closeAllConnections(), drainTime);
    await app.close();
    clearTimeout(cut);
  });
  await app.listen({ host: config.host, port: config.port }).catch((error: unknown) => {
    throw addressFault(config, error);
  });
  const { address, port } = app.server.address() as AddressInfo;
  cards.sandbox?.setWebhookUrl(`${urlOf(address, port)}${webhookPath}`);
  closers.push(startReconciler(context));
  return { url: config.port === 0 ? urlOf(address, port) : config.publicUrl, hasDemo, close: closeAll };
}

async function databaseUrl(
  config: Config,
  say: (line: string) => void,
  closers: (() => Promise<unknown>)[],
): Promise<string> {
  if (config.database.kind === 'server') return config.database.url;
  const embedded = await startEmbeddedPostgres({ dataDir: config.dataDir, log: say });
  closers.push(() => embedded.stop());
  return embedded.url;
}
