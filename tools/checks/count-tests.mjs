import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { projectFolder } from '../setup/project.mjs';

/**
 * @typedef {import('./steps.mjs').Counts} Counts
 * @typedef {{ status: string, fullName?: string, failureMessages?: string[] }} VitestTest
 * @typedef {{ assertionResults?: VitestTest[], status?: string, name?: string, message?: string }} VitestFile
 */

/** Characters of a failure's message that the summary shows. */
const shownMessageLength = 300;

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
  const failures = [];
  for (const file of files) {
    const fileName = relative(projectFolder, file.name ?? '');
    const tests = file.assertionResults ?? [];
    for (const test of tests) {
      if (test.status === 'passed') counts.passed += 1;
      else if (test.status === 'failed') counts.failed += 1;
      else counts.skipped += 1;
      if (test.status === 'failed')
        failures.push(`${fileName}: ${test.fullName}: ${shortenMessage(test.failureMessages?.[0])}`);
    }
    if (file.status === 'failed' && !tests.some((test) => test.status === 'failed')) {
      counts.failed += 1;
      failures.push(`${fileName}: ${shortenMessage(file.message)}`);
    }
  }
  return countUnexplainedFailure({ ...counts, ...(failures.length > 0 ? { failures } : {}) }, exitCode);
}

/**
 * Puts a message on one line without colours and shortens it.
 * @param {string} [message]
 */
function shortenMessage(message = '') {
  return stripVTControlCharacters(message).replaceAll(/\s+/g, ' ').slice(0, shownMessageLength).trim();
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
  const flakyTests = listTestsWithStatus(content.suites ?? [], 'flaky');
  const failures = listTestsWithStatus(content.suites ?? [], 'unexpected');
  const counts = {
    passed: (stats.expected ?? 0) + (stats.flaky ?? 0),
    failed: stats.unexpected ?? 0,
    skipped: stats.skipped ?? 0,
    ...(flakyTests.length > 0 ? { flaky: flakyTests } : {}),
    ...(failures.length > 0 ? { failures } : {}),
  };
  return countUnexplainedFailure(counts, exitCode);
}

/**
 * @typedef {{ title: string, file: string, tests: { projectName: string, status: string }[] }} PlaywrightSpec
 * @typedef {{ suites?: PlaywrightSuite[], specs?: PlaywrightSpec[] }} PlaywrightSuite
 */

/**
 * Lists the tests with a status.
 * @param {PlaywrightSuite[]} suites
 * @param {'flaky' | 'unexpected'} wantedStatus `flaky`: passed only at the second try; `unexpected`: failed
 * @returns {string[]} window, file and title of each test
 */
function listTestsWithStatus(suites, wantedStatus) {
  return suites.flatMap(({ suites: inner = [], specs = [] }) => [
    ...specs.flatMap(({ title, file, tests }) =>
      tests
        .filter(({ status }) => status === wantedStatus)
        .map(({ projectName }) => `[${projectName}] ${file}: ${title}`),
    ),
    ...listTestsWithStatus(inner, wantedStatus),
  ]);
}

/**
 * Counts a run without tests, and a failed run without a failed test, as one failure.
 * @param {Counts} counts
 * @param {number} exitCode
 */
function countUnexplainedFailure(counts, exitCode) {
  const isSilentFailure = counts.failed === 0 && (exitCode !== 0 || counts.passed === 0);
  return isSilentFailure ? { ...counts, failed: 1 } : counts;
}

/** @param {string} file */
function readJson(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}
