import type pg from 'pg';
import { type ResultsOf, resultsByName, type Statements, sendTogether } from './send-together.ts';
import type { Statement } from './statement.ts';
import { isRetryable } from './transaction.ts';

/**
 * The result of the first round trip: nothing is written when `save` is empty. `checked`: COMMIT is sent only when every
 * statement has succeeded, for example has found its row; this needs a third round trip.
 */
export type Decision<Answer> = {
  readonly save: readonly Statement[];
  readonly answer: Answer;
  readonly checked?: boolean;
};

/**
 * One transaction in two round trips: BEGIN and the reads, then the writes that `decide` returns and COMMIT. The statements
 * are separate and run in the given order, each with its own snapshot. A statement after a lock sees the changes that the
 * lock has waited for; one combined statement would not. `decide` throws to roll back. Deadlocks and serialization failures
 * are retried, as by `inTransaction`, so `decide` may run more than once.
 */
export async function inPipelinedTransaction<const Reads extends Statements, Answer>(
  pool: pg.Pool,
  reads: Reads,
  decide: (found: ResultsOf<Reads>) => Decision<Answer>,
): Promise<Answer> {
  for (let round = 1; ; round += 1) {
    try {
      return await runOnce(pool, reads, decide);
    } catch (error) {
      if (round >= 5 || !isRetryable(error)) throw error;
    }
  }
}

async function runOnce<Reads extends Statements, Answer>(
  pool: pg.Pool,
  reads: Reads,
  decide: (found: ResultsOf<Reads>) => Decision<Answer>,
): Promise<Answer> {
  const client = await pool.connect();
  let broken = true;
  try {
    const [, ...results] = await sendTogether(client, ['BEGIN', ...Object.values(reads)]);
    const { save, answer, checked } = decide(resultsByName(reads, results));
    if (checked === true) await sendTogether(client, save);
    const done = await sendTogether(client, checked === true ? ['COMMIT'] : [...save, 'COMMIT']);
    // PostgreSQL answers COMMIT with ROLLBACK when the transaction had already failed.
    if (done.at(-1) !== 'COMMIT') throw new Error(`The transaction ended with ${String(done.at(-1))}.`);
    broken = false;
    return answer;
  } catch (error) {
    broken = await client.query('ROLLBACK').then(
      () => false,
      () => true,
    );
    throw error;
  } finally {
    // A connection in an unknown state is closed; the pool opens a new one.
    client.release(broken);
  }
}
