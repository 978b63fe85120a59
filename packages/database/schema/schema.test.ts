import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { columnTextsByTable } from '../testing/schema-columns.ts';
import { makeTestDatabase, type TestDatabase } from '../testing/test-database.ts';

/** Tables that no query of this package reads, because only the migration code or the sign-in library uses them. */
const tablesWithoutQuery = ['schema_migration', 'verification'];

const kinds: Readonly<Record<string, string>> = {
  uuid: 'text',
  text: 'text',
  date: 'text',
  'timestamp with time zone': 'time',
  bigint: 'cents',
  smallint: 'number',
  integer: 'number',
  boolean: 'boolean',
  jsonb: 'json',
  xid8: 'text',
  pg_lsn: 'text',
  _timestamptz: 'times',
  _text: 'texts',
  bytea: 'bytes',
  bit: 'text',
};

let db: TestDatabase;

beforeAll(async () => {
  db = await makeTestDatabase();
});
afterAll(() => db.close());

describe('the types of the tables', () => {
  it('are those of the migrated database, column for column', async () => {
    const columns = await db.pool.query<Record<'table' | 'column' | 'type' | 'nullable' | 'default', string | null>>(
      `SELECT table_name AS "table", column_name AS "column",
              CASE data_type WHEN 'ARRAY' THEN udt_name ELSE data_type END AS "type", is_nullable AS "nullable",
              coalesce(column_default, identity_generation) AS "default" FROM information_schema.columns WHERE table_schema = 'public'`,
    );
    const columnsByTable: Record<string, Record<string, string>> = {};
    for (const row of columns.rows) {
      const table = row.table ?? '';
      if (tablesWithoutQuery.includes(table)) continue;
      const word = `${kinds[row.type ?? ''] ?? row.type}${row.nullable === 'YES' ? '?' : ''}${row.default === null ? '' : '='}`;
      columnsByTable[table] = { ...columnsByTable[table], [row.column ?? '']: word };
    }
    expect(columnsByTable).toEqual(columnTextsByTable);
  });

  it('omit the tables that libraries create', async () => {
    const tables = await db.pool.query<{ name: string }>(
      "SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public' ORDER BY 1",
    );
    const names = tables.rows.map((row) => row.name);
    expect(names.filter((name) => !(name in columnTextsByTable))).toEqual(tablesWithoutQuery);
  });
});

describe('every constraint', () => {
  it('has a name that its migration gives', async () => {
    const unnamedConstraintsResult = await db.pool.query(
      "SELECT conname FROM pg_constraint WHERE connamespace = 'public'::regnamespace AND conname ~ '_check\\d+$|_key\\d+$'",
    );
    expect(unnamedConstraintsResult.rows).toEqual([]);
  });

  it('that refers to another table has an index to look from the other side, or is never looked up', async () => {
    const unindexedKeysResult = await db.pool.query<{ name: string }>(
      `SELECT c.conname AS name FROM pg_constraint c WHERE c.contype = 'f' AND c.confdeltype = 'c' AND NOT EXISTS (
         SELECT 1 FROM pg_index i WHERE i.indrelid = c.conrelid AND i.indkey[0] = c.conkey[1])`,
    );
    expect(unindexedKeysResult.rows).toEqual([]);
  });
});
