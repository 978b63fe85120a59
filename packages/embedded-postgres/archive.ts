import { chownSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { cannotStart } from './embedded-database-error.ts';
import { canEnter, type RunAs } from './run-as.ts';

/**
 * A segment of the write-ahead log that is not full is archived after this many seconds. The time limits how many
 * changes are lost with a disk (I24).
 */
const archiveTimeout = 60;

/** The folder of the archived segments of the write-ahead log, below the backup folder. */
export function archiveFolder(backupDir: string): string {
  return join(backupDir, 'wal');
}

/**
 * Creates the archive folder for the account that runs PostgreSQL.
 * @returns the PostgreSQL settings that archive into this folder.
 * @throws EmbeddedDatabaseError `CANNOT_START` when the account has no access to the folder, or its path cannot be used
 * in a command.
 */
export async function openArchive(backupDir: string, account: RunAs): Promise<Readonly<Record<string, string>>> {
  const folder = archiveFolder(backupDir);
  await mkdir(folder, { recursive: true, mode: 0o755 });
  if (account.uid !== undefined && account.gid !== undefined) chownSync(folder, account.uid, account.gid);
  if (!canEnter(folder, account)) {
    throw cannotStart(
      `PostgreSQL runs as the user ${account.uid}, who may not enter ${folder}; name another BACKUP_DIR`,
    );
  }
  const target = `${inCommand(folder)}/%f`;
  return {
    archive_mode: 'on',
    archive_timeout: String(archiveTimeout),
    // After a crash PostgreSQL may archive a segment a second time. An equal copy is accepted. Another segment with
    // that name is an error.
    archive_command: `cmp -s '%p' '${target}' || { test ! -e '${target}' && cp '%p' '${target}.part' && mv '${target}.part' '${target}'; }`,
  };
}

/** The command with which a restored server reads the archive. */
export function restoreCommand(backupDir: string): string {
  return `cp '${inCommand(archiveFolder(backupDir))}/%f' '%p'`;
}

/** Escapes a path for PostgreSQL, which replaces %-signs, and for the shell, which then runs the command. */
function inCommand(path: string): string {
  if (/['\n\r]/.test(path))
    throw cannotStart(`a backup folder cannot have a quote or a line break in its path: ${path}`);
  return path.replaceAll('%', '%%');
}
