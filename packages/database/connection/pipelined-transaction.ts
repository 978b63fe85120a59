import type pg from 'pg';
import { indexResultsByName, type StatementResults, type Statements, sendInOneRoundTrip } from './send-together.ts';
import type { Statement } from './statement.ts';
import { isRetryable } from './transaction.ts';

/**
 * What `decide` returns after the first round trip: the statements to run (`saveStatements`) and the result. When
 * `saveStatements` is empty, nothing is written. When `isCheckedBeforeCommit` is true, COMMIT is sent in a third round
 * trip, after the results of the statements have been checked. For example, the check can be that an update has found
 * its row. Statements with `isSentWithCommit` are not checked: they run last, in the message with COMMIT.
 */
export type TransactionDecision<Answer> = {
  readonly save: readonly Statement[];
  readonly answer: Answer;
  readonly isCheckedBeforeCommit?: boolean;
};

/**
 * Runs one transaction in two round trips: BEGIN and the reads, then COMMIT with the writes that `decide` returns. The
 * statements are separate and run in the given order, each with its own snapshot. A statement after a lock therefore
 * sees the changes for which the lock has waited. A single statement that both takes the lock and reads rows would not
 * see the changes of earlier lock holders. When `decide` throws, the transaction is rolled back. Deadlocks and
 * serialization failures are retried, as in `inTransaction`, so `decide` may run more than once.
 */
export async function inPipelinedTransaction<const Reads extends Statements, Answer>(
  pool: pg.Pool,
  readStatements: Reads,
  decide: (readResults: StatementResults<Reads>) => TransactionDecision<Answer>,
): Promise<Answer> {
  for (let attemptNumber = 1; ; attemptNumber += 1) {
    try {
      return await runTransactionOnce(pool, readStatements, decide);
    } catch (error) {
      if (attemptNumber >= 5 || !isRetryable(error)) throw error;
    }
  }
}

async function runTransactionOnce<Reads extends Statements, Answer>(
  pool: pg.Pool,
  readStatements: Reads,
  decide: (readResults: StatementResults<Reads>) => TransactionDecision<Answer>,
): Promise<Answer> {
  const client = await pool.connect();
  let mustCloseClient = true;
  try {
    const [, ...results] = await sendInOneRoundTrip(client, ['BEGIN', ...Object.values(readStatements)]);
    const { save, answer, isCheckedBeforeCommit } = decide(indexResultsByName(readStatements, results));
    const isLast = ({ isSentWithCommit }: Statement): boolean =>
      isCheckedBeforeCommit !== true || isSentWithCommit === true;
    const checkedStatements = save.filter((statement) => !isLast(statement));
    if (checkedStatements.length > 0) await sendInOneRoundTrip(client, checkedStatements);
    const commitResults = await sendInOneRoundTrip(client, [...save.filter(isLast), 'COMMIT']);
    // PostgreSQL answers COMMIT with ROLLBACK when the transaction has already failed.
    if (commitResults.at(-1) !== 'COMMIT')
      throw new Error(`The transaction ended with ${String(commitResults.at(-1))}.`);
    mustCloseClient = false;
    return answer;
  } catch (error) {
    mustCloseClient = await client.query('ROLLBACK').then(
      () => false,
      () => true,
    );
    throw error;
  } finally {
    // A connection in an unknown state is closed, and the pool opens a new one.
    client.release(mustCloseClient);
  }
}
