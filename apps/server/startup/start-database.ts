import { randomInt } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { openPool } from '@carhouse/database/connection/connect';
import { migrate } from '@carhouse/database/connection/migrate';
import { openReadDatabase, type ReadDatabase, type ReadSource } from '@carhouse/database/connection/read-database';
import { startEmbeddedPostgres } from '@carhouse/embedded-postgres/start-embedded';
import type pg from 'pg';
import type { Config } from '../config.ts';
import { findDataDirFault, findMigrationFault } from './start-fault.ts';

/** Makes the data directory unless it exists. @throws StartFault that names the reason when it cannot be made. */
export async function makeDataDirectory({ dataDir }: Config): Promise<void> {
  await mkdir(dataDir, { recursive: true }).catch((error: unknown) => {
    throw findDataDirFault(dataDir, error);
  });
}

/**
 * Starts the embedded database, unless the configuration names a database server.
 * @param closeFunctions gets the function that stops the embedded database.
 * @param settings of the embedded PostgreSQL that differ from its defaults.
 * @returns the URL of the database.
 */
export async function startDatabase(
  config: Config,
  writeLine: (line: string) => void,
  closeFunctions: (() => Promise<unknown>)[],
  settings: Readonly<Record<string, string>> = {},
): Promise<string> {
  if (config.database.kind === 'server') return config.database.url;
  const { dataDir, backupDir } = config;
  const embeddedServer = await startEmbeddedPostgres({ dataDir, backupDir, log: writeLine, settings });
  closeFunctions.push(() => embeddedServer.stop());
  return embeddedServer.url;
}

/**
 * How the database is reached. Code that needs a database session of its own uses `sessionUrl` (docs/operations.md,
 * PgBouncer).
 */
export type DatabaseAccess = {
  readonly sessionUrl: string;
  readonly isPooled: boolean;
  readonly replicaUrls: readonly string[];
  readonly maxReplicaLagBytes: number;
};

/** @param url URL of the database that `startDatabase` returned. */
export function findDatabaseAccess({ database }: Config, url: string): DatabaseAccess {
  if (database.kind === 'server') return database;
  return { sessionUrl: url, isPooled: false, replicaUrls: [], maxReplicaLagBytes: 0 };
}

/**
 * Migrates the database on a connection of its own, because the lock of the migrations belongs to a session.
 * @throws StartFault when the database user may not create tables.
 */
export async function migrateDatabase({ sessionUrl }: DatabaseAccess): Promise<void> {
  const pool = openPool({ url: sessionUrl, applicationName: 'carhouse-migrations', max: 1 });
  try {
    await migrate(pool);
  } catch (error) {
    throw findMigrationFault(error);
  } finally {
    await pool.end();
  }
}

/** Opens the replicas of the configuration; the caller must close them. */
export function openReplicas(
  { isPooled, replicaUrls, maxReplicaLagBytes }: DatabaseAccess,
  primarySource: ReadSource & { readonly url: string },
  onReplicaPool?: (pool: pg.Pool) => void,
): ReadDatabase {
  return openReadDatabase({
    primary: primarySource,
    replicaUrls,
    maxLagBytes: maxReplicaLagBytes,
    isPooled,
    applicationName: 'carhouse-reads',
    ...(onReplicaPool === undefined ? {} : { onReplicaPool }),
    tools: {
      nowMs: () => performance.now(),
      random: () => randomInt(2 ** 32) / 2 ** 32,
      wait: (milliseconds, signal) => wait(milliseconds, undefined, { signal }).catch(() => undefined),
    },
  });
}
