import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeCannotStartError, readSystemCode } from './embedded-database-error.ts';
import { makeEmbeddedUrl } from './embedded-url.ts';
import { ROLE, readPassword } from './initialise-cluster.ts';
import { readPostmasterFile } from './stop-postmaster.ts';

/**
 * The URL of the embedded database that a running Car House has started for this data directory. Undefined while no
 * such database is ready. Programs that run at the same time, such as the import, use this URL and take no lock. The
 * function also finds the `postmaster.pid` of a killed server; connecting to the returned URL then fails.
 *
 * @throws EmbeddedDatabaseError `CANNOT_START` when this user has no access to the other user's files.
 */
export async function findRunningEmbeddedUrl(dataDir: string): Promise<string | undefined> {
  const folder = join(dataDir, 'database');
  try {
    const homeFolder = (await readUnlessMissing(join(folder, 'location')))?.trim() ?? folder;
    const file = await readPostmasterFile(join(homeFolder, 'cluster'));
    const password = await readPassword(dataDir);
    if (file?.status !== 'ready' || !Number.isInteger(file.port) || password === undefined) return undefined;
    return makeEmbeddedUrl({ ...file, password }, ROLE);
  } catch (error) {
    if (readSystemCode(error) !== 'EACCES') throw error;
    throw makeCannotStartError('it runs under another user; do this as the user who started Car House', '', error);
  }
}

async function readUnlessMissing(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if (readSystemCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}
