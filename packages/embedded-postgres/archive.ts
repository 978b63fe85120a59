import { chownSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { makeCannotStartError } from './embedded-database-error.ts';
import { canEnterFolder, type ProcessAccount } from './run-as.ts';

/**
 * Seconds after which a segment of the write-ahead log is archived although it is not full. The time limits how many
 * changes are lost when the disk fails (docs/reliability.md I24).
 */
const archiveTimeoutSeconds = 60;

/** The folder of the archived segments of the write-ahead log, below the backup folder. */
export function makeArchiveFolderPath(backupDir: string): string {
  return join(backupDir, 'wal');
}

/**
 * Creates the archive folder for the account that runs PostgreSQL.
 * @returns the PostgreSQL settings that archive into this folder.
 * @throws EmbeddedDatabaseError `CANNOT_START` when the account has no access to the folder, or its path cannot be used
 * in a command.
 */
export async function prepareArchiveSettings(
  backupDir: string,
  account: ProcessAccount,
): Promise<Readonly<Record<string, string>>> {
  const folder = makeArchiveFolderPath(backupDir);
  await mkdir(folder, { recursive: true, mode: 0o755 });
  if (account.uid !== undefined && account.gid !== undefined) chownSync(folder, account.uid, account.gid);
  if (!canEnterFolder(folder, account)) {
    throw makeCannotStartError(
      `PostgreSQL runs as the user ${account.uid}, who may not enter ${folder}; name another BACKUP_DIR`,
    );
  }
  const target = `${quoteForCommand(folder)}/%f`;
  return {
    archive_mode: 'on',
    archive_timeout: String(archiveTimeoutSeconds),
    // After a crash PostgreSQL may archive a segment a second time. A segment whose archived copy has the same content
    // is accepted. An archived copy with other content is an error.
    archive_command: `cmp -s '%p' '${target}' || { test ! -e '${target}' && cp '%p' '${target}.part' && mv '${target}.part' '${target}'; }`,
  };
}

/** The command with which a restored server reads the archive. */
export function makeRestoreCommand(backupDir: string): string {
  return `cp '${quoteForCommand(makeArchiveFolderPath(backupDir))}/%f' '%p'`;
}

/** Escapes a path for a command: PostgreSQL replaces %-signs in the command, and the shell then runs the command. */
function quoteForCommand(path: string): string {
  if (/['\n\r]/.test(path))
    throw makeCannotStartError(`a backup folder cannot have a quote or a line break in its path: ${path}`);
  return path.replaceAll('%', '%%');
}
