import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RowResult } from '../fault-row.ts';

const projectFolder = join(import.meta.dirname, '../../..');

/** The parts of Vitest's report that are read. */
type Report = {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly testResults: readonly {
    readonly assertionResults: readonly { readonly status: string; readonly fullName: string }[];
  }[];
};

/**
 * Runs tests of the project that already check what a row expects.
 * @param file path of the test file below the project. @param pattern names of the tests; all of them by default.
 */
export async function runSuite(file: string, pattern = ''): Promise<RowResult> {
  const folder = await mkdtemp(join(tmpdir(), 'carhouse-suite-'));
  const reportFile = join(folder, 'report.json');
  const vitestFile = join(projectFolder, 'node_modules/vitest/vitest.mjs');
  const args = ['run', file, '--reporter=json', `--outputFile=${reportFile}`];
  try {
    const child = spawn(process.execPath, [vitestFile, ...args, ...(pattern === '' ? [] : ['-t', pattern])], {
      cwd: projectFolder,
      stdio: 'ignore',
    });
    await new Promise((resolve) => child.once('close', resolve));
    const { numPassedTests, numFailedTests, testResults } = JSON.parse(await readFile(reportFile, 'utf8')) as Report;
    const failedTestNames = testResults
      .flatMap(({ assertionResults }) => assertionResults)
      .filter(({ status }) => status === 'failed')
      .map(({ fullName }) => fullName);
    const failures = numPassedTests === 0 ? ['no test has run', ...failedTestNames] : failedTestNames;
    return { figures: { suite: file, testsPassed: numPassedTests, testsFailed: numFailedTests }, failures };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
