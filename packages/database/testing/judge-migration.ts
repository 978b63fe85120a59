import type pg from 'pg';
import { listSingleStatements } from '../connection/single-statements.ts';

/** Tables that stay small however many people use the site. */
const smallTables = ['brand', 'parf_rule', 'schema_migration'];

/**
 * The beginning of the first line of a migration that removes a table or column that only the version before the last
 * version used.
 */
const contractMigrationPrefix = '-- contract:';

/**
 * Lock modes that make reads or writes of others wait, the weakest first. A statement that changes rows takes a
 * `RowExclusiveLock`.
 */
const blockingModes = [
  'RowExclusiveLock',
  'ShareLock',
  'ShareRowExclusiveLock',
  'ExclusiveLock',
  'AccessExclusiveLock',
];

/** Statements that may run outside of a transaction: they let others read and write, and can be repeated. */
const singleStatementPattern =
  /^(?:CREATE (?:UNIQUE )?INDEX CONCURRENTLY IF NOT EXISTS|DROP INDEX CONCURRENTLY IF EXISTS|ALTER TABLE \S+ VALIDATE CONSTRAINT)\s/i;

type TableFacts = { readonly name: string; readonly file: string; readonly scanCount: number };
type ColumnFacts = { readonly name: string; readonly isMandatory: boolean };

/**
 * Finds the reasons why a migration would disturb the server nodes of the previous version, which still serve users
 * while the migration runs. The migration runs in a transaction that is rolled back, on a database with all migrations
 * before it; the tables need no rows. A lock is long when the migration reads or rewrites the whole table while it
 * holds it.
 * @returns one sentence for each fault; empty when the migration may run under load.
 */
export async function findMigrationFaults(client: pg.ClientBase, sql: string): Promise<readonly string[]> {
  const singleStatements = listSingleStatements(sql);
  if (singleStatements !== undefined) {
    return singleStatements
      .filter((statement) => !singleStatementPattern.test(statement))
      .map(
        (statement) => `'${statement.slice(0, 60)}' cannot run one by one: it blocks others, or cannot be repeated.`,
      );
  }
  await client.query('BEGIN');
  try {
    // PostgreSQL scans an empty table even where it would use an index for a table with rows.
    await client.query('SET LOCAL enable_seqscan = off');
    const [tablesBefore, columnsBefore] = [await readTables(client), await readColumns(client)];
    await client.query(sql);
    const [tables, columns, locks] = [await readTables(client), await readColumns(client), await readLocks(client)];
    const tableFaults = [...tablesBefore.values()]
      .filter(({ name }) => !smallTables.includes(name))
      .flatMap((before) => judgeTable(before, tables.get(before.name), locks.get(before.name) ?? []));
    return [...tableFaults, ...judgeColumns(sql, columnsBefore, columns)];
  } finally {
    await client.query('ROLLBACK');
  }
}

function judgeTable(
  tableBefore: TableFacts,
  tableAfter: TableFacts | undefined,
  lockModes: readonly string[],
): readonly string[] {
  if (tableAfter === undefined) return [];
  const { name } = tableBefore;
  if (tableAfter.file !== tableBefore.file)
    return [`It writes the whole table ${name} anew, and nobody can read it meanwhile.`];
  const strongestMode = lockModes.at(-1);
  if (tableAfter.scanCount === tableBefore.scanCount || strongestMode === undefined) return [];
  return strongestMode === 'RowExclusiveLock'
    ? [`It changes rows of the whole table ${name} in one transaction.`]
    : [`It reads the whole table ${name} while it holds a ${strongestMode}.`];
}

function judgeColumns(
  sql: string,
  columnsBefore: ReadonlyMap<string, ColumnFacts>,
  columnsAfter: ReadonlyMap<string, ColumnFacts>,
): readonly string[] {
  const tablesBefore = new Set([...columnsBefore.keys()].map((name) => name.split('.')[0]));
  const removedColumns = sql.startsWith(contractMigrationPrefix)
    ? []
    : [...columnsBefore.keys()].filter((name) => !columnsAfter.has(name));
  const newMandatoryColumns = [...columnsAfter.values()].filter(
    ({ name, isMandatory }) =>
      isMandatory && tablesBefore.has(name.split('.')[0]) && columnsBefore.get(name)?.isMandatory !== true,
  );
  return [
    ...removedColumns.map((name) => `It removes ${name}, which the version before still uses.`),
    ...newMandatoryColumns.map(({ name }) => `It demands ${name}, which the version before does not write.`),
  ];
}

/** Reads the tables: the files that hold their rows, and how often they were scanned in this transaction. */
async function readTables(client: pg.ClientBase): Promise<ReadonlyMap<string, TableFacts>> {
  const { rows } = await client.query<TableFacts>(
    `SELECT pg_class.relname AS name, pg_relation_filenode(pg_class.oid)::text AS file, coalesce(seq_scan, 0)::int AS "scanCount"
     FROM pg_class LEFT JOIN pg_stat_xact_user_tables AS scanned ON scanned.relid = pg_class.oid
     WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' ORDER BY 1`,
  );
  return new Map(rows.map((row) => [row.name, row]));
}

/** Reads the columns, named `table.column`. A mandatory column has no default and must not be null. */
async function readColumns(client: pg.ClientBase): Promise<ReadonlyMap<string, ColumnFacts>> {
  const { rows } = await client.query<ColumnFacts>(
    `SELECT table_name || '.' || column_name AS name,
       is_nullable = 'NO' AND column_default IS NULL AND is_identity = 'NO' AND is_generated = 'NEVER' AS "isMandatory"
     FROM information_schema.columns WHERE table_schema = 'public' ORDER BY 1`,
  );
  return new Map(rows.map((row) => [row.name, row]));
}

/** Reads the modes of the locks that this transaction holds, by table, the weakest first. */
async function readLocks(client: pg.ClientBase): Promise<ReadonlyMap<string, readonly string[]>> {
  const { rows } = await client.query<{ name: string; modes: string[] }>(
    `SELECT relname AS name, array_agg(mode ORDER BY array_position($1, mode)) AS modes
     FROM pg_locks JOIN pg_class ON pg_class.oid = relation
     WHERE pid = pg_backend_pid() AND locktype = 'relation' AND mode = ANY ($1) GROUP BY relname`,
    [blockingModes],
  );
  return new Map(rows.map(({ name, modes }) => [name, modes]));
}
