import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { makeTestDatabase, type TestDatabase } from '@carhouse/database/testing/test-database';
import { startEmbeddedPostgres } from '@carhouse/embedded-postgres/start-embedded';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';

const script = fileURLToPath(new URL('../../../commands/import.ts', import.meta.url));
const content = [
  'listing_id,title,make,reg_date,price',
  '1,Audi A4,audi,21-apr-2016,1000',
  '2,Audi A6,audi,21-apr-2016,soon',
  '',
].join('\n');

let testServer: TestDatabase;
let dataDir: string;
let file: string;
const runningProcesses: ChildProcess[] = [];

beforeAll(async () => {
  testServer = await makeTestDatabase();
  dataDir = await mkdtemp(join(tmpdir(), 'carhouse-import-'));
  // PostgreSQL that is started by root runs as another user, who needs access to this folder. Without access, the
  // server would store the database in another folder.
  await chmod(dataDir, 0o711);
  file = join(dataDir, 'cars.csv');
  await writeFile(file, content);
  await addSeller(testServer.url);
});

afterEach(() => {
  for (const child of runningProcesses.splice(0)) child.kill('SIGKILL');
});

afterAll(async () => {
  await testServer.close();
  await rm(dataDir, { recursive: true, force: true });
});

describe('the import command', () => {
  test('prints the result in its last line, and writes the report next to the data', async () => {
    const { code, output, faults } = await command([file], { DATABASE_URL: testServer.url });
    expect([code, faults]).toEqual([0, '']);
    expect(output.trimEnd().split('\n').at(-1)).toBe('1 imported, 0 updated, 0 unchanged, 1 rejected');
    expect(output).toMatch(/^2 rows in \d+\.\d s \(\d+ rows\/s\)$/m);
    const report = /^Report: (.*)$/m.exec(output)?.[1] ?? '';
    expect(report).toMatch(/imports.import-report-cars\.csv-\d{8}T\d{6}Z\.csv$/);
    expect(report.startsWith(dataDir)).toBe(true);
    expect(await readFile(report, 'utf8')).toContain('3,2,rejected,price,soon,"is not a number;');
  });

  test('marks a dry run in its output', async () => {
    const { code, output } = await command([file, '--dry-run'], { DATABASE_URL: testServer.url });
    expect(code).toBe(0);
    expect(output).toMatch(/Dry run: nothing was changed\..*\n\d+ imported, 0 updated, \d+ unchanged, 1 rejected\n$/);
  });

  test.each([[[]], [['a.csv', 'b.csv']], [['a.csv', '--sellr', 'x']], [['a.csv', '--seller']]])(
    'answers %j with its usage',
    async (args) => {
      const { code, faults } = await command(args, { DATABASE_URL: testServer.url });
      expect(code).toBe(2);
      expect(faults).toContain('Usage: npm run import -- FILE');
    },
  );

  test.each(['USD=0', 'USD=1000000', 'USD=x', 'US=1.3'])('refuses %s as an exchange rate', async (money) => {
    const { code, faults } = await command([file, '--money', money], { DATABASE_URL: testServer.url });
    expect(code).not.toBe(0);
    expect(faults).toContain('Write --money as USD=1.35.');
  });

  test('reports a faulty file in one line', async () => {
    const { code, output, faults } = await command([join(dataDir, 'none.csv')], { DATABASE_URL: testServer.url });
    expect([code, output, faults]).toEqual([1, '', `There is no file ${join(dataDir, 'none.csv')}.\n`]);
  });

  test('stops at Ctrl-C after a batch, keeps the saved rows, and the next run imports the rest', {
    timeout: 600_000,
  }, async () => {
    const manyRowsFile = join(dataDir, 'many.csv');
    const rows = Array.from({ length: 8_000 }, (_, index) => `m${index},Audi A4,audi,21-apr-2016,1000`);
    await writeFile(manyRowsFile, `${content.split('\n', 1)[0]}\n${rows.join('\n')}\n`);
    const child = start([manyRowsFile], { DATABASE_URL: testServer.url });
    // The first output means that the first row will be saved next. All later output is discarded.
    await once(child.stdout ?? child, 'data');
    child.stdout?.resume();
    child.kill('SIGINT');
    const [code] = await once(child, 'exit');
    expect(code).toBe(130);
    const { rows: countRows } = await testServer.pool.query<{ count: bigint }>(
      "SELECT count(*) FROM listing WHERE dealer_ref LIKE 'm%'",
    );
    const importedCount = Number(countRows[0]?.count);
    expect(importedCount % 500).toBe(0);
    expect(importedCount).toBeLessThan(8_000);
    const secondRun = await command([manyRowsFile], { DATABASE_URL: testServer.url });
    expect(secondRun.output).toContain(
      `${8_000 - importedCount} imported, 0 updated, ${importedCount} unchanged, 0 rejected\n`,
    );
  });
});

describe('the import command on the embedded database', () => {
  test('starts it for the import, and uses the running one if there is one', async () => {
    const firstRun = await command([file], {});
    expect([firstRun.code, firstRun.faults]).toEqual([1, 'Name the seller whose cars these are: --seller EMAIL.\n']);
    const server = await startEmbeddedPostgres({ dataDir, log: () => undefined });
    try {
      await addSeller(server.url);
      const resultWithServer = await command([file], {});
      expect([resultWithServer.code, resultWithServer.faults]).toEqual([0, '']);
      expect(resultWithServer.output).toMatch(/\n1 imported, 0 updated, 0 unchanged, 1 rejected\n$/);
    } finally {
      await server.stop();
    }
    const resultAfterStop = await command([file, '--seller', 'Seller@carhouse.example'], {});
    expect(resultAfterStop.output).toMatch(/\n0 imported, 0 updated, 1 unchanged, 1 rejected\n$/);
    expect(await readdir(join(dataDir, 'database'))).not.toContain('lock');
  });
});

function start(args: readonly string[], environment: Readonly<Record<string, string>>): ChildProcess {
  const child = spawn(process.execPath, [script, ...args], {
    cwd: dataDir,
    env: { PATH: process.env.PATH, DATA_DIR: dataDir, ...environment },
  });
  runningProcesses.push(child);
  return child;
}

async function command(args: readonly string[], environment: Readonly<Record<string, string>>) {
  const child = start(args, environment);
  let output = '';
  let faults = '';
  child.stdout?.on('data', (text) => {
    output += String(text);
  });
  child.stderr?.on('data', (text) => {
    faults += String(text);
  });
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, output, faults };
}

async function addSeller(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(
    `INSERT INTO account (id, name, email, role, is_demo)
     VALUES ('01900000-0000-7000-8000-000000000001', 'Dealer', 'seller@carhouse.example', 'Seller', true)`,
  );
  await client.end();
}
