import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeProductEnvironment } from './node-runtime.mjs';
import { projectFolder, SetupFault } from './project.mjs';
import { runChild } from './run-child.mjs';

const buildScript = join(projectFolder, 'apps/web/build.ts');
const hashFile = join(projectFolder, 'apps/web/dist/.build-hash');
/** The inputs of the build: the web app, the packages that it imports, and the versions of the npm packages. */
const sources = ['apps/web', 'packages/contract', 'packages/domain', 'package-lock.json'];

/**
 * Builds the web app when its sources have changed since the last build.
 * @param {string} node path of the executable that runs TypeScript
 */
export async function buildWebApp(node) {
  if (!existsSync(buildScript)) throw new SetupFault('apps/web/build.ts is missing: the web app cannot be built.');
  const hash = hashSources(projectFolder);
  if (existsSync(hashFile) && readFileSync(hashFile, 'utf8') === hash) return;
  const startMs = Date.now();
  console.log('Building the web app');
  rmSync(hashFile, { force: true });
  const env = makeProductEnvironment(node, { NODE_ENV: 'production' });
  const { code, output } = await runChild(node, [buildScript], { env, quiet: true });
  if (code !== 0) throw new SetupFault(`${output}\nThe web app could not be built: the build ended with code ${code}.`);
  mkdirSync(join(projectFolder, 'apps/web/dist'), { recursive: true });
  writeFileSync(hashFile, hash);
  console.log(`Web app built in ${((Date.now() - startMs) / 1000).toFixed(1)} s`);
}

/**
 * @param {string} folder the checkout
 * @returns {string} hex digest of names and contents
 */
export function hashSources(folder) {
  const hash = createHash('sha256');
  for (const source of sources) if (existsSync(join(folder, source))) hashPath(hash, folder, source);
  return hash.digest('hex');
}

/**
 * @param {import('node:crypto').Hash} hash
 * @param {string} folder
 * @param {string} path relative to folder
 */
function hashPath(hash, folder, path) {
  const absolutePath = join(folder, path);
  if (statSync(absolutePath).isFile()) {
    hash.update(`${path}\0`).update(readFileSync(absolutePath)).update('\0');
    return;
  }
  for (const name of readdirSync(absolutePath).sort()) {
    if (name === 'node_modules' || name === 'dist' || /\.(test|gen)\.tsx?$/.test(name)) continue;
    hashPath(hash, folder, `${path}/${name}`);
  }
}
