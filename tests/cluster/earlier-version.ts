import { mkdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { listWorkspaceFolders } from '../../tools/setup/project.mjs';
import { runProgram } from './programs.ts';

const project = fileURLToPath(new URL('../..', import.meta.url));
const copyFolder = join(project, '.cache', 'cluster-earlier');
const migrations = ':(glob)packages/database/migrations/*.sql';

/** An earlier version of the product, in a folder of its own, with its web app built. */
export type EarlierVersion = { readonly revision: string; readonly entry: string };

/**
 * Makes a copy of the product as it was before the last change of the migrations, so that an upgrade from this copy
 * migrates the database.
 * @param revision revision of git to copy instead.
 * @throws MachineFault when git is missing, or its history does not go back far enough.
 */
export function makeEarlierVersion(revision?: string): EarlierVersion {
  const runGit = (...args: string[]): string =>
    runProgram('git', ['-c', `safe.directory=${project}`, '-C', project, ...args]).trim();
  const lastMigrationCommit = runGit('log', '-1', '--first-parent', '--format=%H', '--', migrations);
  const chosenRevision = runGit('rev-parse', '--short', revision ?? `${lastMigrationCommit}^1`);
  removeEarlierVersion();
  mkdirSync(copyFolder, { recursive: true });
  const unpackScript = 'git -c safe.directory="$1" -C "$1" archive "$2" | tar -x -C "$3"';
  runProgram('sh', ['-c', unpackScript, 'sh', project, chosenRevision, copyFolder]);
  // The packages of the copy find each other through links in node_modules, and these links lead into the copy. All
  // other files are hard links.
  for (const workspace of ['.', ...listWorkspaceFolders(project)]) {
    const packagesFolder = join(workspace, 'node_modules');
    mkdirSync(dirname(join(copyFolder, packagesFolder)), { recursive: true });
    const copyPackagesScript = '! test -d "$1" || cp -al "$1" "$2" || cp -a "$1" "$2"';
    runProgram('sh', ['-c', copyPackagesScript, 'sh', join(project, packagesFolder), join(copyFolder, packagesFolder)]);
  }
  // Packages that this revision has in another version are installed into the copy.
  runProgram(process.execPath, [join(copyFolder, 'tools/build.mjs')]);
  return { revision: chosenRevision, entry: join(copyFolder, 'apps/server/main.ts') };
}

/** Removes the copy. */
export function removeEarlierVersion(): void {
  rmSync(copyFolder, { recursive: true, force: true });
}
