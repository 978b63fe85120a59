import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** Returns the path of the folder in which a server without SMTP stores its mails. */
export function makeMailFolderPath(dataDir: string): string {
  return join(dataDir, 'mail');
}

/** Matches the names of the complete and the unfinished files of `createFileMailer`. */
const mailFilePattern = /\.eml(?:\.part)?$/;

/**
 * Removes the messages of `createFileMailer` that were last written before `cutoffTime`. Other files are not removed.
 * @returns the number of removed messages; 0 when the folder does not exist.
 */
export async function removeOldMails(folder: string, cutoffTime: Date): Promise<number> {
  let removedCount = 0;
  for (const name of await readdir(folder).catch(returnEmptyIfMissing)) {
    if (!mailFilePattern.test(name)) continue;
    const file = join(folder, name);
    const fileFacts = await stat(file).catch(() => undefined);
    if (fileFacts === undefined || !fileFacts.isFile() || fileFacts.mtime >= cutoffTime) continue;
    await rm(file, { force: true });
    removedCount += 1;
  }
  return removedCount;
}

function returnEmptyIfMissing(error: NodeJS.ErrnoException): string[] {
  if (error.code === 'ENOENT') return [];
  throw error;
}
