import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { projectFolder } from '../setup/project.mjs';
import { countPlaywright, countVitest } from './count-tests.mjs';
import { formatCountLine, formatSummaryLines, runSteps } from './run-steps.mjs';

let folder = '';
let report = '';

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'carhouse-count-'));
  report = join(folder, 'report.json');
});

afterEach(() => rmSync(folder, { recursive: true }));

describe('the count of a vitest report', () => {
  test('adds up the tests of all files', () => {
    writeReport({ testResults: [file('passed', 'passed', 'passed'), file('failed', 'failed', 'pending')] });
    expect(countVitest(report, 1)).toMatchObject({ passed: 2, failed: 1, skipped: 1 });
  });

  test('names the failed tests with the beginning of their message', () => {
    const test = { status: 'failed', fullName: 'a refund goes out', failureMessages: ['Error: expected 1\n  at x'] };
    const name = join(projectFolder, 'apps/server/refund.test.ts');
    writeReport({ testResults: [{ status: 'failed', name, assertionResults: [test] }] });
    const counts = countVitest(report, 1);
    const summary = formatSummaryLines([{ ...counts, title: 'Unit', name: 'unit', seconds: 1 }]).join('\n');
    expect(summary).toContain('FAILED apps/server/refund.test.ts: a refund goes out: Error: expected 1 at x');
  });

  test('counts a file that could not be loaded as one failure', () => {
    writeReport({ testResults: [file('passed', 'passed'), file('failed')] });
    expect(countVitest(report, 1)).toMatchObject({ passed: 1, failed: 1, skipped: 0 });
  });

  test('never counts a failed or empty run as passed', () => {
    expect(countVitest(report, 0)).toEqual({ passed: 0, failed: 1, skipped: 0 });
    writeReport({ testResults: [] });
    expect(countVitest(report, 0)).toEqual({ passed: 0, failed: 1, skipped: 0 });
    writeReport({ testResults: [file('passed', 'passed')] });
    expect(countVitest(report, 1)).toEqual({ passed: 1, failed: 1, skipped: 0 });
  });
});

describe('the count of a Playwright report', () => {
  test('names the tests that failed, and those that passed at the second try', () => {
    const makeTestSpec = (title: string, status: string) => ({
      title,
      file: 'home.test.ts',
      tests: [{ projectName: 'phone, dark', status }],
    });
    const innerSuite = {
      specs: [makeTestSpec('shows the cars', 'flaky'), makeTestSpec('shows a banner', 'unexpected')],
    };
    writeReport({
      stats: { expected: 3, unexpected: 1, flaky: 1, skipped: 2 },
      suites: [{ suites: [innerSuite], specs: [] }],
    });
    const counts = countPlaywright(report, 1);
    const flakyTestNames = ['[phone, dark] home.test.ts: shows the cars'];
    const failures = ['[phone, dark] home.test.ts: shows a banner'];
    expect(counts).toEqual({ passed: 4, failed: 1, skipped: 2, flaky: flakyTestNames, failures });
    const summary = formatSummaryLines([{ ...counts, title: 'Browser', name: 'browser', seconds: 1 }]).join('\n');
    expect(summary).toContain('FLAKY  [phone, dark] home.test.ts: shows the cars: failed once');
    expect(summary).toContain('FAILED [phone, dark] home.test.ts: shows a banner');
  });

  test('never counts a run without tests as passed', () => {
    writeReport({ stats: { expected: 0, unexpected: 0, flaky: 0, skipped: 0 } });
    expect(countPlaywright(report, 0).failed).toBe(1);
  });
});

test('all steps run, and the summary names the failed ones', async () => {
  const makeResult = (passedCount: number, failed: number) =>
    Promise.resolve({ passed: passedCount, failed, skipped: 0 });
  const steps = [
    { name: 'types', title: 'Types', run: () => makeResult(0, 1) },
    { name: 'unit', title: 'Unit', run: () => makeResult(40, 0) },
  ];
  const printedLines: string[] = [];
  const results = await runSteps(steps, 'node', (line) => printedLines.push(line));
  expect(printedLines.join('\n')).toContain('== Unit');
  expect(formatSummaryLines(results).join('\n')).toMatch(/FAILED Types .*--only=types\nok {5}Unit /);
  expect(formatCountLine(results)).toBe('40 passed, 1 failed');
});

function file(status: string, ...tests: string[]): object {
  return { status, assertionResults: tests.map((testStatus) => ({ status: testStatus })) };
}

function writeReport(content: object): void {
  writeFileSync(report, JSON.stringify(content));
}
