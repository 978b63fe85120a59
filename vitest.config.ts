import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

// Starts PostgreSQL once for all files of the project `database`, and makes the template that each worker copies.
const databaseSetup = fileURLToPath(new URL('database/testing/global-setup.ts', import.meta.url));
const setupFiles = ['scripts/testing/fail-on-console.ts'];
const exclude = ['**/node_modules/**', '**/dist/**'];

export default defineConfig({
  test: {
    pool: 'forks',
    // Tests wait for clocks and locks now and then: two of three keep two cores busy.
    maxWorkers: 3,
    // Nothing here may fail because the machine is busy: the limits only end what hangs.
    testTimeout: 120_000,
    hookTimeout: 240_000,
    expect: { poll: { timeout: 60_000 } },
    // Files and tests run in a random order; the seed is printed, and `--sequence.seed=N` repeats a run.
    sequence: { shuffle: true },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: [
            '{core,contract,catalogue,images,mail,payments,sandbox-card-provider,scripts}/**/*.test.ts',
            'web/**/*.test.{ts,tsx}',
          ],
          exclude,
          setupFiles,
        },
      },
      {
        extends: true,
        test: {
          name: 'database',
          include: ['{database,identity,server,bench}/**/*.test.ts'],
          exclude,
          setupFiles,
          globalSetup: existsSync(databaseSetup) ? [databaseSetup] : [],
        },
      },
    ],
  },
});
