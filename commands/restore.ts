// Restores a backup into a data directory. Exit codes: 0 done, 1 failed, 2 wrong usage, 3 restored, but the invariant
// checks fail.
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { BackupFault } from '@carhouse/backup/manifest';
import { restoreBackup } from '@carhouse/backup/restore-backup';
import { EmbeddedDatabaseError } from '@carhouse/embedded-postgres/embedded-database-error';

const usage = `Usage: npm run restore -- --to FOLDER [--at TIME]

Makes FOLDER, which must be new or empty, a data directory from BACKUP_DIR: the newest backup before TIME, then the archived
log up to TIME. Then start the server on it: DATA_DIR=FOLDER npm start

  --at TIME   such as 2026-11-20T14:30:00+08:00; without it, as far as the archive goes`;

const projectFolder = fileURLToPath(new URL('..', import.meta.url));
process.exitCode = await run();

async function run(): Promise<number> {
  const commandArguments = readArguments();
  const backupDir = process.env.BACKUP_DIR || undefined;
  if (commandArguments === undefined || backupDir === undefined) {
    console.error(backupDir === undefined ? `Set BACKUP_DIR.\n\n${usage}` : usage);
    return 2;
  }
  try {
    const startTime = performance.now();
    const log = (line: string): void => console.log(line);
    const dataDir = resolve(projectFolder, commandArguments.to);
    const restoreResult = await restoreBackup({
      backupDir: resolve(projectFolder, backupDir),
      dataDir,
      at: commandArguments.at,
      log,
    });
    console.log(`Last change: ${restoreResult.lastChangeAt?.toISOString() ?? 'none after the backup'}.`);
    console.log(
      'Everybody is signed out, and links in mails are void. Suspensions, deletions and new passwords after that change are undone: make them again.',
    );
    if (restoreResult.findings.length > 0) {
      console.error(
        `Restored, but these audits object:\n${restoreResult.findings.map((line) => `  ${line}`).join('\n')}`,
      );
      return 3;
    }
    console.log(
      `Restored to ${dataDir} in ${((performance.now() - startTime) / 1000).toFixed(1)} s; the audits found nothing.`,
    );
    return 0;
  } catch (error) {
    const isKnownError = error instanceof BackupFault || error instanceof EmbeddedDatabaseError;
    console.error(isKnownError ? error.message : `The restore stopped: ${(error as Error).message}`);
    return 1;
  }
}

function readArguments(): { readonly to: string; readonly at: Date | undefined } | undefined {
  try {
    const { values } = parseArgs({ options: { to: { type: 'string' }, at: { type: 'string' } } });
    const at = values.at === undefined ? undefined : new Date(values.at);
    if (values.to === undefined || values.to === '' || Number.isNaN(at?.getTime())) return undefined;
    return { to: values.to, at };
  } catch {
    return undefined;
  }
}
