import type { TestHouse } from './test-house.ts';

/** Sessions come and go with every sign-in, and the lists of laws and migrations never change. */
const left = new Set(['session', 'schema_migration', 'rule_minimum_parf']);

/** Every row of every table as text, in a fixed order: two dumps are equal when nothing was changed between them. */
export async function dumpRows(house: TestHouse): Promise<readonly string[]> {
  const tables = await house.context.pool.query<{ name: string }>(
    "SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public' ORDER BY 1",
  );
  const names = tables.rows.map((row) => row.name).filter((name) => !left.has(name));
  const dumps = await Promise.all(
    names.map(async (name) => {
      const rows = await house.context.pool.query<{ row: string }>(`SELECT t::text AS row FROM "${name}" t ORDER BY 1`);
      return rows.rows.map(({ row }) => `${name} ${row}`);
    }),
  );
  return dumps.flat();
}
