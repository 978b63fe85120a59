import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { copyFile, mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { makeArchiveFolderPath } from '@carhouse/embedded-postgres/archive';
import { readSystemCode } from '@carhouse/embedded-postgres/embedded-database-error';
import { findRunningEmbeddedUrl } from '@carhouse/embedded-postgres/find-running';
import { writeDurably } from '@carhouse/embedded-postgres/place-cluster';
import pg from 'pg';
import { BackupFault, type Manifest, readManifest, writeManifest } from './manifest.ts';

/**
 * Files of PostgreSQL that a backup leaves out, as PostgreSQL's manual recommends. PostgreSQL creates the excluded
 * files again, or the files belong only to the current run of the server.
 */
const excludedFilePattern =
  /^(postmaster\.(pid|opts)|pg_wal\/.*|pg_(replslot|dynshmem|notify|serial|snapshots|stat_tmp|subtrans)\/.*|(.*\/)?pgsql_tmp.*)$/;
/** Files and folders of the data directory that the server needs in addition to its database. */
const pathsOutsideCluster = ['secrets', 'images', 'mail', 'sandbox-card-provider.journal'];

export type Backup = { readonly folder: string; readonly manifest: Manifest };

/**
 * Copies the database and the other files of a running server to `<backupDir>/base/<time>`. The server remains in use.
 * With the archive of the write-ahead log, the copy can be restored to any time after the end of the copying. Images
 * never change, so each image is copied only once, to `<backupDir>/images`.
 * @throws BackupFault when no server runs on the data directory, or the server was started without the archive.
 */
export async function takeBackup(dataDir: string, backupDir: string, now: Date): Promise<Backup> {
  const url = await findRunningEmbeddedUrl(dataDir);
  if (url === undefined) throw new BackupFault(`No Car House runs on ${dataDir}: a backup is made while it runs.`);
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  client.on('error', () => undefined);
  await client.connect().catch((error: Error) => {
    throw new BackupFault(`No Car House runs on ${dataDir}: ${error.message}`);
  });
  try {
    return await copyAll(client, dataDir, backupDir, now);
  } finally {
    await client.end();
  }
}

async function copyAll(client: pg.Client, dataDir: string, backupDir: string, now: Date): Promise<Backup> {
  const { rows } = await client.query<{ folder: string; archive: string }>(
    "SELECT current_setting('data_directory') AS folder, current_setting('archive_mode') AS archive",
  );
  const [server] = rows;
  if (server?.archive !== 'on')
    throw new BackupFault('The server runs without BACKUP_DIR: start it with BACKUP_DIR first.');
  const folder = join(backupDir, 'base', now.toISOString().replace(/[-:]/g, '').replace(/\..*$/, 'Z'));
  const unfinishedFolder = `${folder}.part`;
  await rm(unfinishedFolder, { recursive: true, force: true });
  await mkdir(unfinishedFolder, { recursive: true, mode: 0o700 });
  const files: Record<string, string> = {};
  // The calls that start and stop the backup must use the same session, so no pool is used.
  await client.query("SELECT pg_backup_start('carhouse', fast => true)");
  await copyTree(server.folder, join(unfinishedFolder, 'cluster'), 'cluster', files, (path) =>
    excludedFilePattern.test(path),
  );
  const stopResult = await client.query<{ label: string }>(
    'SELECT labelfile AS label FROM pg_backup_stop(wait_for_archive => true)',
  );
  const label = stopResult.rows[0]?.label ?? '';
  await writeDurably(join(unfinishedFolder, 'cluster', 'backup_label'), label, 0o600);
  files['cluster/backup_label'] = createHash('sha256').update(label).digest('hex');
  for (const name of pathsOutsideCluster) {
    const isSharedByBackups = name === 'images';
    await copyTree(
      join(dataDir, name),
      join(isSharedByBackups ? backupDir : unfinishedFolder, name),
      name,
      isSharedByBackups ? {} : files,
      () => false,
      isSharedByBackups,
    );
  }
  const firstSegment = /\(file ([0-9A-F]{24})\)/.exec(label)?.[1] ?? '';
  const manifest: Manifest = { format: 1, completedAt: new Date().toISOString(), firstSegment, files };
  await writeManifest(unfinishedFolder, manifest);
  await rename(unfinishedFolder, folder);
  return { folder, manifest };
}

/**
 * Copies the files below `from` and records the hash of each. A running server may remove files during the copy.
 * Removed files need no copy, because the write-ahead log records their removal. When `skipsExisting` is true, a file
 * that has been copied before is not copied again.
 */
async function copyTree(
  from: string,
  to: string,
  label: string,
  files: Record<string, string>,
  isExcluded: (path: string) => boolean,
  skipsExisting = false,
): Promise<void> {
  const fileFacts = await returnUndefinedIfMissing(() => stat(from));
  if (fileFacts === undefined) return;
  if (fileFacts.isFile()) {
    await mkdir(dirname(to), { recursive: true, mode: 0o700 });
    files[label] = await copyAndHash(from, to);
    return;
  }
  await mkdir(to, { recursive: true, mode: 0o700 });
  for (const entry of await readdir(from, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name).slice(from.length + 1);
    const target = join(to, path);
    if (isExcluded(path)) continue;
    if (entry.isDirectory()) await mkdir(target, { recursive: true, mode: 0o700 });
    else if (entry.isFile() && skipsExisting) await copyFileOnce(join(from, path), target);
    else if (entry.isFile()) {
      await mkdir(dirname(target), { recursive: true, mode: 0o700 });
      const hash = await returnUndefinedIfMissing(() => copyAndHash(join(from, path), target));
      if (hash !== undefined) files[`${label}/${path}`] = hash;
    }
  }
}

/**
 * Copies a file and returns its hash. The hash is computed over the copied bytes, so it is valid for the copy even when
 * the source changes during the copy.
 */
async function copyAndHash(from: string, to: string): Promise<string> {
  const hash = createHash('sha256');
  const hashingStream = new Transform({
    transform(chunk: Buffer, _encoding, onDone) {
      hash.update(chunk);
      onDone(null, chunk);
    },
  });
  await pipeline(createReadStream(from), hashingStream, createWriteStream(to, { mode: 0o600, flush: true }));
  return hash.digest('hex');
}

async function copyFileOnce(from: string, to: string): Promise<void> {
  if ((await returnUndefinedIfMissing(() => stat(to))) !== undefined) return;
  await mkdir(dirname(to), { recursive: true, mode: 0o700 });
  await copyFile(from, `${to}.part`);
  await rename(`${to}.part`, to);
}

async function returnUndefinedIfMissing<T>(unfinishedFolder: () => Promise<T>): Promise<T | undefined> {
  try {
    return await unfinishedFolder();
  } catch (error) {
    if (readSystemCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/**
 * Removes all backups except the newest `backupsToKeepCount` ones, and the segments that no remaining backup needs.
 * @returns the number of removed backups and segments.
 */
export async function removeOldBackups(
  backupDir: string,
  backupsToKeepCount: number,
): Promise<{ readonly backupCount: number; readonly segmentCount: number }> {
  const backups = await listBackups(backupDir);
  const [recentBackups, old] = [backups.slice(0, backupsToKeepCount), backups.slice(backupsToKeepCount)];
  for (const { folder } of old) await rm(folder, { recursive: true });
  const oldestSegment = recentBackups.at(-1)?.manifest.firstSegment;
  if (oldestSegment === undefined) return { backupCount: old.length, segmentCount: 0 };
  let segmentCount = 0;
  for (const name of await readdir(makeArchiveFolderPath(backupDir))) {
    // The name of a segment begins with its timeline. The part of the name after the timeline increases across
    // timelines.
    if (!/^[0-9A-F]{24}/.test(name) || name.slice(8, 24) >= oldestSegment.slice(8)) continue;
    await rm(join(makeArchiveFolderPath(backupDir), name));
    segmentCount += 1;
  }
  return { backupCount: old.length, segmentCount };
}

/** The complete backups, the newest first. */
export async function listBackups(backupDir: string): Promise<Backup[]> {
  const names = (await returnUndefinedIfMissing(() => readdir(join(backupDir, 'base')))) ?? [];
  const completeBackups: Backup[] = [];
  for (const name of names.sort().reverse()) {
    const folder = join(backupDir, 'base', name);
    const manifest = name.endsWith('.part') ? undefined : await readManifest(folder);
    if (manifest !== undefined) completeBackups.push({ folder, manifest });
  }
  return completeBackups;
}
