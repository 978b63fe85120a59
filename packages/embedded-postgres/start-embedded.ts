import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Client, DatabaseError } from 'pg';
import { openArchive } from './archive.ts';
import { prepareBinaries } from './binaries.ts';
import { type DataDirLock, takeDataDirLock } from './data-dir-lock.ts';
import { cannotStart, EmbeddedDatabaseError } from './embedded-database-error.ts';
import {
  initialiseCluster,
  makePassword,
  ROLE,
  readPassword,
  resetPassword,
  savePassword,
} from './initialise-cluster.ts';
import { openDatabaseFolder, placeCluster } from './place-cluster.ts';
import type { RunAs } from './run-as.ts';
import { type Postmaster, startPostmaster } from './start-postmaster.ts';
import { stopOrphan, stopPostmaster } from './stop-postmaster.ts';

export interface EmbeddedOptions {
  /** The product's data directory. The database lives in `packages/database/` below it, its password in `secrets/`. */
  dataDir: string;
  /** Takes one line for the person at the terminal, seldom. */
  log: (line: string) => void;
  /** A clock that only goes forward, in milliseconds. */
  now?: () => number;
  /** PostgreSQL settings that differ from ours: throw-away servers turn `fsync` off. */
  settings?: Readonly<Record<string, string>>;
  /** Where the write-ahead log is archived, so that backups restore to any moment. Unset: it is not. */
  backupDir?: string | undefined;
  /** On 127.0.0.1. Unset: a random free one. */
  port?: number;
  /** Folder of the npm package with the binaries. Unset: as npm installed it. */
  packageFolder?: string;
  /**
   * Where root keeps the database when PostgreSQL's account cannot enter `dataDir`, best first. Unset: the system's.
   */
  systemFolders?: readonly string[];
}

export interface EmbeddedPostgres {
  /** `postgres://carhouse:<password>@127.0.0.1:<port>/carhouse` */
  url: string;
  /** The same server's URL for another database; it is not created. */
  databaseUrl(name: string): string;
  pid: number;
  /** Where the server's data, settings and log lie: `<dataDir>/database`, or elsewhere (see `placeCluster`). */
  home: string;
  /** Fast shutdown, waits for the end, gives the lock back. Close your pools first: open sessions are cut. */
  stop(): Promise<void>;
}

/**
 * Starts the PostgreSQL of this data directory and returns when it takes connections (about 1.5 s on the first run,
 * which makes the database; 0.2 s later). Recovers by itself from whatever ended the last run: a server that still
 * runs is stopped first, half-made data is made again, an unclean end is recovered from the write-ahead log.
 *
 * Layout: `<dataDir>/secrets/database-password`; `<dataDir>/database/` with `lock`, `cluster` (PostgreSQL's data),
 * `server.conf`, `server.log`, `binaries` where a copy is needed, and `location` when all but the first two lie
 * elsewhere: see `placeCluster` for when and why.
 *
 * @throws EmbeddedDatabaseError `DATA_DIR_LOCKED`, `NO_BINARIES` or `CANNOT_START`.
 */
export async function startEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const locks: DataDirLock[] = [];
  const releaseLocks = async () => {
    for (const lock of locks.splice(0).reverse()) await lock.release();
  };
  try {
    return await startLocked(options, locks, releaseLocks);
  } catch (error) {
    await releaseLocks();
    if (error instanceof EmbeddedDatabaseError) throw error;
    throw cannotStart(error instanceof Error ? error.message : String(error), '', error);
  }
}

async function startLocked(
  options: EmbeddedOptions,
  locks: DataDirLock[],
  releaseLocks: () => Promise<void>,
): Promise<EmbeddedPostgres> {
  const { dataDir, backupDir, log, now = () => performance.now() } = options;
  const folder = await openDatabaseFolder(dataDir);
  locks.push(await takeDataDirLock(folder));
  const { home, account } = await placeCluster(folder, options.systemFolders, log);
  // A copy of a data directory names the same place elsewhere: the lock has to lie beside the data itself, too.
  if (home !== folder) locks.push(await takeDataDirLock(home));

  await stopOrphan(join(home, 'cluster'), log, now);
  const binaries = await prepareBinaries(home, account, options.packageFolder);
  const password = await preparePassword(dataDir, binaries, home, account);
  const archive = backupDir === undefined ? {} : await openArchive(backupDir, account);
  const settings = { ...archive, ...options.settings };
  await initialiseCluster({ binaries, home, account, password }, settings.fsync !== 'off');

  const postmaster = await startPostmaster({ binaries, home, account, settings, port: options.port, now });
  const databaseUrl = (name: string) =>
    `postgres://${ROLE}:${encodeURIComponent(password)}@127.0.0.1:${postmaster.port}/${encodeURIComponent(name)}`;
  try {
    await openDatabase(databaseUrl, join(home, 'cluster'));
  } catch (error) {
    await stopPostmaster(postmaster.pid, postmaster.startedAt, now);
    throw error;
  }
  const stop = stopOnce(postmaster, releaseLocks, log, now);
  return { url: databaseUrl(ROLE), databaseUrl, pid: postmaster.pid, home, stop };
}

/** A lost password file must not cost the data: the cluster is given a new password, before the file says so. */
async function preparePassword(dataDir: string, binaries: string, home: string, account: RunAs): Promise<string> {
  const known = await readPassword(dataDir);
  if (known !== undefined) return known;
  const password = makePassword();
  if (existsSync(join(home, 'cluster'))) await resetPassword({ binaries, home, account, password });
  await savePassword(dataDir, password);
  return password;
}

/** Makes the product's database where it is missing, and makes sure that it is our cluster that answers. */
async function openDatabase(databaseUrl: (name: string) => string, cluster: string): Promise<void> {
  try {
    await checkDataDirectory(databaseUrl(ROLE), cluster);
  } catch (error) {
    const INVALID_CATALOG_NAME = '3D000';
    if (!(error instanceof DatabaseError) || error.code !== INVALID_CATALOG_NAME) throw error;
    await withClient(databaseUrl('postgres'), (client) => client.query(`CREATE DATABASE ${ROLE}`));
    await checkDataDirectory(databaseUrl(ROLE), cluster);
  }
}

async function checkDataDirectory(url: string, cluster: string): Promise<void> {
  const { rows } = await withClient(url, (client) => client.query<{ data_directory: string }>('SHOW data_directory'));
  const found = rows[0]?.data_directory;
  if (found !== cluster) throw cannotStart(`another server answers on its port (its data is ${found})`);
}

async function withClient<T>(connectionString: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString, connectionTimeoutMillis: 10_000 });
  // An error outside of a query also rejects the query that waits.
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

function stopOnce(
  postmaster: Postmaster,
  releaseLocks: () => Promise<void>,
  log: (line: string) => void,
  now: () => number,
): () => Promise<void> {
  let stopping: Promise<void> | undefined;
  postmaster.process.on('exit', (code, signalName) => {
    if (stopping === undefined) log(`The database server ended unexpectedly (${signalName ?? `exit code ${code}`}).`);
  });
  const stop = async () => {
    await stopPostmaster(postmaster.pid, postmaster.startedAt, now);
    await releaseLocks();
  };
  return () => {
    stopping ??= stop();
    return stopping;
  };
}
