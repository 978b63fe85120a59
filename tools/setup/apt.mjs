import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { runChild } from './run-child.mjs';

/** Whether this process may install packages with apt. */
export function canUseApt() {
  return process.getuid?.() === 0 && spawnSync('apt-get', ['--version']).status === 0;
}

export function isDebian() {
  try {
    return /^ID=debian$/m.test(readFileSync('/etc/os-release', 'utf8'));
  } catch {
    return false;
  }
}

/**
 * Installs a package of the distribution. Services of the package are not started.
 * @param {string} name
 * @returns {Promise<{ code: number, output: string }>}
 */
export async function installByApt(name) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', SYSTEMD_OFFLINE: '1' };
  const updateResult = await runChild('apt-get', ['update', '-qq'], { env, quiet: true });
  const options = ['install', '-y', '-qq', '--no-install-recommends', name];
  const installResult = await runChild('apt-get', options, { env, quiet: true });
  return { code: installResult.code, output: updateResult.output + installResult.output };
}
