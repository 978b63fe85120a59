import { randomBytes } from 'node:crypto';
import { chown, copyFile, mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import pg from 'pg';
import { prepareBinaries } from '../binaries.ts';
import { readSystemCode } from '../embedded-database-error.ts';
import { replacePort } from '../embedded-url.ts';
import { makeTestFolder } from '../make-test-folder.ts';
import { chooseAccount, type ProcessAccount } from '../run-as.ts';
import { type Postmaster, startPostmaster } from '../start-postmaster.ts';
import { stopPostmaster } from '../stop-postmaster.ts';

/** A streaming replica of a test server. */
export type TestReplica = {
  /** The URL of a database on the replica. The replica keeps its port when it is started again. */
  databaseUrl(name: string): string;
  /** Process id of the replica's PostgreSQL. */
  pid(): number;
  /** Ends the replica at once, as `kill -9` of all its processes does. */
  kill(): Promise<void>;
  /** Starts the replica again after `kill`. */
  restart(): Promise<void>;
  /** Stops the replica and removes its files. */
  stop(): Promise<void>;
};

/** Files that a base backup leaves out, as PostgreSQL's manual recommends. */
const excludedFilePattern =
  /^(postmaster\.(pid|opts)|pg_wal\/.*|pg_(replslot|dynshmem|notify|serial|snapshots|stat_tmp|subtrans)\/.*|(.*\/)?pgsql_tmp.*)$/;
const now = (): number => performance.now();

/**
 * Starts a streaming replica of a PostgreSQL server on this machine. The binaries of the embedded PostgreSQL contain no
 * `pg_basebackup`, so the files are copied between `pg_backup_start` and `pg_backup_stop`.
 * @param primaryUrl URL of a superuser of the server, with a password.
 * @param settings settings of the replica that differ from those of an embedded server.
 */
export async function startReplica(
  primaryUrl: string,
  settings: Readonly<Record<string, string>> = {},
): Promise<TestReplica> {
  const account = chooseAccount();
  const homeFolder = await makeTestFolder();
  if (account.uid !== undefined && account.gid !== undefined) await chown(homeFolder, account.uid, account.gid);
  // The slot keeps the log of the primary until the replica has it, also while the replica is killed.
  const replicationSlot = `replica_${randomBytes(6).toString('hex')}`;
  const removeFiles = () => rm(homeFolder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  const removeSlot = () =>
    runOnPrimary(
      primaryUrl,
      'SELECT pg_drop_replication_slot(slot_name) FROM pg_replication_slots WHERE slot_name = $1 AND NOT active',
      replicationSlot,
    );
  try {
    const binariesFolder = await prepareBinaries(homeFolder, account);
    await runOnPrimary(primaryUrl, 'SELECT pg_create_physical_replication_slot($1, true)', replicationSlot);
    await copyCluster(primaryUrl, join(homeFolder, 'cluster'), replicationSlot, account);
    const start = (port?: number): Promise<Postmaster> =>
      startPostmaster({
        binaries: binariesFolder,
        homeFolder,
        account,
        port,
        now,
        // A replica that was killed replays everything since its last restart point. Other tests create and drop
        // databases at the same time, and the replay of such changes is slow. The restart points are therefore as close
        // together as PostgreSQL permits.
        settings: {
          fsync: 'off',
          shared_buffers: '64MB',
          hot_standby_feedback: 'on',
          checkpoint_timeout: '30s',
          ...settings,
        },
      });
    let postmaster = await start();
    const { port } = postmaster;
    return {
      databaseUrl(name) {
        const url = replacePort(primaryUrl, port);
        url.pathname = `/${encodeURIComponent(name)}`;
        return url.href;
      },
      pid: () => postmaster.pid,
      async kill() {
        process.kill(-postmaster.pid, 'SIGKILL');
        // A killed postmaster leaves its `postmaster.pid`. The next start must not mistake this file for that of a
        // running server.
        await rm(join(homeFolder, 'cluster', 'postmaster.pid'), { force: true });
      },
      async restart() {
        postmaster = await start(port);
      },
      async stop() {
        await stopPostmaster(postmaster.pid, postmaster.startedAt, now);
        await removeSlot();
        await removeFiles();
      },
    };
  } catch (error) {
    await removeSlot().catch(() => {});
    await removeFiles();
    throw error;
  }
}

async function runOnPrimary(primaryUrl: string, sql: string, value: string): Promise<void> {
  const client = new pg.Client({ connectionString: primaryUrl });
  await client.connect();
  try {
    await client.query(sql, [value]);
  } finally {
    await client.end();
  }
}

/** Copies the files of a running server, and makes the copy a standby of this server. */
async function copyCluster(
  primaryUrl: string,
  folder: string,
  replicationSlot: string,
  account: ProcessAccount,
): Promise<void> {
  const client = new pg.Client({ connectionString: primaryUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ folder: string }>("SELECT current_setting('data_directory') AS folder");
    await client.query("SELECT pg_backup_start('replica', fast => true)");
    await copyFolder(rows[0]?.folder ?? '', folder);
    const stopResult = await client.query<{ label: string }>(
      'SELECT labelfile AS label FROM pg_backup_stop(wait_for_archive => false)',
    );
    await writeFile(join(folder, 'backup_label'), stopResult.rows[0]?.label ?? '');
  } finally {
    await client.end();
  }
  const { hostname, port, username, password } = new URL(primaryUrl);
  const connection = `host=${hostname} port=${port} user=${username} password=${decodeURIComponent(password)}`;
  await writeFile(
    join(folder, 'postgresql.auto.conf'),
    `primary_conninfo = '${connection}'\nprimary_slot_name = '${replicationSlot}'\n`,
  );
  await writeFile(join(folder, 'standby.signal'), '');
  await giveFolderTree(folder, account);
}

/** Copies the files below a folder. A running server may remove files during the copy; removed files need no copy. */
async function copyFolder(from: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true, mode: 0o700 });
  for (const entry of await readdir(from, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name).slice(from.length + 1);
    if (excludedFilePattern.test(path)) continue;
    if (entry.isDirectory()) await mkdir(join(to, path), { recursive: true, mode: 0o700 });
    if (!entry.isFile()) continue;
    await mkdir(dirname(join(to, path)), { recursive: true, mode: 0o700 });
    await copyFile(join(from, path), join(to, path)).catch((error: unknown) => {
      if (readSystemCode(error) !== 'ENOENT') throw error;
    });
  }
}

async function giveFolderTree(folder: string, { uid, gid }: ProcessAccount): Promise<void> {
  if (uid === undefined || gid === undefined) return;
  await chown(folder, uid, gid);
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true }))
    await chown(join(entry.parentPath, entry.name), uid, gid);
}
