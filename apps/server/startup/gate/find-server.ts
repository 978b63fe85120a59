import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { findRunningEmbeddedUrl } from '@carhouse/embedded-postgres/find-running';
import { startEmbeddedPostgres } from '@carhouse/embedded-postgres/start-embedded';
import type { Config } from '../../config.ts';

/**
 * Finds the database server of the configuration, and starts an embedded one that is stopped.
 * @returns undefined when no database exists yet.
 * @throws EmbeddedDatabaseError when the embedded database cannot be started.
 */
export async function findServer(config: Config): Promise<{ readonly url: string; stop(): Promise<void> } | undefined> {
  const stop = async (): Promise<void> => {};
  if (config.database.kind === 'server') return { url: config.database.sessionUrl, stop };
  const { dataDir, backupDir } = config;
  const runningDatabaseUrl = await findRunningEmbeddedUrl(dataDir);
  if (runningDatabaseUrl !== undefined) return { url: runningDatabaseUrl, stop };
  if (!existsSync(join(dataDir, 'database'))) return undefined;
  return startEmbeddedPostgres({ dataDir, backupDir, log: () => {} });
}
