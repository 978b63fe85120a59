import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { findOrInstallBrowser } from '../setup/browser.mjs';
import { makeProductEnvironment } from '../setup/node-runtime.mjs';
import { findOrInstallPgbouncer } from '../setup/pgbouncer.mjs';
import { projectFolder } from '../setup/project.mjs';
import { runChild } from '../setup/run-child.mjs';
import { withSetupLock } from '../setup/setup-lock.mjs';
import { buildWebApp } from '../setup/web-build.mjs';
import { countPlaywright, countVitest } from './count-tests.mjs';

/**
 * Counts of one step. `failures` and `flaky` name the tests that failed, and those that passed at the second try.
 * @typedef {{ passed: number, failed: number, skipped: number, failures?: string[], flaky?: string[] }} Counts
 * @typedef {{ name: string, title: string, run: (node: string) => Promise<Counts> }} Step
 */

const reportsFolder = join(projectFolder, '.cache', 'reports');
/** Folder of the compiled code of the tests and of the server processes that the tests start. */
const compileCacheFolder = join(projectFolder, '.cache', 'compiled');

/** The steps of `npm test`, in order. In the totals, each check counts as one test. @type {Step[]} */
export const steps = [
  // The web build is the first step, because it writes the route tree that the types of the web app need.
  { name: 'web', title: 'Web build', run: runBuildStep },
  { name: 'sizes', title: 'Sizes of the home page', run: runSizesStep },
  {
    name: 'format',
    title: 'Format and lint',
    run: (node) => runCheck(node, 'biome', ['ci', '--error-on-warnings', ...makeBiomeColourFlags(), '.']),
  },
  {
    name: 'lint',
    title: 'Lint with types',
    run: (node) => runCheck(node, 'oxlint', ['--type-aware', '--deny-warnings']),
  },
  { name: 'types', title: 'Types', run: (node) => runCheck(node, node, ['tools/check-types.ts']) },
  { name: 'structure', title: 'Structure', run: (node) => runCheck(node, node, ['tools/check-structure.ts']) },
  {
    name: 'unused',
    title: 'Unused files, exports and packages',
    run: (node) => runCheck(node, 'knip', ['--no-progress']),
  },
  { name: 'unit', title: 'Unit and HTTP tests', run: (node) => runVitestStep(node, 'short') },
  { name: 'journeys', title: 'Browser journeys', run: (node) => runPlaywrightStep(node, 'journeys') },
];

/** The steps of `npm run test:all`, which take too long for every change. @type {Step[]} */
export const longSteps = [
  { name: 'long', title: 'Long unit and HTTP tests', run: (node) => runVitestStep(node, 'long') },
  { name: 'browser', title: 'Browser tests in both windows', run: (node) => runPlaywrightStep(node, 'all') },
];

/**
 * @param {string} node
 * @param {string} command
 * @param {string[]} args
 * @returns {Promise<Counts>}
 */
async function runCheck(node, command, args) {
  const { code } = await runChild(command, args, { env: makeProductEnvironment(node, makePlainOutputVariables()) });
  return code === 0 ? { passed: 1, failed: 0, skipped: 0 } : { passed: 0, failed: 1, skipped: 0 };
}

/**
 * @param {string} node
 * @returns {Promise<Counts>}
 */
async function runBuildStep(node) {
  await withSetupLock(() => buildWebApp(node));
  return { passed: 1, failed: 0, skipped: 0 };
}

/**
 * @param {string} node
 * @returns {Promise<Counts>}
 */
async function runSizesStep(node) {
  await withSetupLock(() => buildWebApp(node));
  return runCheck(node, node, ['tools/check-page-sizes.ts']);
}

/**
 * Runs the tests of vitest.
 * @param {string} node
 * @param {'short' | 'long'} testLength `long`: the files `*.long.test.ts`; `short`: all others
 * @returns {Promise<Counts>}
 */
async function runVitestStep(node, testLength) {
  // Long tests start the product as a process that serves the built web app, and one long test puts PgBouncer in front
  // of the database.
  const longTestVariables = testLength === 'long' ? await withSetupLock(() => prepareLongTests(node)) : {};
  const report = removeOldReport(`vitest-${testLength}.json`);
  const args = ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const variables = { CARHOUSE_TESTS: testLength, NODE_COMPILE_CACHE: compileCacheFolder, ...longTestVariables };
  const extraVariables = { ...makePlainOutputVariables(), ...variables };
  const env = makeProductEnvironment(node, extraVariables);
  const { code } = await runChild('vitest', args, { env });
  return countVitest(report, code);
}

/**
 * Builds and installs what the long tests need.
 * @param {string} node
 * @returns {Promise<Record<string, string>>} environment variables of the tests
 */
async function prepareLongTests(node) {
  await buildWebApp(node);
  return { CARHOUSE_PGBOUNCER: await findOrInstallPgbouncer() };
}

/**
 * Runs the browser tests.
 * @param {string} node
 * @param {'journeys' | 'all'} selection `journeys`: the tests with the tag `@journey`, in one window; `all`: every test
 * in both windows
 * @returns {Promise<Counts>}
 */
async function runPlaywrightStep(node, selection) {
  const report = removeOldReport(`playwright-${selection}.json`);
  const browser = await withSetupLock(async () => {
    await buildWebApp(node);
    return findOrInstallBrowser(node);
  });
  const args = ['test', '--config=tests/e2e/playwright.config.ts', '--reporter=list,json'];
  const extraVariables = {
    ...makePlainOutputVariables(),
    CARHOUSE_BROWSER_TESTS: selection,
    CARHOUSE_CHROMIUM: browser,
    PLAYWRIGHT_JSON_OUTPUT_FILE: report,
  };
  const { code } = await runChild('playwright', args, { env: makeProductEnvironment(node, extraVariables) });
  return countPlaywright(report, code);
}

/**
 * Removes the report of an earlier run, so that it is never counted.
 * @param {string} name
 */
function removeOldReport(name) {
  mkdirSync(reportsFolder, { recursive: true });
  const file = join(reportsFolder, name);
  rmSync(file, { force: true });
  return file;
}

/** @returns {Record<string, string>} */
function makePlainOutputVariables() {
  return wantsPlainOutput() ? { NO_COLOR: '1', FORCE_COLOR: '0' } : {};
}

/** Biome does not read the variables that turn off colours in the other commands. */
function makeBiomeColourFlags() {
  return wantsPlainOutput() ? ['--colors=off'] : [];
}

function wantsPlainOutput() {
  return Boolean(process.env.CI) || !process.stdout.isTTY;
}
