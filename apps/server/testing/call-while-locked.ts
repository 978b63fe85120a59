import type pg from 'pg';
import { expect } from 'vitest';

/**
 * Makes calls that write to one table, while the table is locked against writes until every call waits for a lock.
 * Therefore, if a limit is counted without a lock of its own, all calls count before the first call writes.
 *
 * @param calls at most as many as the server has database connections.
 * @returns the results, in the order of the calls.
 */
export async function callWhileLocked<Result>(
  pool: pg.Pool,
  table: 'image_upload' | 'listing',
  calls: readonly (() => Promise<Result>)[],
): Promise<Result[]> {
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    await client.query(`LOCK TABLE ${table} IN SHARE MODE`);
    const results = Promise.all(calls.map((startCall) => startCall()));
    // This query runs outside the transaction, because within a transaction PostgreSQL shows the activity as it was at
    // the first query.
    const waitingQuerySql = `SELECT FROM pg_stat_activity
      WHERE datname = current_database() AND wait_event_type = 'Lock' AND pid <> pg_backend_pid()`;
    await expect
      .poll(async () => (await pool.query(waitingQuerySql)).rowCount, { interval: 20, timeout: 10_000 })
      .toBe(calls.length);
    await client.query('COMMIT');
    return await results;
  } finally {
    client.release();
  }
}
