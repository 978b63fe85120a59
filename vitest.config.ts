import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

// This file starts PostgreSQL once for all files of the project `database`, and makes the template database that each
// worker copies.
const databaseSetupFile = fileURLToPath(new URL('./packages/database/testing/global-setup.ts', import.meta.url));
const setupFiles = ['tools/testing/fail-on-console.ts'];
/**
 * `npm test` runs the short files and `npm run test:all` the long files. The command `vitest` without npm runs the
 * files that are named on the command line.
 */
const length = process.env.CARHOUSE_TESTS;
const exclude = ['**/node_modules/**', '**/dist/**', ...(length === 'short' ? ['**/*.long.test.ts'] : [])];
const test = length === 'long' ? 'long.test' : 'test';

export default defineConfig({
  test: {
    pool: 'forks',
    // Tests sometimes wait for clocks and locks. With three workers, two cores stay busy even while one worker waits.
    maxWorkers: 3,
    // No test may fail because the machine is busy. These limits only end tests that hang.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 240_000 } },
    // Files and tests run in a random order. The seed is printed, and `--sequence.seed=N` repeats a run.
    sequence: { shuffle: true },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          // These tests keep no state between files. One process runs many files, which saves loading the same code
          // again.
          isolate: false,
          // The projects run one after the other. A process runs the files of one project and ends before the next
          // project.
          sequence: { groupOrder: 1 },
          include: [
            `packages/{domain,contract,search,demo-data,images,mail,payments}/**/*.${test}.ts`,
            `apps/stripe-sandbox/**/*.${test}.ts`,
            `apps/web/**/*.${test}.{ts,tsx}`,
            `tools/**/*.${test}.ts`,
            `tests/{cluster,faults,load,mutants}/*.${test}.ts`,
          ],
          exclude,
          setupFiles,
        },
      },
      {
        extends: true,
        test: {
          name: 'database',
          isolate: false,
          sequence: { groupOrder: 2 },
          include: [
            `packages/{database,embedded-postgres,importer,backup,auth}/**/*.${test}.ts`,
            `apps/server/**/*.${test}.ts`,
            `tests/{bench,crash,race,shards}/**/*.${test}.ts`,
          ],
          exclude,
          setupFiles,
          globalSetup: existsSync(databaseSetupFile) ? [databaseSetupFile] : [],
        },
      },
    ],
  },
});
