import type { TestServer } from './test-server.ts';

/**
 * Tables that are not dumped: sessions, which change with every sign-in, counters of refused calls, and the fixed tables of
 * tax rates and migrations.
 */
const ignoredTables = new Set([
  'session',
  'rate_count',
  'attempt_counter',
  'security_event',
  'schema_migration',
  'rule_minimum_parf',
]);

/** Dumps every row of every table as text, in a fixed order: two dumps are equal when nothing was changed between them. */
export async function dumpRows(server: TestServer): Promise<readonly string[]> {
  const client = await server.context.pool.connect();
  try {
    const tables = await client.query<{ name: string }>(
      "SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public' ORDER BY 1",
    );
    const dumpedRows: string[] = [];
    for (const { name } of tables.rows.filter((table) => !ignoredTables.has(table.name))) {
      const rows = await client.query<{ row: string }>(`SELECT t::text AS row FROM "${name}" t ORDER BY 1`);
      dumpedRows.push(...rows.rows.map(({ row }) => `${name} ${row}`));
    }
    return dumpedRows;
  } finally {
    client.release();
  }
}
