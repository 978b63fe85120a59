import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Client, DatabaseError } from 'pg';
import { prepareArchiveSettings } from './archive.ts';
import { prepareBinaries } from './binaries.ts';
import { acquireDataDirLock, type DataDirLock } from './data-dir-lock.ts';
import { EmbeddedDatabaseError, makeCannotStartError } from './embedded-database-error.ts';
import { makeEmbeddedUrl } from './embedded-url.ts';
import {
  initialiseCluster,
  makePassword,
  ROLE,
  readPassword,
  resetPassword,
  savePassword,
} from './initialise-cluster.ts';
import { openDatabaseFolder, placeCluster } from './place-cluster.ts';
import type { ProcessAccount } from './run-as.ts';
import { prepareSocketFolder } from './socket-folder.ts';
import { type Postmaster, startPostmaster } from './start-postmaster.ts';
import { stopOrphanedServer, stopPostmaster } from './stop-postmaster.ts';

export interface EmbeddedOptions {
  /**
   * The data directory of Car House. The database is in the subfolder `database/`, and its password is in `secrets/`.
   */
  dataDir: string;
  /** Called with a message for the operator in the terminal. Most starts of the database have no message. */
  log: (line: string) => void;
  /** A monotonic clock in milliseconds. */
  now?: () => number;
  /** PostgreSQL settings that differ from the usual ones: temporary servers turn `fsync` off. */
  settings?: Readonly<Record<string, string>>;
  /**
   * Folder of the archived write-ahead log, from which backups can be restored to any time. When this option is absent,
   * nothing is archived.
   */
  backupDir?: string | undefined;
  /** Port on 127.0.0.1; a random free one by default. */
  port?: number;
  /** Folder of the npm package with the binaries. The default is the folder where npm installed the package. */
  packageFolder?: string;
  /**
   * Folders in which root stores the database when PostgreSQL's account has no access to `dataDir`, in order of
   * preference. The default folders are the system folders of place-cluster.ts.
   */
  systemFolders?: readonly string[];
}

export interface EmbeddedPostgres {
  /** `postgres://carhouse:<password>@127.0.0.1:<port>/carhouse`, with `?host=<folder>` when the server has a Unix socket. */
  url: string;
  /** The URL of another database on the same server. The function does not create the database. */
  databaseUrl(name: string): string;
  pid: number;
  /**
   * The folder of the server's data, settings and log: `<dataDir>/database`, or another folder (see `placeCluster`).
   */
  homeFolder: string;
  /**
   * Shuts the server down, waits for its end and releases the lock. Close your pools first, because open sessions are
   * ended.
   */
  stop(): Promise<void>;
}

/**
 * Starts the PostgreSQL of this data directory and returns when it accepts connections (about 1.5 s on the first run,
 * which creates the database; 0.2 s later). The start recovers from any end of the last run: a server that is still
 * running is stopped first, an unfinished initdb is repeated, and a crash is recovered from the write-ahead log. Files:
 * `<dataDir>/secrets/database-password`; `<dataDir>/database/` with `lock`, `cluster` (PostgreSQL's data),
 * `server.conf`, `server.log`, `binaries` when a copy is needed, and `location` when the cluster is stored in another
 * folder. `placeCluster` explains when and why the cluster is stored in another folder.
 *
 * @throws EmbeddedDatabaseError `DATA_DIR_LOCKED`, `NO_BINARIES` or `CANNOT_START`.
 */
export async function startEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const heldLocks: DataDirLock[] = [];
  const releaseLocks = async () => {
    for (const lock of heldLocks.splice(0).reverse()) await lock.release();
  };
  try {
    return await startInLockedFolder(options, heldLocks, releaseLocks);
  } catch (error) {
    await releaseLocks();
    if (error instanceof EmbeddedDatabaseError) throw error;
    throw makeCannotStartError(error instanceof Error ? error.message : String(error), '', error);
  }
}

async function startInLockedFolder(
  options: EmbeddedOptions,
  heldLocks: DataDirLock[],
  releaseLocks: () => Promise<void>,
): Promise<EmbeddedPostgres> {
  const { dataDir, backupDir, log, now = () => performance.now() } = options;
  const folder = await openDatabaseFolder(dataDir);
  heldLocks.push(await acquireDataDirLock(folder));
  const { homeFolder, account } = await placeCluster(folder, options.systemFolders, log);
  // A copy of a data directory has the same `location`, so the lock must also be next to the data itself.
  if (homeFolder !== folder) heldLocks.push(await acquireDataDirLock(homeFolder));

  await stopOrphanedServer(join(homeFolder, 'cluster'), log, now);
  const binariesFolder = await prepareBinaries(homeFolder, account, options.packageFolder);
  const password = await preparePassword(dataDir, binariesFolder, homeFolder, account);
  const archive = backupDir === undefined ? {} : await prepareArchiveSettings(backupDir, account);
  // A caller that chooses the sockets in the PostgreSQL settings gets a URL without a socket.
  const areSocketsConfigured = options.settings?.unix_socket_directories !== undefined;
  const socketFolder = areSocketsConfigured ? undefined : await prepareSocketFolder(homeFolder, account);
  const socket = socketFolder === undefined ? {} : { unix_socket_directories: socketFolder };
  const settings: Readonly<Record<string, string>> = { ...archive, ...socket, ...options.settings };
  await initialiseCluster({ binariesFolder, homeFolder, account, password }, settings.fsync !== 'off');

  const postmaster = await startPostmaster({
    binaries: binariesFolder,
    homeFolder,
    account,
    settings,
    port: options.port,
    now,
  });
  const databaseUrl = (name: string) => makeEmbeddedUrl({ port: postmaster.port, password, socketFolder }, name);
  try {
    await openDatabase(databaseUrl, join(homeFolder, 'cluster'));
  } catch (error) {
    await stopPostmaster(postmaster.pid, postmaster.startedAt, now);
    throw error;
  }
  const stop = makeStopFunction(postmaster, releaseLocks, log, now);
  return { url: databaseUrl(ROLE), databaseUrl, pid: postmaster.pid, homeFolder, stop };
}

/**
 * Prepares the password. When the password file is lost, the data is kept: the cluster gets a new password, which is
 * written to the file.
 */
async function preparePassword(
  dataDir: string,
  binariesFolder: string,
  homeFolder: string,
  account: ProcessAccount,
): Promise<string> {
  const existingPassword = await readPassword(dataDir);
  if (existingPassword !== undefined) return existingPassword;
  const password = makePassword();
  if (existsSync(join(homeFolder, 'cluster'))) await resetPassword({ binariesFolder, homeFolder, account, password });
  await savePassword(dataDir, password);
  return password;
}

/**
 * Creates the database `carhouse` when it is missing, and checks that the server on this port uses the expected
 * cluster.
 */
async function openDatabase(databaseUrl: (name: string) => string, clusterFolder: string): Promise<void> {
  try {
    await checkDataDirectory(databaseUrl(ROLE), clusterFolder);
  } catch (error) {
    const INVALID_CATALOG_NAME = '3D000';
    if (!(error instanceof DatabaseError) || error.code !== INVALID_CATALOG_NAME) throw error;
    await withClient(databaseUrl('postgres'), (client) => client.query(`CREATE DATABASE ${ROLE}`));
    await checkDataDirectory(databaseUrl(ROLE), clusterFolder);
  }
}

async function checkDataDirectory(url: string, clusterFolder: string): Promise<void> {
  const { rows } = await withClient(url, (client) => client.query<{ data_directory: string }>('SHOW data_directory'));
  const dataDirectory = rows[0]?.data_directory;
  if (dataDirectory !== clusterFolder)
    throw makeCannotStartError(`another server answers on its port (its data is ${dataDirectory})`);
}

async function withClient<T>(connectionString: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString, connectionTimeoutMillis: 10_000 });
  // An error outside a query also rejects the query in progress; the rejected query reports the error.
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

function makeStopFunction(
  postmaster: Postmaster,
  releaseLocks: () => Promise<void>,
  log: (line: string) => void,
  now: () => number,
): () => Promise<void> {
  let stopPromise: Promise<void> | undefined;
  postmaster.process.on('exit', (code, signalName) => {
    if (stopPromise === undefined)
      log(`The database server ended unexpectedly (${signalName ?? `exit code ${code}`}).`);
  });
  const stop = async () => {
    await stopPostmaster(postmaster.pid, postmaster.startedAt, now);
    await releaseLocks();
  };
  return () => {
    stopPromise ??= stop();
    return stopPromise;
  };
}
