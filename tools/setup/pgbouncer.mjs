import { spawnSync } from 'node:child_process';
import { delimiter, join } from 'node:path';
import { canUseApt, installByApt } from './apt.mjs';
import { SetupFault } from './project.mjs';

/** Debian installs PgBouncer into a folder that is only on root's PATH. */
const systemFolder = '/usr/sbin';

/**
 * Finds a PgBouncer for the long tests, and installs one when none is found.
 * @returns {Promise<string>} path of the program
 */
export async function findOrInstallPgbouncer() {
  const installedProgram = findPgbouncer();
  if (installedProgram) return installedProgram;
  if (canUseApt()) {
    console.log('No PgBouncer found: installing one for the long tests');
    const { code, output } = await installByApt('pgbouncer');
    const foundProgram = findPgbouncer();
    if (foundProgram) return foundProgram;
    console.log(`That did not work (code ${code}):\n${output}`);
  }
  throw new SetupFault(
    'No PgBouncer for the long tests. Install one (on Debian: apt-get install pgbouncer), or name one in CARHOUSE_PGBOUNCER.',
  );
}

/** @returns {string | undefined} */
function findPgbouncer() {
  const configuredPath = process.env.CARHOUSE_PGBOUNCER;
  const folders = [...(process.env.PATH ?? '').split(delimiter), systemFolder];
  return [configuredPath, ...folders.map((folder) => join(folder, 'pgbouncer'))].find(
    (path) => path !== undefined && spawnSync(path, ['--version'], { timeout: 20_000 }).status === 0,
  );
}
