import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

// Starts PostgreSQL once for all files of the project `database`, and makes the template that each worker copies.
const databaseSetup = fileURLToPath(new URL('./packages/database/testing/global-setup.ts', import.meta.url));
const setupFiles = ['tools/testing/fail-on-console.ts'];
/** `npm test` runs the short files, `npm run test:all` the long ones, vitest by itself the files that it is given. */
const length = process.env.CARHOUSE_TESTS;
const exclude = ['**/node_modules/**', '**/dist/**', ...(length === 'short' ? ['**/*.long.test.ts'] : [])];
const test = length === 'long' ? 'long.test' : 'test';

export default defineConfig({
  test: {
    pool: 'forks',
    // Tests wait for clocks and locks now and then: two of three keep two cores busy.
    maxWorkers: 3,
    // Nothing here may fail because the machine is busy: the limits only end what hangs.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 240_000 } },
    // Files and tests run in a random order; the seed is printed, and `--sequence.seed=N` repeats a run.
    sequence: { shuffle: true },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          // Nothing here keeps state between files: one process serves many, which saves loading the same code again.
          isolate: false,
          // One project after the other: a process serves the files of one, and ends where the next file is of the other.
          sequence: { groupOrder: 1 },
          include: [
            `packages/{domain,contract,search,demo-data,images,mail,payments}/**/*.${test}.ts`,
            `apps/stripe-sandbox/**/*.${test}.ts`,
            `apps/web/**/*.${test}.{ts,tsx}`,
            `tools/**/*.${test}.ts`,
            `tests/mutants/*.${test}.ts`,
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
            `tests/{bench,crash,race}/**/*.${test}.ts`,
          ],
          exclude,
          setupFiles,
          globalSetup: existsSync(databaseSetup) ? [databaseSetup] : [],
        },
      },
    ],
  },
});
