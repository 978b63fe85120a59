import type { AccountId } from '@carhouse/domain/account/account';
import pg from 'pg';
import type { TestServer } from './test-server.ts';

/** SQL statements that take an account's rights away; $1 is the account id. */
export const rightsEndingSql = {
  suspended: "UPDATE account SET status = 'suspended' WHERE id = $1",
  demoted: "UPDATE account SET role = CASE role WHEN 'Buyer' THEN 'Seller' ELSE 'Buyer' END WHERE id = $1",
  'signed out': 'SELECT 1 FROM account WHERE id = $1 FOR UPDATE',
} as const;

export type RightsEnding = keyof typeof rightsEndingSql;

/** Finds database connections that wait for a lock of the connection $1. */
const waitersSql = 'SELECT 1 FROM pg_stat_activity WHERE $1 = ANY (pg_blocking_pids(pid))';

/**
 * Starts a transaction that takes the account's rights away, sends a call before the transaction commits, and commits
 * it when the call waits for a lock or has its response. A call that checks rights only before its own transaction
 * fails a test with this function.
 * @returns the response, and whether the call waited for the commit.
 */
export async function callDuringRightsEnding<Answer>(
  server: TestServer,
  accountId: AccountId,
  ending: RightsEnding,
  sendCall: () => Promise<Answer>,
): Promise<{ readonly answer: Answer; readonly hasWaited: boolean }> {
  const client = new pg.Client({ connectionString: server.databaseUrl });
  await client.connect();
  try {
    const processIdResult = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
    await client.query('BEGIN');
    await client.query(rightsEndingSql[ending], [accountId]);
    await client.query('DELETE FROM session WHERE account_id = $1', [accountId]);
    let isAnswered = false;
    const answerPromise = sendCall().finally(() => {
      isAnswered = true;
    });
    // The answer is awaited later, so an earlier rejection must not end the process.
    answerPromise.catch(() => undefined);
    let hasWaited = false;
    while (!hasWaited && !isAnswered) {
      const { rowCount } = await server.context.pool.query(waitersSql, [processIdResult.rows[0]?.pid]);
      hasWaited = (rowCount ?? 0) > 0;
    }
    await client.query('COMMIT');
    return { answer: await answerPromise, hasWaited };
  } finally {
    await client.end();
  }
}
