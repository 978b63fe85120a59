import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { takeBackup } from '@carhouse/backup/take-backup';
import { openPool } from '@carhouse/database/connection/connect';
import { findRunningEmbeddedUrl } from '@carhouse/embedded-postgres/find-running';
import { startMailServer } from '@carhouse/mail/testing/start-mail-server';
import { loadSandboxKeys } from '@carhouse/server/startup/own-sandbox';
import { waitUntil } from '@carhouse/server/testing/processes';
import { runCommand } from '@carhouse/server/testing/run-command';
import {
  makeProductionEnvironment,
  type ServerProcess,
  startServerProcess,
} from '@carhouse/server/testing/server-process';
import type pg from 'pg';
import { findBrokenAudits } from '../../cluster/judge.ts';
import type { FaultRow, RowResult } from '../fault-row.ts';
import { makeLoadPeople, startLoad } from '../rig/fault-load.ts';
import { ClientHistory } from '../rig/history.ts';
import { findWrongWrites } from '../rig/judge-history.ts';

/** The product on its own embedded database, which archives its log for backups. */
type ArchivedProduct = {
  readonly folder: string;
  readonly dataDir: string;
  readonly backupDir: string;
  readonly env: Readonly<Record<string, string>>;
  readonly server: ServerProcess;
  readonly pool: pg.Pool;
  readonly sessionSecret: string;
};

async function withArchivedProduct(use: (product: ArchivedProduct) => Promise<RowResult>): Promise<RowResult> {
  const folder = await mkdtemp(join(tmpdir(), 'carhouse-faults-'));
  await chmod(folder, 0o711);
  const closers: (() => Promise<unknown>)[] = [() => rm(folder, { recursive: true, force: true })];
  try {
    const [dataDir, backupDir] = [join(folder, 'data'), join(folder, 'backups')];
    const mailServer = await startMailServer();
    closers.push(() => mailServer.close());
    const sessionSecret = randomBytes(32).toString('hex');
    const env = {
      ...makeProductionEnvironment(mailServer.port),
      LOG_LEVEL: 'warn',
      DATABASE_URL: '',
      DATA_DIR: dataDir,
      BACKUP_DIR: backupDir,
      SESSION_SECRET: sessionSecret,
      TRUSTED_PROXIES: '127.0.0.1',
    };
    const server = await startServerProcess(env);
    closers.push(() => server.stop());
    const pool = openPool({ url: (await findRunningEmbeddedUrl(dataDir)) ?? '', applicationName: 'carhouse-faults' });
    closers.push(() => pool.end());
    return await use({ folder, dataDir, backupDir, env, server, pool, sessionSecret });
  } finally {
    for (const close of closers.reverse()) await close();
  }
}

/** Runs the load for a while. */
async function runLoad(product: ArchivedProduct, milliseconds: number, seed: number): Promise<ClientHistory> {
  const { pool, sessionSecret, server, dataDir } = product;
  const history = new ClientHistory();
  const testbed = { pool, sessionSecret, origin: server.url, keys: await loadSandboxKeys(dataDir) };
  const load = startLoad(testbed, await makeLoadPeople(testbed), history, seed);
  await wait(milliseconds);
  await load.stop();
  return history;
}

/** Lets PostgreSQL archive everything up to now. */
async function archiveLog(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<{ segment: string }>('SELECT pg_walfile_name(pg_switch_wal()) AS segment');
  await waitUntil('the archived log', 60_000, async () => {
    const sql = 'SELECT last_archived_wal >= $1 AS done FROM pg_stat_archiver';
    return (await pool.query<{ done: boolean }>(sql, [rows[0]?.segment])).rows[0]?.done === true;
  });
}

/**
 * Restores the database to an earlier moment while the server still runs under load, and starts a second server on the
 * restored data.
 */
function restoreWhileServerRuns(): Promise<RowResult> {
  return withArchivedProduct(async (product) => {
    const { pool, env, folder, dataDir, backupDir } = product;
    const failures: string[] = [];
    await runLoad(product, 1_500, 1);
    await takeBackup(dataDir, backupDir, new Date());
    const historyBefore = await runLoad(product, 2_500, 2);
    const { rows } = await pool.query<{ at: Date }>('SELECT clock_timestamp() AS at');
    const moment = rows[0]?.at ?? new Date(Number.NaN);
    await wait(50);
    const historyAfter = await runLoad(product, 2_000, 3);
    await archiveLog(pool);
    const loadDuringRestorePromise = runLoad(product, 5_000, 4);
    const targetDir = join(folder, 'restored');
    const startMs = performance.now();
    const restoreResult = await runCommand(
      'commands/restore.ts',
      ['--to', targetDir, '--at', moment.toISOString()],
      env,
    );
    const restoreMs = Math.round(performance.now() - startMs);
    if (restoreResult.code !== 0)
      failures.push(`the restore ended with ${restoreResult.code}: ${restoreResult.output.slice(-500)}`);
    const refusalResult = await runCommand('commands/restore.ts', ['--to', dataDir], env);
    if (refusalResult.code !== 1) failures.push(`a restore into the folder in use ended with ${refusalResult.code}`);
    const historyDuringRestore = await loadDuringRestorePromise;
    failures.push(
      ...(await findWrongWrites(pool, historyDuringRestore)).map((text) => `while it was restored: ${text}`),
    );
    failures.push(...(await judgeRestored(product, targetDir, historyBefore, historyAfter)));
    return {
      figures: {
        restoreMs,
        acknowledgedBefore: historyBefore.countWrites('ok'),
        acknowledgedAfter: historyAfter.countWrites('ok'),
        meanwhile: historyDuringRestore.countWrites('ok'),
      },
      failures,
    };
  });
}

async function judgeRestored(
  { env }: ArchivedProduct,
  dataDir: string,
  historyBefore: ClientHistory,
  historyAfter: ClientHistory,
): Promise<readonly string[]> {
  const server = await startServerProcess({ ...env, DATA_DIR: dataDir, BACKUP_DIR: '' });
  const pool = openPool({ url: (await findRunningEmbeddedUrl(dataDir)) ?? '', applicationName: 'carhouse-faults' });
  try {
    const failures = [...(await findWrongWrites(pool, historyBefore))];
    const bookingIdsAfterTarget = historyAfter.writes
      .filter(({ kind, outcome }) => kind === 'booking' && outcome === 'ok')
      .map(({ id }) => id);
    const sql = 'SELECT count(*)::int AS count FROM booking WHERE id = ANY ($1)';
    const { rows } = await pool.query<{ count: number }>(sql, [bookingIdsAfterTarget]);
    if (rows[0]?.count !== 0) failures.push(`${rows[0]?.count} bookings of after the moment are there`);
    const readyResponse = await fetch(`${server.url}/readyz`);
    if (readyResponse.status !== 200) failures.push(`the restored server is not ready (${readyResponse.status})`);
    failures.push(...(await findBrokenAudits(pool)));
    return failures;
  } finally {
    await pool.end();
    await server.stop();
  }
}

/** Changes one byte of a backup. */
function damageBackup(): Promise<RowResult> {
  return withArchivedProduct(async (product) => {
    const { pool, env, folder, dataDir, backupDir } = product;
    await runLoad(product, 1_000, 1);
    const { folder: backup, manifest } = await takeBackup(dataDir, backupDir, new Date());
    await archiveLog(pool);
    const fileNames = Object.keys(manifest.files).filter((name) => /base\/\d+\/\d+$/.test(name));
    const failures: string[] = [];
    let refusedCount = 0;
    for (const name of [fileNames[0], fileNames[Math.floor(fileNames.length / 2)], fileNames.at(-1)]) {
      const file = join(backup, name ?? '');
      const bytes = await readFile(file);
      const damagedBytes = Buffer.from(bytes);
      damagedBytes[Math.floor(bytes.length / 2)] = (damagedBytes[Math.floor(bytes.length / 2)] ?? 0) ^ 1;
      await writeFile(file, damagedBytes);
      const { code, output } = await runCommand('commands/restore.ts', ['--to', join(folder, 'damaged')], env);
      if (code === 1 && output.includes('damaged')) refusedCount += 1;
      else failures.push(`a restore with a changed byte in ${name} ended with ${code}: ${output.slice(-200)}`);
      await writeFile(file, bytes);
    }
    return { figures: { damagedFiles: 3, refused: refusedCount }, failures };
  });
}

/** The rows about backups: restoring a backup while the server runs, and damaged backups. */
export const backupRows: readonly FaultRow[] = [
  {
    number: '41',
    name: 'restore-in-use',
    fault: 'a backup is restored to a moment while the server and its load go on',
    expected:
      'exactly what was acknowledged before the moment is there, all audits hold, the server in use notices nothing',
    run: restoreWhileServerRuns,
  },
  {
    number: '42',
    name: 'backup-damaged',
    fault: 'one byte of a backup has changed; three files in turn',
    expected: 'the restore refuses it and says why',
    run: damageBackup,
  },
];
