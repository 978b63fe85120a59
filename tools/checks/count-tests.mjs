import { readFileSync } from 'node:fs';

/**
 * @typedef {import('./steps.mjs').Counts} Counts
 * @typedef {{ assertionResults?: { status: string }[], status?: string }} VitestFile
 */

/**
 * Counts the tests of vitest's JSON report. A file that could not be loaded counts as one failed test.
 * @param {string} report path of the report
 * @param {number} exitCode exit code of the run; a code other than 0 never counts as passed
 * @returns {Counts}
 */
export function countVitest(report, exitCode) {
  /** @type {VitestFile[]} */
  const files = readJson(report)?.testResults ?? [];
  const counts = { passed: 0, failed: 0, skipped: 0 };
  for (const file of files) {
    const tests = file.assertionResults ?? [];
    for (const test of tests) {
      if (test.status === 'passed') counts.passed += 1;
      else if (test.status === 'failed') counts.failed += 1;
      else counts.skipped += 1;
    }
    if (file.status === 'failed' && !tests.some((test) => test.status === 'failed')) counts.failed += 1;
  }
  return countUnexplainedFailure(counts, exitCode);
}

/**
 * Counts the tests of Playwright's JSON report. A test that passed only at its second try is `flaky`: it counts as
 * passed, and its name is printed.
 * @param {string} report path of the report
 * @param {number} exitCode exit code of the run; a code other than 0 never counts as passed
 * @returns {Counts}
 */
export function countPlaywright(report, exitCode) {
  const content = readJson(report) ?? {};
  const stats = content.stats ?? {};
  const flaky = flakyTests(content.suites ?? []);
  const counts = {
    passed: (stats.expected ?? 0) + (stats.flaky ?? 0),
    failed: stats.unexpected ?? 0,
    skipped: stats.skipped ?? 0,
    ...(flaky.length > 0 ? { flaky } : {}),
  };
  return countUnexplainedFailure(counts, exitCode);
}

/**
 * @typedef {{ title: string, file: string, tests: { projectName: string, status: string }[] }} PlaywrightSpec
 * @typedef {{ suites?: PlaywrightSuite[], specs?: PlaywrightSpec[] }} PlaywrightSuite
 */

/**
 * Lists the tests that passed only at their second try.
 * @param {PlaywrightSuite[]} suites
 * @returns {string[]} window, file and title of each test
 */
function flakyTests(suites) {
  return suites.flatMap(({ suites: inner = [], specs = [] }) => [
    ...specs.flatMap(({ title, file, tests }) =>
      tests.filter(({ status }) => status === 'flaky').map(({ projectName }) => `[${projectName}] ${file}: ${title}`),
    ),
    ...flakyTests(inner),
  ]);
}

/**
 * Counts a run without tests, and a failed run without a failed test, as one failure.
 * @param {Counts} counts
 * @param {number} exitCode
 */
function countUnexplainedFailure(counts, exitCode) {
  const silentFailure = counts.failed === 0 && (exitCode !== 0 || counts.passed === 0);
  return silentFailure ? { ...counts, failed: 1 } : counts;
}

/** @param {string} file */
function readJson(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}
