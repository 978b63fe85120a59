import { mkdir } from 'node:fs/promises';
import { startEmbeddedPostgres } from '@carhouse/embedded-postgres/start-embedded';
import type { Config } from '../config.ts';
import { findDataDirFault } from './start-fault.ts';

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
