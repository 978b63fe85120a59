import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, join } from 'node:path';
import { canUseApt, installByApt, isDebian } from './apt.mjs';
import { makeProductEnvironment } from './node-runtime.mjs';
import { projectFolder, SetupFault } from './project.mjs';
import { runChild } from './run-child.mjs';

const playwrightCli = join(projectFolder, 'node_modules', 'playwright-core', 'cli.js');
const browserNames = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/**
 * Finds a Chromium for the browser tests, and installs a Chromium when none is found.
 * @param {string} node path of the executable that runs Playwright's installer
 * @returns {Promise<string>} absolute path of the browser
 */
export async function findOrInstallBrowser(node) {
  const installedBrowser = findBrowser();
  if (installedBrowser) return installedBrowser;
  console.log('No Chromium found: installing one for the browser tests');
  const installers = canUseApt()
    ? [...(isDebian() ? [() => installByApt('chromium')] : []), installWithSystemLibraries]
    : [];
  for (const installer of [...installers, installWithoutSystemLibraries]) {
    const { code, output } = await installer(node);
    const foundBrowser = findBrowser();
    if (foundBrowser) return foundBrowser;
    console.log(`That did not work (code ${code}):\n${output}`);
  }
  throw new SetupFault(
    'No Chromium for the browser tests. Install one (on Debian: apt-get install chromium), or name one in CARHOUSE_CHROMIUM.',
  );
}

/** @param {string} node */
function installWithSystemLibraries(node) {
  return runChild(node, [playwrightCli, 'install', '--with-deps', 'chromium'], {
    env: makeProductEnvironment(node),
    quiet: true,
  });
}

/** @param {string} node */
function installWithoutSystemLibraries(node) {
  return runChild(node, [playwrightCli, 'install', 'chromium'], { env: makeProductEnvironment(node), quiet: true });
}

/** @returns {string | undefined} */
function findBrowser() {
  const configuredPath = process.env.CARHOUSE_CHROMIUM;
  const browsersOnPath = browserNames.flatMap((name) =>
    (process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, name)),
  );
  return [configuredPath, ...browsersOnPath, findPlaywrightBrowser()].find(
    (path) => path !== undefined && canRun(path),
  );
}

/** @returns {string | undefined} where Playwright installs its own browser */
function findPlaywrightBrowser() {
  try {
    const require = createRequire(join(projectFolder, 'package.json'));
    return require('playwright-core').chromium.executablePath();
  } catch {
    return undefined;
  }
}

/**
 * Whether the program is a browser that starts. The program `chromium` of some systems only prints how to install the
 * browser.
 * @param {string} path
 */
function canRun(path) {
  if (!existsSync(path)) return false;
  const versionResult = spawnSync(path, ['--version'], { encoding: 'utf8', timeout: 20_000 });
  return versionResult.status === 0 && /\d+\.\d+/.test(versionResult.stdout);
}
