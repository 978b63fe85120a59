import { randomUUID } from 'node:crypto';
import { chmod, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openPool } from '@carhouse/database/connection/connect';
import { migrate } from '@carhouse/database/connection/migrate';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '@carhouse/embedded-postgres/start-embedded';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { restoreBackup } from './restore-backup.ts';
import { type Backup, removeOldBackups, takeBackup } from './take-backup.ts';

const ignoreLog = (): void => undefined;

let root: string;
let dataDir: string;
let backupDir: string;
let testServer: EmbeddedPostgres;
let database: pg.Pool;
let backup: Backup;

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'carhouse-backup-'));
  // When root runs PostgreSQL, the processes of PostgreSQL run as another user, who needs access to this folder.
  await chmod(root, 0o711);
  [dataDir, backupDir] = [join(root, 'data'), join(root, 'backups')];
  testServer = await startEmbeddedPostgres({ dataDir, backupDir, log: ignoreLog });
  database = openPool({ url: testServer.url, applicationName: 'carhouse-test', max: 2 });
  await migrate(database);
  await writeMarker('before the backup');
  await database.query(
    "INSERT INTO first_admin_link (token_hash, expires_at) VALUES (repeat('a', 43), now() + interval '1 hour')",
  );
  backup = await takeBackup(dataDir, backupDir, new Date());
});
afterAll(async () => {
  await database.end();
  await testServer.stop();
  await rm(root, { recursive: true, force: true });
});

async function writeMarker(name: string): Promise<void> {
  await database.query('INSERT INTO seed_marker (name, at) VALUES ($1, now())', [name]);
}

/** Reads a time between two transactions from the clock of the database. */
async function readDatabaseTime(): Promise<Date> {
  await database.query('SELECT pg_sleep(0.01)');
  const { rows } = await database.query<{ at: Date }>('SELECT clock_timestamp() AS at');
  await database.query('SELECT pg_sleep(0.01)');
  return rows[0]?.at ?? new Date(Number.NaN);
}

/** Archives the write-ahead log up to the current position, as the server does within a minute. */
async function archiveCurrentSegment(): Promise<void> {
  // PostgreSQL does not archive a segment to which nothing was written.
  await writeMarker(`archived ${randomUUID()}`);
  const { rows } = await database.query<{ segment: string }>('SELECT pg_walfile_name(pg_switch_wal()) AS segment');
  await expect
    .poll(async () => (await database.query('SELECT last_archived_wal AS last FROM pg_stat_archiver')).rows[0].last, {
      timeout: 600_000,
    })
    .toBe(rows[0]?.segment);
}

const readMarkersSql = 'SELECT name FROM seed_marker ORDER BY at';

async function readMarkers(): Promise<string[]> {
  const { rows } = await database.query<{ name: string }>(readMarkersSql);
  return rows.map((row) => row.name);
}

/**
 * Reads the markers of a restored database, and expects that links from before the restore are invalid in this
 * database.
 */
async function readRestoredMarkers(restoredDataDir: string): Promise<string[]> {
  const server = await startEmbeddedPostgres({ dataDir: restoredDataDir, log: ignoreLog });
  const client = new pg.Client({ connectionString: server.url });
  // The server may end the connection before the client has closed it.
  client.on('error', () => undefined);
  await client.connect();
  const { rows } = await client.query<{ name: string }>(readMarkersSql);
  expect((await client.query('SELECT FROM first_admin_link')).rowCount).toBe(0);
  await client.end();
  await server.stop();
  return rows.map((row) => row.name);
}

describe('a backup', () => {
  it('restores the state at a chosen time, and the invariant checks find nothing (I24)', {
    timeout: 600_000,
  }, async () => {
    await writeMarker('before the moment');
    const markersBeforeChosenTime = await readMarkers();
    const restoreTime = await readDatabaseTime();
    for (let markerNumber = 1; markerNumber <= 100; markerNumber += 1)
      await writeMarker(`after the moment ${markerNumber}`);
    await archiveCurrentSegment();
    const restoredDataDir = join(root, 'then');
    const { findings } = await restoreBackup({ backupDir, dataDir: restoredDataDir, at: restoreTime, log: ignoreLog });
    expect(findings).toEqual([]);
    expect(markersBeforeChosenTime[0]).toBe('before the backup');
    expect(markersBeforeChosenTime.at(-1)).toBe('before the moment');
    expect(await readRestoredMarkers(restoredDataDir)).toEqual(markersBeforeChosenTime);
  });

  it('restores to the end of the archive when no time is given', { timeout: 600_000 }, async () => {
    await writeMarker('the last one');
    await archiveCurrentSegment();
    const restoredDataDir = join(root, 'end');
    const { lastChangeAt } = await restoreBackup({
      backupDir,
      dataDir: restoredDataDir,
      at: undefined,
      log: ignoreLog,
    });
    expect((await readRestoredMarkers(restoredDataDir)).slice(-2)).toEqual([
      'the last one',
      expect.stringMatching(/^archived /),
    ]);
    expect(Date.now() - Number(lastChangeAt)).toBeLessThan(120_000);
  });

  it('refuses a time before it, and a time after the end of the archive', { timeout: 600_000 }, async () => {
    const timeBeforeBackup = new Date(new Date(backup.manifest.completedAt).getTime() - 60_000);
    await expect(
      restoreBackup({ backupDir, dataDir: join(root, 'early'), at: timeBeforeBackup, log: ignoreLog }),
    ).rejects.toThrow(/nothing before it can be restored/);
    const futureTime = new Date(Date.now() + 3_600_000);
    await expect(
      restoreBackup({ backupDir, dataDir: join(root, 'late'), at: futureTime, log: ignoreLog }),
    ).rejects.toThrow(/The archive ends before/);
  });

  it('refuses to restore into a folder that is not empty', async () => {
    await expect(restoreBackup({ backupDir, dataDir, at: undefined, log: ignoreLog })).rejects.toThrow(/is not empty/);
  });

  it('is refused when one byte of it has changed', async () => {
    const file = join(backup.folder, 'cluster', 'PG_VERSION');
    const originalContent = await readFile(file);
    await writeFile(file, 'X8\n');
    try {
      await expect(
        restoreBackup({ backupDir, dataDir: join(root, 'damaged'), at: undefined, log: ignoreLog }),
      ).rejects.toThrow(/The backup is damaged: .*PG_VERSION/);
    } finally {
      await writeFile(file, originalContent);
    }
  });

  it('is only made of a running test server with the archive enabled', { timeout: 600_000 }, async () => {
    const otherFolder = join(root, 'other');
    await expect(takeBackup(otherFolder, backupDir, new Date())).rejects.toThrow(/No Car House runs/);
    const serverWithoutBackup = await startEmbeddedPostgres({ dataDir: otherFolder, log: ignoreLog });
    try {
      await expect(takeBackup(otherFolder, backupDir, new Date())).rejects.toThrow(/without BACKUP_DIR/);
    } finally {
      await serverWithoutBackup.stop();
    }
  });

  it('lets older backups, and the log that only they need, be removed', { timeout: 600_000 }, async () => {
    await archiveCurrentSegment();
    const newerBackup = await takeBackup(dataDir, backupDir, new Date(Date.now() + 60_000));
    const removedCounts = await removeOldBackups(backupDir, 1);
    expect(removedCounts.backupCount).toBe(1);
    expect(removedCounts.segmentCount).toBeGreaterThan(0);
    const segments = (await readdir(join(backupDir, 'wal'))).filter((name) => /^[0-9A-F]{24}$/.test(name)).sort();
    expect(segments[0]).toBe(newerBackup.manifest.firstSegment);
    // The other tests restore the newest backup, which must therefore be the backup of the first test.
    await rm(newerBackup.folder, { recursive: true });
    backup = await takeBackup(dataDir, backupDir, new Date());
  });
});
