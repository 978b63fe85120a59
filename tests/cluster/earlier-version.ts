import { mkdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { workspaceFolders } from '../../tools/setup/project.mjs';
import { runProgram } from './programs.ts';

const project = fileURLToPath(new URL('../..', import.meta.url));
const copy = join(project, '.cache', 'cluster-earlier');
const migrations = ':(glob)packages/database/migrations/*.sql';

/** The product as it was before, in a folder of its own, with its web app built. */
export type EarlierVersion = { readonly revision: string; readonly entry: string };

/**
 * Makes a copy of the version before the last change of the migrations, so that an upgrade from it migrates the database.
 * @param revision another revision of git instead.
 * @throws MachineFault when there is no git, or not so much of its history.
 */
export function makeEarlierVersion(revision?: string): EarlierVersion {
  const git = (...args: string[]): string =>
    runProgram('git', ['-c', `safe.directory=${project}`, '-C', project, ...args]).trim();
  const lastChange = git('log', '-1', '--first-parent', '--format=%H', '--', migrations);
  const chosen = git('rev-parse', '--short', revision ?? `${lastChange}^1`);
  removeEarlierVersion();
  mkdirSync(copy, { recursive: true });
  const unpack = 'git -c safe.directory="$1" -C "$1" archive "$2" | tar -x -C "$3"';
  runProgram('sh', ['-c', unpack, 'sh', project, chosen, copy]);
  // Packages find each other through links in node_modules, which lead into the copy. The rest are hard links.
  for (const workspace of ['.', ...workspaceFolders(project)]) {
    const packages = join(workspace, 'node_modules');
    mkdirSync(dirname(join(copy, packages)), { recursive: true });
    const link = '! test -d "$1" || cp -al "$1" "$2" || cp -a "$1" "$2"';
    runProgram('sh', ['-c', link, 'sh', join(project, packages), join(copy, packages)]);
  }
  // Packages that this revision has in another version are installed into the copy.
  runProgram(process.execPath, [join(copy, 'tools/build.mjs')]);
  return { revision: chosen, entry: join(copy, 'apps/server/main.ts') };
}

/** Removes the copy. */
export function removeEarlierVersion(): void {
  rmSync(copy, { recursive: true, force: true });
}
