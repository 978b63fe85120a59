import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { listWorkspaceFolders, projectFolder, SetupFault } from './project.mjs';
import { runChild } from './run-child.mjs';

/**
 * @typedef {{ version?: string, link?: boolean, resolved?: string, optional?: boolean }} LockedPackage
 */

/**
 * This file exists while npm runs, and remains when npm is killed. The file is not below node_modules, because npm may
 * empty that folder.
 */
const unfinishedInstallFile = join(projectFolder, '.cache', 'installing');
/**
 * Time in milliseconds for which npm may run after a stop signal. Without this limit npm finishes unpacking before it
 * reverts its changes, and stopping takes up to 25 s.
 */
const stopTimeout = 500;

/** Installs the packages of package-lock.json when some are missing, or an installation was interrupted. */
export async function installPackages() {
  if (existsSync(unfinishedInstallFile)) removePackages(projectFolder);
  else if (!isPackageMissing(projectFolder)) return;
  const startMs = Date.now();
  console.log('Installing the packages (needed once, about half a minute)');
  // The command is not `npm ci`, which rejects a lockfile that was written on a machine without the packages for other
  // platforms. --no-save does not change the lockfile. --include=dev also works with NODE_ENV=production (the web build
  // needs dev packages).
  const args = [
    'install',
    '--no-save',
    '--include=dev',
    '--include=optional',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
  ];
  const npmPath = process.env.npm_execpath;
  mkdirSync(dirname(unfinishedInstallFile), { recursive: true });
  writeFileSync(unfinishedInstallFile, '');
  const { code } =
    npmPath && /\.c?js$/.test(npmPath) && existsSync(process.execPath)
      ? await runChild(process.execPath, [npmPath, ...args], { stopTimeout })
      : await runChild('npm', args, { stopTimeout });
  // An exit code of 128 or more means that a signal killed npm. When npm itself fails, it reverts its changes.
  if (code < 128) rmSync(unfinishedInstallFile);
  if (code !== 0)
    throw new SetupFault(`The packages could not be installed: npm ended with code ${code} (its lines are above).`);
  if (isPackageMissing(projectFolder)) {
    throw new SetupFault('npm ended well but packages are missing. Remove the folder node_modules and try again.');
  }
  console.log(`Packages installed in ${Math.round((Date.now() - startMs) / 1000)} s`);
}

/**
 * Removes every node_modules folder of the checkout. npm treats a partly unpacked package as complete, so it would
 * never repair what a killed npm left.
 * @param {string} folder the checkout
 */
export function removePackages(folder) {
  for (const workspace of ['.', ...listWorkspaceFolders(folder)]) {
    rmSync(join(folder, workspace, 'node_modules'), { recursive: true, force: true });
  }
}

/**
 * Compares the lockfile with npm's own record of node_modules, which npm writes last. Optional packages may be missing,
 * because they are for other platforms.
 * @param {string} folder the checkout
 */
export function isPackageMissing(folder) {
  const lockedPackages = readPackages(join(folder, 'package-lock.json'));
  if (!lockedPackages)
    throw new SetupFault('package-lock.json is missing or damaged: get it back with `git checkout package-lock.json`.');
  const installedPackages = readPackages(join(folder, 'node_modules', '.package-lock.json'));
  if (!installedPackages) return true;
  return Object.entries(lockedPackages).some(([path, entry]) => {
    if (!path.includes('node_modules/')) return false;
    const installedPackage = installedPackages[path];
    if (!installedPackage) return !entry.optional;
    if (entry.link) return !installedPackage.link || installedPackage.resolved !== entry.resolved;
    return installedPackage.version !== entry.version;
  });
}

/**
 * @param {string} file
 * @returns {Record<string, LockedPackage> | undefined}
 */
function readPackages(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).packages;
  } catch {
    return undefined;
  }
}
