import { makeTestDatabase, type TestDatabase } from '@carhouse/database/testing/test-database';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { distributionByTable, findDistribution } from './distribution.ts';
import { type DatabaseFunction, judgeFunction, listFunctions } from './function-bodies.ts';
import { loadParser } from './judge-statement.ts';
import { findCrossShardConstraints, listUniqueConstraints } from './unique-constraints.ts';

let test: TestDatabase;
beforeAll(async () => {
  [test] = await Promise.all([makeTestDatabase(), loadParser()]);
});
afterAll(() => test.close());

it('gives every table of the database a place, and names columns that it has', async () => {
  const { rows } = await test.pool.query<{ name: string; columns: string[] }>(
    `SELECT relname AS name, ARRAY(SELECT attname::text FROM pg_attribute WHERE attrelid = c.oid AND attnum > 0) AS columns
     FROM pg_class c WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') ORDER BY 1`,
  );
  expect(Object.keys(distributionByTable).sort()).toEqual(rows.map(({ name }) => name).sort());
  const unknownColumns = rows.flatMap(({ name, columns }) => {
    const { keyColumns = [], joinColumns = [] } = findDistribution(name) ?? {};
    return [...keyColumns, ...joinColumns]
      .filter((column) => !columns.includes(column))
      .map((column) => `${name}.${column}`);
  });
  expect(unknownColumns).toEqual([]);
});

it('judges the bodies of the triggers that keep the money right', async () => {
  const functions = await readFunctions();
  expect(judgeFunction(findFunction(functions, 'transfer_is_posted'))).toMatchObject({
    class: 'one-shard',
    faults: [],
  });
  expect(judgeFunction(findFunction(functions, 'ledger_posting_keeps_balances'))).toMatchObject({ class: 'one-shard' });
  expect(judgeFunction(findFunction(functions, 'fee_document_is_next'))).toMatchObject({
    class: 'several-shards',
    faults: ['read fee_document by kind, year'],
  });
});

it('finds a trigger that looks at other listings, and one that reads the database of accounts', async () => {
  await test.pool.query(`
    CREATE FUNCTION made_up_count() RETURNS trigger LANGUAGE plpgsql AS $$
    DECLARE bought bigint;
    BEGIN
      bought := (SELECT count(*) FROM booking WHERE buyer_id = NEW.buyer_id);
      IF bought > 5 THEN RAISE EXCEPTION 'too many'; END IF;
      RETURN NEW;
    END $$;
    CREATE TRIGGER made_up_count BEFORE INSERT ON booking FOR EACH ROW EXECUTE FUNCTION made_up_count();
    CREATE FUNCTION made_up_session() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      DELETE FROM session WHERE account_id = NEW.buyer_id;
      RETURN NEW;
    END $$;
    CREATE TRIGGER made_up_session BEFORE INSERT ON booking FOR EACH ROW EXECUTE FUNCTION made_up_session()`);
  const functions = await readFunctions();
  expect(judgeFunction(findFunction(functions, 'made_up_count'))).toMatchObject({
    class: 'several-shards',
    faults: ['read booking by buyer_id'],
  });
  expect(judgeFunction(findFunction(functions, 'made_up_session'))).toMatchObject({
    class: 'two-places',
    faults: ['made_up_session reads accounts'],
  });
});

it('knows what becomes of each unique constraint that one shard cannot keep, and finds a new one', async () => {
  expect((await readCrossShardConstraints()).filter(({ reason }) => reason === undefined)).toEqual([]);
  await test.pool.query('CREATE UNIQUE INDEX made_up_key ON booking (buyer_id, meeting_date)');
  expect((await readCrossShardConstraints()).filter(({ reason }) => reason === undefined)).toMatchObject([
    { name: 'made_up_key' },
  ]);
});

async function readCrossShardConstraints(): Promise<ReturnType<typeof findCrossShardConstraints>> {
  const client = await test.pool.connect();
  try {
    return findCrossShardConstraints(await listUniqueConstraints(client));
  } finally {
    client.release();
  }
}

async function readFunctions(): Promise<readonly DatabaseFunction[]> {
  const client = await test.pool.connect();
  try {
    return await listFunctions(client);
  } finally {
    client.release();
  }
}

function findFunction(functions: readonly DatabaseFunction[], name: string): DatabaseFunction {
  const foundFunction = functions.find((each) => each.name === name);
  if (foundFunction === undefined) throw new Error(`There is no function ${name}.`);
  return foundFunction;
}
