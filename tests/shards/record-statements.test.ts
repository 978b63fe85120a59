import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { makeTestDatabase, type TestDatabase } from '@carhouse/database/testing/test-database';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readRecordedStatements } from './recorded-statements.ts';
import { findOrigin } from './statement-origin.ts';

let test: TestDatabase;
let folder: string;
beforeAll(async () => {
  test = await makeTestDatabase();
  folder = await mkdtemp(join(tmpdir(), 'carhouse-statements-'));
});
afterAll(async () => {
  await test.close();
  await rm(folder, { recursive: true, force: true });
});

it('records each statement once, with the file of the product that made it', async () => {
  const program = `
    import { openDatabase, openPool } from '@carhouse/database/connection/connect';
    import { sumLedgerAccounts } from '@carhouse/database/ledger/ledger-totals';
    const pool = openPool({ url: ${JSON.stringify(test.url)}, applicationName: 'recorded' });
    const database = openDatabase(pool);
    await sumLedgerAccounts(database);
    await sumLedgerAccounts(database);
    await pool.query('SELECT 1 AS of_nobody');
    await database.destroy();`;
  const recorder = join(import.meta.dirname, 'record-statements.ts');
  await promisify(execFile)(process.execPath, ['--import', recorder, '--input-type=module', '--eval', program], {
    cwd: import.meta.dirname,
    env: { ...process.env, CARHOUSE_STATEMENTS: folder },
  });
  const recorded = await readRecordedStatements(folder);
  expect(recorded).toHaveLength(1);
  expect(recorded).toMatchObject([
    { origin: 'packages/database/ledger/ledger-totals.ts', text: expect.stringContaining('FROM ledger_balance') },
  ]);
});

const [recorder, driver, pool, connection, noun, useCase, testing] = [
  '    at recorded (/a/tests/shards/record-statements.ts:1:1)',
  '    at async q (/a/node_modules/kysely/dist/driver.js:1:1)',
  '    at /a/node_modules/pg-pool/index.js:1:1',
  '    at async r (/a/packages/database/connection/statement.ts:1:1)',
  '    at async f (/a/packages/database/sales/sales.ts:1:1)',
  '    at async g (/a/apps/server/sales/confirm-sale.ts:1:1)',
  '    at async t (/a/apps/server/testing/paid-order.ts:1:1)',
] as const;

it.each([
  ['the innermost file of the product', [recorder, driver, noun, useCase], 'packages/database/sales/sales.ts'],
  [
    'the use case behind the layer of connections',
    [recorder, connection, useCase],
    'apps/server/sales/confirm-sale.ts',
  ],
  ['nobody for a statement of a test', [recorder, driver, testing, useCase], undefined],
  ['nobody for what the pool sends later', [recorder, pool, useCase], undefined],
])('names %s', (_, lines, expected) => {
  expect(findOrigin(['Error: of a statement', ...lines].join('\n'))).toBe(expected);
});
