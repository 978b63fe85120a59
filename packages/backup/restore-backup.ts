import { chownSync, existsSync } from 'node:fs';
import { chmod, cp, mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { auditQueries } from '@carhouse/database/audit/audit-queries';
import { makeRestoreCommand } from '@carhouse/embedded-postgres/archive';
import { openDatabaseFolder, placeCluster } from '@carhouse/embedded-postgres/place-cluster';
import type { ProcessAccount } from '@carhouse/embedded-postgres/run-as';
import { startEmbeddedPostgres } from '@carhouse/embedded-postgres/start-embedded';
import pg from 'pg';
import { BackupFault, hashFile } from './manifest.ts';
import { type Backup, listBackups } from './take-backup.ts';

export type RestoreOptions = {
  readonly backupDir: string;
  /** The new data directory: an empty or new folder. No existing file is overwritten. */
  readonly dataDir: string;
  /** The time to restore to. The default is the end of the archive. */
  readonly at: Date | undefined;
  readonly log: (line: string) => void;
};

export type RestoreResult = {
  readonly backup: string;
  /** The time of the last restored transaction. Null when there was no transaction after the backup. */
  readonly lastChangeAt: Date | null;
  /**
   * Names of the invariants that the restored data violate (docs/reliability.md). When this list is not empty, the
   * server must not be opened to users.
   */
  readonly findings: readonly string[];
};

/** The time limit of the replay in milliseconds. Replaying the log of a day takes minutes. */
const replayTimeoutMs = 600_000;

/**
 * Creates a data directory with the state at a chosen time. The function copies the newest backup before that time,
 * checks each file, replays the archived log up to that time, and then checks the invariants (docs/reliability.md I24).
 * @throws BackupFault when no backup is old enough, a file is damaged, or the archive ends too early.
 */
export async function restoreBackup(options: RestoreOptions): Promise<RestoreResult> {
  const { backupDir, dataDir, at: restoreTime, log } = options;
  if (existsSync(dataDir) && (await readdir(dataDir)).length > 0) {
    throw new BackupFault(`${dataDir} is not empty: name a new folder.`);
  }
  const backup = await chooseBackup(backupDir, restoreTime);
  await checkFiles(backup);
  log(
    `Restoring the backup of ${backup.manifest.completedAt}, ${Object.keys(backup.manifest.files).length} files checked.`,
  );
  await mkdir(dataDir, { recursive: true, mode: 0o711 });
  const databaseHomeFolder = await placeFiles(backup, backupDir, dataDir, log);
  const { lastChangeAt, findings } = await replayLog(options, databaseHomeFolder);
  return { backup: backup.folder, lastChangeAt, findings };
}

async function chooseBackup(backupDir: string, restoreTime: Date | undefined): Promise<Backup> {
  const backups = await listBackups(backupDir);
  const newestFittingBackup = backups.find(
    ({ manifest }) => restoreTime === undefined || new Date(manifest.completedAt) <= restoreTime,
  );
  if (newestFittingBackup !== undefined) return newestFittingBackup;
  const firstBackupEnd = backups.at(-1)?.manifest.completedAt;
  throw new BackupFault(
    firstBackupEnd === undefined
      ? `There is no backup in ${backupDir}.`
      : `The oldest backup is of ${firstBackupEnd}: nothing before it can be restored.`,
  );
}

async function checkFiles({ folder, manifest }: Backup): Promise<void> {
  for (const [path, hash] of Object.entries(manifest.files)) {
    const actualHash = await hashFile(join(folder, path)).catch(() => 'missing');
    if (actualHash !== hash)
      throw new BackupFault(`The backup is damaged: ${join(folder, path)} is not what was saved.`);
  }
}

async function placeFiles(
  { folder }: Backup,
  backupDir: string,
  dataDir: string,
  log: (line: string) => void,
): Promise<string> {
  for (const name of await readdir(folder)) {
    if (name === 'cluster' || name === 'manifest.json') continue;
    await cp(join(folder, name), join(dataDir, name), { recursive: true });
  }
  const images = join(backupDir, 'images');
  if (existsSync(images)) await cp(images, join(dataDir, 'images'), { recursive: true });
  const { homeFolder: databaseHomeFolder, account } = await placeCluster(
    await openDatabaseFolder(dataDir),
    undefined,
    log,
  );
  const clusterFolder = join(databaseHomeFolder, 'cluster');
  // The folder has another name until it is complete, so that no server starts on an interrupted restore.
  await cp(join(folder, 'cluster'), `${clusterFolder}.part`, { recursive: true });
  await mkdir(join(`${clusterFolder}.part`, 'pg_wal'), { recursive: true });
  await writeFile(join(`${clusterFolder}.part`, 'recovery.signal'), '');
  await giveTreeToAccount(`${clusterFolder}.part`, account);
  await rename(`${clusterFolder}.part`, clusterFolder);
  return databaseHomeFolder;
}

/**
 * Gives the folder and everything in it to the account that runs PostgreSQL, and no access to other users. PostgreSQL
 * does not start when other users have access.
 */
async function giveTreeToAccount(folder: string, account: ProcessAccount): Promise<void> {
  for (const entry of [undefined, ...(await readdir(folder, { recursive: true, withFileTypes: true }))]) {
    const path = entry === undefined ? folder : join(entry.parentPath, entry.name);
    await chmod(path, entry?.isFile() === true ? 0o600 : 0o700);
    if (account.uid !== undefined && account.gid !== undefined) chownSync(path, account.uid, account.gid);
  }
}

async function replayLog(
  { backupDir, dataDir, at: restoreTime, log }: RestoreOptions,
  databaseHomeFolder: string,
): Promise<Omit<RestoreResult, 'backup'>> {
  const targetSettings =
    restoreTime === undefined
      ? {}
      : {
          recovery_target_time: restoreTime.toISOString().replace('T', ' ').replace('Z', '+00'),
          recovery_target_action: 'promote',
        };
  const settings = { ...targetSettings, restore_command: makeRestoreCommand(backupDir), archive_mode: 'off' };
  // PostgreSQL accepts connections during the replay, and exits when the log ends before the chosen time.
  const explainError = async (error: unknown): Promise<unknown> =>
    unreachedTimePattern.test(await readFile(join(databaseHomeFolder, 'server.log'), 'utf8'))
      ? makeArchiveEndsError(restoreTime)
      : error;
  const server = await startEmbeddedPostgres({ dataDir, log, settings }).catch(async (error: unknown) => {
    throw await explainError(error);
  });
  const client = new pg.Client({ connectionString: server.url, connectionTimeoutMillis: 10_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await waitUntilPromoted(client);
    const { rows } = await client.query<{ at: Date | null }>('SELECT pg_last_xact_replay_timestamp() AS at');
    const findings: string[] = [];
    for (const audit of auditQueries) {
      const { rows: auditRows } = await client.query(audit.sql);
      if (auditRows.length > 0) findings.push(`${audit.invariant}: ${audit.name} (${auditRows.length})`);
    }
    // Sessions and links that were valid at the chosen time may have been ended later, because a stranger had got hold
    // of them.
    for (const table of signInTables) await client.query(`DELETE FROM ${table}`);
    return { lastChangeAt: rows[0]?.at ?? null, findings };
  } catch (error) {
    throw await explainError(error);
  } finally {
    await client.end().catch(() => undefined);
    await server.stop();
  }
}

/** The tables whose rows let their holder sign in or act without a password. */
const signInTables = ['session', 'pending_sign_in', 'account_link', 'first_admin_link'] as const;

const unreachedTimePattern = /recovery ended before configured recovery target was reached/;

function makeArchiveEndsError(restoreTime: Date | undefined): BackupFault {
  return new BackupFault(
    `The archive ends before ${restoreTime?.toISOString() ?? 'that moment'}: name an earlier one, or none.`,
  );
}

async function waitUntilPromoted(client: pg.Client): Promise<void> {
  const deadline = performance.now() + replayTimeoutMs;
  for (;;) {
    const { rows } = await client.query<{ replaying: boolean }>('SELECT pg_is_in_recovery() AS replaying');
    if (rows[0]?.replaying === false) return;
    if (performance.now() > deadline) throw new BackupFault('Replaying the archive does not come to an end.');
    await wait(100);
  }
}
