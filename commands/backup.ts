// Backs up a running Car House on its embedded database. Exit codes: 0 done, 1 failed, 2 wrong usage.
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { BackupFault } from '@carhouse/backup/manifest';
import { removeOldBackups, takeBackup } from '@carhouse/backup/take-backup';
import { EmbeddedDatabaseError } from '@carhouse/embedded-postgres/embedded-database-error';

const usage = `Usage: npm run backup -- [--keep N]

Copies the database of the server that runs on DATA_DIR (./data), its secrets and its pictures to BACKUP_DIR/base/, while
people go on using it. The server must have been started with the same BACKUP_DIR.

  --keep N   afterwards remove all but the newest N backups, and the archived log that only they need`;

const projectFolder = fileURLToPath(new URL('..', import.meta.url));
process.exitCode = await run();

async function run(): Promise<number> {
  const backupsToKeepCount = readBackupsToKeep();
  const backupDir = process.env.BACKUP_DIR || undefined;
  if (backupsToKeepCount === undefined || backupDir === undefined) {
    console.error(backupDir === undefined ? `Set BACKUP_DIR.\n\n${usage}` : usage);
    return 2;
  }
  if (process.env.DATABASE_URL || process.env.DATABASE_URL_FILE) {
    console.error('DATABASE_URL names a server of your own: back it up with pg_basebackup or pgBackRest.');
    return 2;
  }
  try {
    const startTime = performance.now();
    const backupFolder = resolve(projectFolder, backupDir);
    const { folder, manifest } = await takeBackup(
      resolve(projectFolder, process.env.DATA_DIR || 'data'),
      backupFolder,
      new Date(),
    );
    const files = Object.keys(manifest.files).length;
    console.log(`Backup: ${folder} (${files} files, ${((performance.now() - startTime) / 1000).toFixed(1)} s)`);
    console.log(`It restores to any moment from ${manifest.completedAt} on.`);
    if (backupsToKeepCount > 0) {
      const removedCounts = await removeOldBackups(backupFolder, backupsToKeepCount);
      console.log(
        `Removed ${removedCounts.backupCount} older backups and ${removedCounts.segmentCount} archived segments.`,
      );
    }
    return 0;
  } catch (error) {
    console.error(explainError(error));
    return 1;
  }
}

/**
 * The number of backups to keep.
 * @returns 0 without the flag `--keep`, undefined when the flag's value is invalid.
 */
function readBackupsToKeep(): number | undefined {
  try {
    const { values } = parseArgs({ options: { keep: { type: 'string', default: '0' } } });
    return /^\d{1,4}$/.test(values.keep) ? Number(values.keep) : undefined;
  } catch {
    return undefined;
  }
}

function explainError(error: unknown): string {
  if (error instanceof BackupFault || error instanceof EmbeddedDatabaseError) return error.message;
  return `The backup stopped: ${(error as Error).message}. What it left ends in .part and is never restored.`;
}
