import { sql } from 'kysely';
import type pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { makeTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import { type Database, openDatabase, openPool } from './connect.ts';
import { isTemporaryFault } from './passing-fault.ts';
import { inTransaction } from './transaction.ts';

// An error event without a listener would end the process, and with it this test run.
let db: TestDatabase;
let pool: pg.Pool;
let database: Database;

beforeEach(async () => {
  db = await makeTestDatabase();
  pool = openPool({ url: db.url, applicationName: 'carhouse-test-cut', max: 1 });
  database = openDatabase(pool);
});
afterEach(async () => {
  await pool.end();
  await db.close();
});

test('a connection that is cut while its transaction waits for something else ends that transaction only', async () => {
  const transactionPromise = inTransaction(database, async (trx) => {
    const { rows } = await sql<{ pid: number }>`SELECT pg_backend_pid() AS pid`.execute(trx);
    await db.pool.query('SELECT pg_terminate_backend($1)', [rows[0]?.pid]);
    await expect.poll(() => sql`SELECT 1`.execute(trx).catch(String)).toMatch(/terminat|not queryable/);
  });
  await expect(transactionPromise).rejects.toThrow(/terminat|not queryable/);
  await expect(transactionPromise).rejects.toSatisfy(isTemporaryFault);
  expect((await sql`SELECT 1 AS one`.execute(database)).rows).toEqual([{ one: 1 }]);
});

test('an answer that does not come in time costs its own query only', async () => {
  pool.options.query_timeout = 200;
  await expect(sql`SELECT pg_sleep(2)`.execute(database)).rejects.toThrow(/timeout|terminated/);
  pool.options.query_timeout = 5_000;
  // A query at the same moment may still fail on the old connection.
  await expect.poll(async () => (await sql`SELECT 1 AS one`.execute(database)).rows).toEqual([{ one: 1 }]);
});

test('a connection to a standby is left when it has refused a write, and the next work gets another one', async () => {
  const readPid = async () =>
    (await sql<{ pid: number }>`SELECT pg_backend_pid() AS pid`.execute(database)).rows[0]?.pid;
  const pidOfStandby = await readPid();
  // A read-only session refuses writes as a standby does.
  await sql`SET default_transaction_read_only = on`.execute(database);
  const write = () => inTransaction(database, (trx) => sql`CREATE TABLE written_after_failover ()`.execute(trx));
  await expect(write()).rejects.toSatisfy(isTemporaryFault);
  await write();
  expect(await readPid()).not.toBe(pidOfStandby);
});
