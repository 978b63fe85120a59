import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RowResult } from '../fault-row.ts';

const project = join(import.meta.dirname, '../../..');

/** The parts of Vitest's report that are read. */
type Report = {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly testResults: readonly {
    readonly assertionResults: readonly { readonly status: string; readonly fullName: string }[];
  }[];
};

/**
 * Runs tests of the project that already prove a row.
 * @param file path of the test file below the project. @param pattern names of the tests; all of them by default.
 */
export async function runSuite(file: string, pattern = ''): Promise<RowResult> {
  const folder = await mkdtemp(join(tmpdir(), 'carhouse-suite-'));
  const report = join(folder, 'report.json');
  const vitest = join(project, 'node_modules/vitest/vitest.mjs');
  const args = ['run', file, '--reporter=json', `--outputFile=${report}`];
  try {
    const child = spawn(process.execPath, [vitest, ...args, ...(pattern === '' ? [] : ['-t', pattern])], {
      cwd: project,
      stdio: 'ignore',
    });
    await new Promise((resolve) => child.once('close', resolve));
    const { numPassedTests, numFailedTests, testResults } = JSON.parse(await readFile(report, 'utf8')) as Report;
    const failed = testResults
      .flatMap(({ assertionResults }) => assertionResults)
      .filter(({ status }) => status === 'failed')
      .map(({ fullName }) => fullName);
    const misses = numPassedTests === 0 ? ['no test has run', ...failed] : failed;
    return { figures: { suite: file, testsPassed: numPassedTests, testsFailed: numFailedTests }, misses };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
