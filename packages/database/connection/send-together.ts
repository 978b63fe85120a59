import type pg from 'pg';
import type { Statement } from './statement.ts';

export type Statements = Readonly<Record<string, Statement>>;
export type ResultsOf<Asked extends Statements> = {
  readonly [Name in keyof Asked]: Asked[Name] extends Statement<infer Result> | undefined ? Result : never;
};

/** Runs prepared statements that only read, in one round trip. Each statement has its own snapshot. */
export async function readTogether<const Asked extends Statements>(
  pool: pg.Pool,
  statements: Asked,
): Promise<ResultsOf<Asked>> {
  const client = await pool.connect();
  let broken = true;
  try {
    const results = await sendTogether(client, Object.values(statements));
    broken = false;
    return indexResultsByName(statements, results);
  } finally {
    // A connection in an unknown state is closed, and the pool opens a new one.
    client.release(broken);
  }
}

/** Returns the results by the names of their statements. */
export function indexResultsByName<Asked extends Statements>(
  statements: Asked,
  results: readonly unknown[],
): ResultsOf<Asked> {
  return Object.fromEntries(Object.keys(statements).map((name, index) => [name, results[index]])) as ResultsOf<Asked>;
}

/**
 * Sends the statements in one round trip and waits for all of them.
 * @throws the first error; in a transaction the later statements have no effect.
 */
export async function sendTogether(
  client: pg.PoolClient,
  statements: readonly (Statement | 'BEGIN' | 'COMMIT')[],
): Promise<unknown[]> {
  const { stream } = client.connection;
  stream.cork();
  let sentQueries: Promise<unknown>[];
  try {
    sentQueries = statements.map((statement) => sendOne(client, statement));
  } finally {
    stream.uncork();
  }
  const settled = await Promise.allSettled(sentQueries);
  const failed = settled.find((each) => each.status === 'rejected');
  if (failed !== undefined) throw failed.reason;
  return settled.map((each) => (each.status === 'fulfilled' ? each.value : undefined));
}

async function sendOne(client: pg.PoolClient, statement: Statement | 'BEGIN' | 'COMMIT'): Promise<unknown> {
  if (typeof statement === 'string') return (await client.query(statement)).command;
  const { name, text, values, read } = statement;
  return read(await client.query({ name, text, values: [...values] }));
}
