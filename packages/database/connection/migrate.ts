import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';
import { ensureImporterRole } from './importer-role.ts';
import { ensureMemberRole } from './member-role.ts';
import { listSingleStatements } from './single-statements.ts';
import { findSqlState } from './transaction.ts';

/** The key of the lock that all server nodes take, so that only one of them migrates. */
const migrationLockKey = 4_201_975_001;
const migrationsFolder = new URL('../migrations/', import.meta.url);
const migrationFilePattern = /^(\d{4})-[a-z0-9-]+\.sql$/;

/**
 * A migration waits this long for a lock. While a migration waits, every later statement on the table waits behind it,
 * including statements of nodes that still run the previous version.
 */
const lockTimeoutText = '2s';
/** SQLSTATE of a lock that was not free in time. */
const lockNotFreeSqlState = '55P03';
/** Number of tries of a migration whose locks are not free, and milliseconds between them. */
const lockTries = { count: 120, pauseMs: 1_000 } as const;

export type Migration = { readonly name: string; readonly sql: string; readonly checksum: string };

/** Reads the migrations of this version in their order. */
export async function readMigrations(): Promise<readonly Migration[]> {
  return Promise.all(
    (await readMigrationNames()).map(async (name) => {
      const sql = await readFile(new URL(name, migrationsFolder), 'utf8');
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
    }),
  );
}

/**
 * Migrates the database to this version: runs each missing migration in a separate transaction, except those whose
 * statements run one by one (single-statements.ts). Several server nodes may call this function at the same time. After an interrupted run, the next call continues with the missing
 * migrations.
 * @returns the names of the migrations that ran.
 * @throws Error when the content of an earlier migration has changed, or the database is newer than this version.
 */
export async function migrate(pool: pg.Pool): Promise<readonly string[]> {
  const migrations = await readMigrations();
  const client = await pool.connect();
  try {
    await client.query('SELECT set_config($1, $2, false), set_config($3, $2, false)', [
      'statement_timeout',
      '0',
      'lock_timeout',
    ]);
    await client.query(makeQueryWithoutTimeout('SELECT pg_advisory_lock($1)', [migrationLockKey]));
    await client.query(`CREATE TABLE IF NOT EXISTS schema_migration (
      name text PRIMARY KEY, checksum text NOT NULL, run_at timestamptz NOT NULL DEFAULT now())`);
    const appliedMigrations = await listAppliedMigrations(client);
    refuseForeignMigrations(migrations, appliedMigrations);
    const pendingMigrations = migrations.filter((migration) => !appliedMigrations.has(migration.name));
    for (const migration of pendingMigrations) await runMigration(client, migration);
    await ensureMemberRole(client);
    await ensureImporterRole(client);
    return pendingMigrations.map((migration) => migration.name);
  } finally {
    // Closing the connection ends its lock and its changed settings.
    client.release(true);
  }
}

/** Whether every migration of this version has run; only the names of the migrations are compared. */
export async function isMigrated(pool: pg.Pool): Promise<boolean> {
  const names = await readMigrationNames();
  const result = await pool.query<{ name: string }>('SELECT name FROM schema_migration');
  const finishedNames = new Set(result.rows.map((row) => row.name));
  return names.every((name) => finishedNames.has(name));
}

async function readMigrationNames(): Promise<readonly string[]> {
  return (await readdir(migrationsFolder)).filter((name) => migrationFilePattern.test(name)).sort();
}

/**
 * Runs one migration and records it. When a lock is not free in time, the migration is undone and tried again, so that
 * the statements of other sessions never wait for the migration for long.
 * @throws Error that names the migration; its cause is the error of the database.
 */
export async function runMigration(client: pg.PoolClient, migration: Migration): Promise<void> {
  for (let tryCount = 1; ; tryCount += 1) {
    try {
      await runMigrationOnce(client, migration);
      return;
    } catch (error) {
      const { cause } = error as Error;
      if (findSqlState(cause) !== lockNotFreeSqlState || tryCount >= lockTries.count) throw error;
      await wait(lockTries.pauseMs);
    }
  }
}

async function runMigrationOnce(client: pg.PoolClient, migration: Migration): Promise<void> {
  const singleStatements = listSingleStatements(migration.sql);
  // Statements that run one by one cannot run in a transaction, and can be repeated.
  if (singleStatements !== undefined) return runStatements(client, migration, singleStatements);
  await client.query('BEGIN');
  try {
    await client.query('SELECT set_config($1, $2, true)', ['lock_timeout', lockTimeoutText]);
    await client.query(makeQueryWithoutTimeout(migration.sql));
    await record(client, migration);
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK').catch(() => {});
    throw new Error(`Migration ${migration.name} failed and was undone.`, { cause: error });
  }
}

async function runStatements(
  client: pg.PoolClient,
  migration: Migration,
  statements: readonly string[],
): Promise<void> {
  try {
    for (const statement of statements) await client.query(makeQueryWithoutTimeout(statement));
    await record(client, migration);
  } catch (error) {
    throw new Error(`Migration ${migration.name} failed; the next start repeats it.`, { cause: error });
  }
}

async function record(client: pg.PoolClient, { name, checksum }: Migration): Promise<void> {
  await client.query('INSERT INTO schema_migration (name, checksum) VALUES ($1, $2)', [name, checksum]);
}

/**
 * Runs without the pool's timeout of five seconds, because waiting for another server node or changing a large table may
 * take longer.
 */
function makeQueryWithoutTimeout(text: string, values?: readonly unknown[]): pg.QueryConfig {
  const query = { text, query_timeout: 2 ** 31 - 1 };
  return values === undefined ? query : { ...query, values: [...values] };
}

async function listAppliedMigrations(client: pg.PoolClient): Promise<ReadonlyMap<string, string>> {
  const result = await client.query<{ name: string; checksum: string }>('SELECT name, checksum FROM schema_migration');
  return new Map(result.rows.map((row) => [row.name, row.checksum]));
}

function refuseForeignMigrations(
  migrations: readonly Migration[],
  appliedMigrations: ReadonlyMap<string, string>,
): void {
  for (const [name, checksum] of appliedMigrations) {
    const knownMigration = migrations.find((migration) => migration.name === name);
    if (knownMigration === undefined)
      throw new Error(`The database is newer than this version of Car House: it has ${name}.`);
    if (knownMigration.checksum !== checksum)
      throw new Error(`Migration ${name} was changed after it was run on this database.`);
  }
}
