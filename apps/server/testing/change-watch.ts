import type { TestServer } from './test-server.ts';

/** Tables that a refused call may change, for example counters of failed tries, sessions and idempotency keys. */
const changeableTables = [
  'session',
  'verification',
  'schema_migration',
  'change_watch',
  'idempotency_key',
  'security_event',
];
const ignoredTablePattern = /limit|rate|attempt_count|login/;

export type RowChangeWatch = {
  /** Returns the changes that were committed since the last call, as `table: change`. */
  takeChanges(): Promise<readonly string[]>;
};

/**
 * Makes the database record every committed change of a row by any connection. Watching changes is cheaper than
 * comparing dumps.
 */
export async function watchChanges(server: TestServer): Promise<RowChangeWatch> {
  const { pool } = server.context;
  await pool.query('CREATE TABLE change_watch (what text NOT NULL)');
  await pool.query(`CREATE FUNCTION note_change() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF TG_OP = 'UPDATE' AND OLD IS NOT DISTINCT FROM NEW THEN RETURN NULL; END IF;
      INSERT INTO change_watch VALUES (TG_TABLE_NAME || ': ' || TG_OP);
      RETURN NULL;
    END $$`);
  const tables = await pool.query<{ name: string }>(
    "SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public' AND table_type = 'BASE TABLE'",
  );
  for (const { name } of tables.rows) {
    if (changeableTables.includes(name) || ignoredTablePattern.test(name)) continue;
    await pool.query(
      `CREATE TRIGGER zz_note_change AFTER INSERT OR UPDATE OR DELETE ON "${name}" FOR EACH ROW EXECUTE FUNCTION note_change()`,
    );
  }
  return {
    takeChanges: async () => {
      const { rows } = await pool.query<{ what: string }>('DELETE FROM change_watch RETURNING what');
      return [...new Set(rows.map((row) => row.what))];
    },
  };
}
