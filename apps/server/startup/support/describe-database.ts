import { verifyAuditChain } from '@carhouse/database/audit/audit-chain';
import { auditQueries } from '@carhouse/database/audit/audit-queries';
import { openDatabase } from '@carhouse/database/connection/connect';
import { readMigrations } from '@carhouse/database/connection/migrate';
import { verifyLedgerDays } from '@carhouse/database/ledger/ledger-days';
import type pg from 'pg';
import { redactStatement } from './keep-statement-shape.ts';

/** Tables with more rows than this number are estimated, because counting reads the whole table. */
const exactCountMaximum = 1_000_000;
/** Columns whose values are states that the server's code chooses. */
const stateColumns = [
  ['account', 'role'],
  ['account', 'status'],
  ['listing', 'status'],
  ['booking', 'status'],
  ['payment_attempt', 'state'],
  ['refund', 'state'],
  ['import', 'state'],
] as const;
const statePattern = /^[A-Za-z][A-Za-z_-]{0,30}$/;
const settingNames = [
  'server_version',
  'max_connections',
  'shared_buffers',
  'work_mem',
  'effective_cache_size',
  'fsync',
  'synchronous_commit',
  'full_page_writes',
  'jit',
  'autovacuum',
];

/**
 * Describes the database by counts, states and names of the schema. For a part that cannot be read, the description
 * contains the code of the error.
 */
export async function describeDatabase(pool: pg.Pool): Promise<Record<string, unknown>> {
  return {
    settings: await readOrErrorCode(() => readSettings(pool)),
    migrations: await readOrErrorCode(() => describeMigrations(pool)),
    rows: await readOrErrorCode(() => countRows(pool)),
    states: await readOrErrorCode(() => countStates(pool)),
    jobs: await readOrErrorCode(() => countJobs(pool)),
    connections: await readOrErrorCode(() => countConnections(pool)),
    audits: await readOrErrorCode(() => runAudits(pool)),
    slowStatements: await readOrErrorCode(() => listSlowStatements(pool)),
  };
}

/** Returns the result, or the code of the error, because the text of the error may quote a row. */
async function readOrErrorCode<Result>(read: () => Promise<Result>): Promise<Result | { readonly unreadable: string }> {
  try {
    return await read();
  } catch (error) {
    const { code } = error as { readonly code?: unknown };
    return { unreadable: typeof code === 'string' && /^[0-9A-Z_]{2,30}$/.test(code) ? code : 'unknown fault' };
  }
}

async function readSettings(pool: pg.Pool): Promise<Record<string, string>> {
  const sql = 'SELECT name, setting, unit FROM pg_settings WHERE name = ANY ($1)';
  const { rows } = await pool.query<{ name: string; setting: string; unit: string | null }>(sql, [settingNames]);
  return Object.fromEntries(
    rows.map(({ name, setting, unit }) => [name, `${setting.split(' ')[0]}${unit === null ? '' : ` × ${unit}`}`]),
  );
}

async function describeMigrations(pool: pg.Pool) {
  const projectMigrations = await readMigrations();
  const { rows } = await pool.query<{ name: string; checksum: string; run_at: Date }>('SELECT * FROM schema_migration');
  const run = new Map(rows.map((row) => [row.name, row]));
  return {
    run: projectMigrations.filter(({ name }) => run.has(name)).length,
    last: projectMigrations.findLast(({ name }) => run.has(name))?.name ?? null,
    lastRunAt:
      rows
        .map((row) => row.run_at.toISOString())
        .sort()
        .at(-1) ?? null,
    missing: projectMigrations.filter(({ name }) => !run.has(name)).map(({ name }) => name),
    changed: projectMigrations
      .filter(({ name, checksum }) => run.has(name) && run.get(name)?.checksum !== checksum)
      .map(({ name }) => name),
    ofNewerVersions: rows.filter((row) => !projectMigrations.some(({ name }) => name === row.name)).length,
  };
}

async function countRows(pool: pg.Pool): Promise<Record<string, number | string>> {
  const { rows } = await pool.query<{ name: string; estimate: number; bytes: string }>(
    `SELECT c.relname AS name, c.reltuples AS estimate, pg_total_relation_size(c.oid) AS bytes FROM pg_class c
     WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') ORDER BY 1`,
  );
  const counts: Record<string, number | string> = {};
  for (const { name, estimate } of rows) {
    if (!/^[a-z][a-z_]{0,62}$/.test(name)) continue;
    counts[name] = estimate > exactCountMaximum ? `about ${Math.round(estimate)}` : await countTable(pool, name);
  }
  return counts;
}

async function countTable(pool: pg.Pool, name: string): Promise<number> {
  const { rows } = await pool.query<{ count: string }>(`SELECT count(*) FROM public."${name}"`);
  return Number(rows[0]?.count);
}

async function countStates(pool: pg.Pool): Promise<Record<string, Record<string, number>>> {
  const states: Record<string, Record<string, number>> = {};
  for (const [table, column] of stateColumns) {
    const sql = `SELECT ${column}::text AS state, count(*) FROM public.${table} GROUP BY 1`;
    const stateCountResult = await pool.query<{ state: string | null; count: string }>(sql).catch(() => undefined);
    const knownStateRows =
      stateCountResult?.rows.filter(({ state }) => state !== null && statePattern.test(state)) ?? [];
    states[`${table}.${column}`] = Object.fromEntries(knownStateRows.map(({ state, count }) => [state, Number(count)]));
  }
  return states;
}

async function countJobs(pool: pg.Pool) {
  const sql = 'SELECT name, state::text AS state, count(*)::int AS count FROM pgboss.job GROUP BY 1, 2 ORDER BY 1, 2';
  const { rows } = await pool.query<{ name: string; state: string; count: number }>(sql);
  return rows.filter(({ name, state }) => statePattern.test(name) && statePattern.test(state));
}

async function countConnections(pool: pg.Pool) {
  const sql = `SELECT coalesce(state, 'none') AS state, count(*)::int AS count FROM pg_stat_activity
    WHERE datname = current_database() GROUP BY 1`;
  const { rows } = await pool.query<{ state: string; count: number }>(sql);
  return Object.fromEntries(rows.map(({ state, count }) => [state, count]));
}

/** Runs the audits of the invariants. Audits that find no rows are only counted, and the others are named. */
async function runAudits(pool: pg.Pool) {
  const brokenAudits: Record<string, unknown> = {};
  for (const { name, sql } of auditQueries) {
    const rows = await readOrErrorCode(async () => (await pool.query(sql)).rowCount ?? 0);
    if (rows !== 0) brokenAudits[name] = rows;
  }
  const database = openDatabase(pool);
  const chainVerification = await readOrErrorCode(() => verifyAuditChain(database));
  const ledgerVerification = await readOrErrorCode(() => verifyLedgerDays(database));
  return {
    queries: auditQueries.length,
    broken: brokenAudits,
    chain:
      'unreadable' in chainVerification
        ? chainVerification
        : {
            sealed: chainVerification.sealed,
            waiting: chainVerification.waiting,
            faults: chainVerification.faults.length,
          },
    ledger:
      'unreadable' in ledgerVerification
        ? ledgerVerification
        : { days: ledgerVerification.days, faults: ledgerVerification.faults.length },
  };
}

/**
 * The slowest statements without their values: from pg_stat_statements if the operator has installed it, and else the
 * statements that have been running for more than a second.
 */
async function listSlowStatements(pool: pg.Pool) {
  const words = await readKnownWords(pool);
  const extensionResult = await pool.query("SELECT 1 FROM pg_extension WHERE extname = 'pg_stat_statements'");
  const sql =
    extensionResult.rowCount === 1
      ? `SELECT query, calls::int AS calls, round(mean_exec_time)::int AS milliseconds FROM pg_stat_statements s
         WHERE s.dbid = (SELECT oid FROM pg_database WHERE datname = current_database()) ORDER BY total_exec_time DESC LIMIT 30`
      : `SELECT query, 1 AS calls, (extract(epoch FROM now() - query_start) * 1000)::int AS milliseconds FROM pg_stat_activity
         WHERE datname = current_database() AND state = 'active' AND pid <> pg_backend_pid()
           AND query_start < now() - interval '1 second' LIMIT 30`;
  const { rows } = await pool.query<{ query: string; calls: number; milliseconds: number }>(sql);
  return {
    source: extensionResult.rowCount === 1 ? 'pg_stat_statements' : 'statements that run now',
    statements: rows.map(({ query, calls, milliseconds }) => ({
      statement: redactStatement(query, words).slice(0, 2_000),
      calls,
      milliseconds,
    })),
  };
}

/** The keywords of SQL, and the names of tables, columns, functions and types. */
async function readKnownWords(pool: pg.Pool): Promise<ReadonlySet<string>> {
  const { rows } = await pool.query<{ word: string }>(
    `SELECT word FROM pg_get_keywords()
     UNION SELECT relname FROM pg_class WHERE relnamespace IN ('public'::regnamespace, 'pg_catalog'::regnamespace)
     UNION SELECT attname FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid WHERE c.relnamespace = 'public'::regnamespace
     UNION SELECT proname FROM pg_proc WHERE pronamespace = 'pg_catalog'::regnamespace`,
  );
  return new Set(rows.map(({ word }) => word.toLowerCase()));
}
