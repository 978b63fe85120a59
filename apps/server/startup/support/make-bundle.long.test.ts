import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { secretVariableNames, variableNotes } from '../../config/variable-notes.ts';
import { bookListing, makeCar, makeUser, password, signIn } from '../../testing/builders.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { openLog } from '../open-log.ts';
import { makeBundle } from './make-bundle.ts';
import { writeTar } from './write-tar.ts';

let server: TestServer;
let bundleText: string;
/** The inputs from which the bundle was made, except the database. */
let inputs: string;
/** Texts that must not be in the bundle, each with the place where the test put it. */
const placeByPlantedText = new Map<string, string>();
let filledColumnCount = 0;

beforeAll(async () => {
  server = await startTestServer();
  await makePeopleAndOrders();
  await plantInDatabase();
  const log = plantInLog();
  const env = plantInEnvironment();
  const metrics = plantInMetrics(await server.context.metrics.readAll());
  inputs = `${log}${JSON.stringify(env)}${metrics}`;
  const statementPromise = plantInStatement();
  await waitForStatement();
  const files = await makeBundle({
    env,
    pool: server.context.pool,
    metrics,
    log,
    now: new Date('2026-11-26T10:00:00Z'),
  });
  await statementPromise;
  bundleText = await unpack(writeTar(files, new Date('2026-11-26T10:00:00Z')));
});
afterAll(async () => {
  await emptyDatabase();
  await server.close();
});

describe('a support bundle', () => {
  it('holds nothing that was planted in the database, the environment, the log, the metrics or a statement', () => {
    const foundTexts = [...placeByPlantedText].filter(([text]) =>
      bundleText.toLowerCase().includes(text.toLowerCase()),
    );
    expect(foundTexts).toEqual([]);
    expect(filledColumnCount).toBeGreaterThan(100);
    expect(placeByPlantedText.size).toBeGreaterThan(250);
    expect(bundleText).not.toMatch(/[\w.+-]+@[\w-]+\.\w+/);
    expect(bundleText).not.toMatch(/\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-/);
  });

  it('still says what helps: versions, names of variables, counts, migrations, audits, metrics and log lines', () => {
    for (const text of [
      `"node": "${process.versions.node}"`,
      '"SMTP_URL": "set"',
      '"HOLDS_A_DAY": "7"',
      '"missing": []',
      '"listing.status"',
      '"queries":',
      'carhouse_http_request_seconds_count',
      '"msg":"request failed"',
      '"code":"UNAVAILABLE"',
      'apps/server/startup/support/make-bundle.long.test.ts',
      'SELECT pg_sleep',
    ])
      expect(bundleText).toContain(text);
  });

  it('was made from sources that hold what was planted', async () => {
    const places = new Set(['log', 'metrics', 'env', ...Object.keys(variableNotes)]);
    const inputTexts = [...placeByPlantedText].filter(([, place]) => places.has(place)).map(([text]) => text);
    expect(inputTexts.length).toBeGreaterThan(80);
    // The server's log itself leaves out addresses and card numbers, and the two variables that are shown have other
    // values.
    const missingTexts = inputTexts.filter((text) => !inputs.includes(text));
    expect(new Set(missingTexts)).toEqual(
      new Set(['planted@people.example', 'planted-holds_a_day-value', 'planted-log_level-value']),
    );
    const sql = 'SELECT name FROM account WHERE name LIKE $1';
    expect((await server.context.pool.query(sql, ['ZqaccountnameMei%'])).rowCount).toBeGreaterThan(1);
  });
});

async function makePeopleAndOrders(): Promise<void> {
  const seller = await makeUser(server, 'Seller');
  const buyer = await makeUser(server, 'Buyer');
  const car = await makeCar(server, seller);
  await bookListing(server, buyer, car);
  const token = await signIn(server, buyer.email);
  for (const text of [seller.email, seller.name, buyer.email, buyer.name, token, password, car])
    plantText(text, 'builders');
}

function plantText(text: string, place: string): string {
  placeByPlantedText.set(text, place);
  return text;
}

/**
 * Writes a different text into every column of a text or JSON type. The constraints are dropped before, so that empty
 * tables and the columns for states accept the text too.
 */
async function plantInDatabase(): Promise<void> {
  const client = await server.context.pool.connect();
  try {
    await client.query('BEGIN');
    await client.query('SET LOCAL session_replication_role = replica');
    await client.query(constraintDropSql);
    const columns = await client.query<{ table: string; column: string; type: string }>(
      `SELECT c.table_name AS table, c.column_name AS column, c.data_type AS type FROM information_schema.columns c
       JOIN information_schema.tables t USING (table_schema, table_name)
       WHERE c.table_schema = 'public' AND t.table_type = 'BASE TABLE' AND c.is_generated = 'NEVER'
         AND c.data_type IN ('text', 'jsonb') AND c.table_name <> 'schema_migration' ORDER BY 1, 2`,
    );
    for (const { table, column, type } of columns.rows) {
      const text = `Zq${table}${column}Mei`.replaceAll('_', '');
      // Each row gets a different text, because columns may be unique.
      const value = type === 'jsonb' ? `jsonb_build_object($1 || ctid::text, $1::text)` : '$1 || ctid::text';
      const updateResult = await client.query(`UPDATE public."${table}" SET "${column}" = ${value}`, [text]);
      if ((updateResult.rowCount ?? 0) > 0) filledColumnCount += 1;
      plantText(text, `${table}.${column}`);
    }
    await client.query('COMMIT');
  } finally {
    client.release(true);
  }
}

/** Removes all constraints from the tables, and inserts a row into each empty table. */
const constraintDropSql = `DO $body$
  DECLARE found record;
  BEGIN
    FOR found IN SELECT conrelid::regclass AS name, conname FROM pg_constraint
      WHERE connamespace = 'public'::regnamespace AND conrelid <> 0 AND contype NOT IN ('t', 'n') ORDER BY contype <> 'f' LOOP
      EXECUTE format('ALTER TABLE %s DROP CONSTRAINT IF EXISTS %I CASCADE', found.name, found.conname);
    END LOOP;
    FOR found IN SELECT c.oid::regclass AS name, a.attname FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
      WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND a.attnum > 0 AND a.attnotnull AND a.attidentity = '' LOOP
      EXECUTE format('ALTER TABLE %s ALTER COLUMN %I DROP NOT NULL', found.name, found.attname);
    END LOOP;
    FOR found IN SELECT oid::regclass AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' LOOP
      EXECUTE format('INSERT INTO %s SELECT WHERE NOT EXISTS (SELECT FROM %s)', found.name, found.name);
    END LOOP;
  END $body$`;

/** Removes all rows, because closing the server audits them. */
async function emptyDatabase(): Promise<void> {
  const tablesResult = await server.context.pool.query<{ name: string }>(
    "SELECT quote_ident(tablename) AS name FROM pg_tables WHERE schemaname = 'public' AND tablename <> 'schema_migration'",
  );
  const client = await server.context.pool.connect();
  try {
    // The audit table's triggers refuse to remove rows.
    await client.query('SET session_replication_role = replica');
    await client.query(`TRUNCATE ${tablesResult.rows.map(({ name }) => name).join(', ')} CASCADE`);
  } finally {
    client.release(true);
  }
}

/** A server log whose lines contain texts that must not be logged. */
function plantInLog(): string {
  let text = '';
  const log = openLog('trace', { write: (line: string) => (text += line) });
  const name = plantText('Tan Wei Ming Planted', 'log');
  const phone = plantText('91234567', 'log');
  const error = Object.assign(new Error(`${name} called ${phone}\n    at ${name} (/home/${phone}/x.ts:1:1)`), {
    code: 'UNAVAILABLE',
  });
  log.error(
    { err: error, code: 'UNAVAILABLE', user: name, to: plantText('planted@people.example', 'log') },
    'request failed',
  );
  log.warn(
    { code: plantText('PLANTED_NAME', 'log'), route: `/api/users/${plantText('planted-route', 'log')}` },
    'request refused',
  );
  log.info(`${name} signed in`);
  log.info({
    kind: name,
    msg: name,
    state: name,
    err: { type: plantText('PlantedError', 'log'), stack: name, code: name },
  });
  return `${text}${name} wrote this line\nnot json ${phone}\n`;
}

function plantInEnvironment(): Record<string, string> {
  const values = Object.keys(variableNotes).map((name) => [
    name,
    plantText(`planted-${name.toLowerCase()}-value`, name),
  ]);
  const files = secretVariableNames.map((name) => [`${name}_FILE`, plantText(`/planted/${name.toLowerCase()}`, name)]);
  const other = { PLANTED_VARIABLE: plantText('planted-other-variable', 'env'), HOLDS_A_DAY: '7', LOG_LEVEL: 'info' };
  return { ...Object.fromEntries(values), ...Object.fromEntries(files), ...other };
}

function plantInMetrics(text: string): string {
  const route = plantText('/planted/metric/route', 'metrics');
  const sample = `carhouse_http_request_seconds_count{method="GET",route="${route}",status="200"} 1`;
  const countSample = 'carhouse_http_request_seconds_count{method="GET",route="/api/v1/listings",status="200"} 1';
  return `${text}\n${countSample}\n${sample}\ncarhouse_planted{name="${plantText('planted-label', 'metrics')}"} 1\n# HELP x ${plantText('planted-help', 'metrics')}\n`;
}

/** A statement that runs while the bundle is made, with a string, a comment and a name of a person in it. */
function plantInStatement(): Promise<unknown> {
  const text = plantText('Statement Planted O', 'statement');
  return server.context.pool.query(
    `SELECT pg_sleep(6) /* ${plantText('planted comment', 'statement')} */, '${text}''Neil', 91234567 AS ${plantText('planted_alias', 'statement')}`,
  );
}

async function waitForStatement(): Promise<void> {
  const sql = `SELECT 1 FROM pg_stat_activity WHERE query LIKE 'SELECT pg_sleep(6)%' AND query_start < now() - interval '1.1 seconds'`;
  await vi.waitFor(async () => expect((await server.context.pool.query(sql)).rowCount).toBe(1), { timeout: 60_000 });
}

/** Unpacks an archive by `tar`, which also shows that other programs read it. */
async function unpack(archive: Buffer): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'carhouse-bundle-'));
  try {
    const file = join(folder, 'bundle.tar.gz');
    await writeFile(file, archive);
    const tarResult = spawnSync('tar', ['-xOzf', file], { encoding: 'utf8', maxBuffer: 64 * 2 ** 20 });
    expect(tarResult.stderr).toBe('');
    return tarResult.stdout;
  } finally {
    await rm(folder, { recursive: true });
  }
}
