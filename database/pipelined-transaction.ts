import type pg from 'pg';
import type { Statement } from './statement.ts';
import { isRetryable } from './transaction.ts';

/**
 * What comes of the first trip: nothing more to write when `save` is empty. `checked`: COMMIT goes only when every
 * statement has been read without a fault, as one that must find its row; that is a third trip.
 */
export type Decision<Answer> = {
  readonly save: readonly Statement[];
  readonly answer: Answer;
  readonly checked?: boolean;
};

type Results<Reads extends Readonly<Record<string, Statement>>> = {
  readonly [Name in keyof Reads]: Reads[Name] extends Statement<infer Result> ? Result : never;
};

/**
 * One transaction in two trips to the database: BEGIN and the reads, then what `decide` makes of them and COMMIT. The
 * statements are still separate ones and run in the given order, each with a snapshot of its own: what stands behind a lock
 * sees what the lock has waited for, which one big statement would not. `decide` throws to roll back. Deadlocks and
 * serialization failures are run again, as by `inTransaction`; so `decide` may run more than once.
 */
export async function inPipelinedTransaction<const Reads extends Readonly<Record<string, Statement>>, Answer>(
  pool: pg.Pool,
  reads: Reads,
  decide: (found: Results<Reads>) => Decision<Answer>,
): Promise<Answer> {
  for (let round = 1; ; round += 1) {
    try {
      return await runOnce(pool, reads, decide);
    } catch (error) {
      if (round >= 5 || !isRetryable(error)) throw error;
    }
  }
}

async function runOnce<Reads extends Readonly<Record<string, Statement>>, Answer>(
  pool: pg.Pool,
  reads: Reads,
  decide: (found: Results<Reads>) => Decision<Answer>,
): Promise<Answer> {
  const client = await pool.connect();
  let broken = true;
  try {
    const names = Object.keys(reads);
    const [, ...results] = await send(client, ['BEGIN', ...Object.values(reads)]);
    const found = Object.fromEntries(names.map((name, place) => [name, results[place]]));
    const { save, answer, checked } = decide(found as Results<Reads>);
    if (checked === true) await send(client, save);
    const done = await send(client, checked === true ? ['COMMIT'] : [...save, 'COMMIT']);
    // PostgreSQL answers so when the transaction had failed before.
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
    // A connection of unknown state goes; the next one who needs one gets a new one.
    client.release(broken);
  }
}

/** Sends the statements in one go and waits for all of them. @throws the first fault; what stood behind it did nothing. */
async function send(
  client: pg.PoolClient,
  statements: readonly (Statement | 'BEGIN' | 'COMMIT')[],
): Promise<unknown[]> {
  const { stream } = client.connection;
  stream.cork();
  let sent: Promise<unknown>[];
  try {
    sent = statements.map((statement) => sendOne(client, statement));
  } finally {
    stream.uncork();
  }
  const settled = await Promise.allSettled(sent);
  const failed = settled.find((each) => each.status === 'rejected');
  if (failed !== undefined) throw failed.reason;
  return settled.map((each) => (each.status === 'fulfilled' ? each.value : undefined));
}

async function sendOne(client: pg.PoolClient, statement: Statement | 'BEGIN' | 'COMMIT'): Promise<unknown> {
  if (typeof statement === 'string') return (await client.query(statement)).command;
  const { name, text, values, read } = statement;
  return read(await client.query({ name, text, values: [...values] }));
}
