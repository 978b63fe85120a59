import { existsSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { type Finding, makePassedFinding, makeRefusal, makeWarning } from './finding.ts';

/** The oldest Node that runs TypeScript files without a flag. */
const oldestNodeVersion = [22, 18] as const;
const bytesPerGigabyte = 1024 ** 3;
/**
 * Minimum free disk space for the data directory, in bytes: less than `wanted` is a warning, less than `needed` a refusal.
 */
const diskSpaceLimits = { wanted: 5 * bytesPerGigabyte, needed: bytesPerGigabyte / 2 } as const;

/**
 * Checks the version of Node, and the free disk space of the data directory. When the directory does not exist yet, its
 * parent is checked.
 */
export async function checkMachine(dataDir: string, nodeVersion: string = process.versions.node): Promise<Finding[]> {
  return [checkNode(nodeVersion), await checkSpace(dataDir)];
}

function checkNode(version: string): Finding {
  const [majorVersion = 0, minorVersion = 0] = version.split('.').map(Number);
  const isNewEnough =
    majorVersion > oldestNodeVersion[0] ||
    (majorVersion === oldestNodeVersion[0] && minorVersion >= oldestNodeVersion[1]);
  return isNewEnough
    ? makePassedFinding('node', version)
    : makeRefusal('node', `${version} is too old; ${oldestNodeVersion.join('.')} or newer is needed`);
}

async function checkSpace(dataDir: string): Promise<Finding> {
  let folder = dataDir;
  while (!existsSync(folder) && dirname(folder) !== folder) folder = dirname(folder);
  const { bavail, bsize } = await statfs(folder);
  const freeBytes = bavail * bsize;
  const text = `${(freeBytes / bytesPerGigabyte).toFixed(1)} GB are free on the disk of ${dataDir}`;
  if (freeBytes < diskSpaceLimits.needed)
    return makeRefusal('DATA_DIR', `${text}; make room, the database stops without it`);
  return freeBytes < diskSpaceLimits.wanted
    ? makeWarning('DATA_DIR', `${text}; make room for pictures and backups`)
    : makePassedFinding('DATA_DIR', text);
}
