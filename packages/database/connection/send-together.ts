import type pg from 'pg';
import type { Statement } from './statement.ts';

export type Statements = Readonly<Record<string, Statement>>;
export type StatementResults<StatementsByName extends Statements> = {
  readonly [Name in keyof StatementsByName]: StatementsByName[Name] extends Statement<infer Result> | undefined
    ? Result
    : never;
};

/** Runs prepared statements that only read, in one round trip. Each statement has its own snapshot. */
export async function readTogether<const StatementsByName extends Statements>(
  pool: pg.Pool,
  statements: StatementsByName,
): Promise<StatementResults<StatementsByName>> {
  const client = await pool.connect();
  let mustCloseClient = true;
  try {
    const results = await sendInOneRoundTrip(client, Object.values(statements));
    mustCloseClient = false;
    return indexResultsByName(statements, results);
  } finally {
    // A connection in an unknown state is closed, and the pool opens a new one.
    client.release(mustCloseClient);
  }
}

/** Returns the results by the names of their statements. */
export function indexResultsByName<StatementsByName extends Statements>(
  statements: StatementsByName,
  results: readonly unknown[],
): StatementResults<StatementsByName> {
  return Object.fromEntries(
    Object.keys(statements).map((name, index) => [name, results[index]]),
  ) as StatementResults<StatementsByName>;
}

/**
 * Sends the statements in one round trip and waits for all of them.
 * @throws the first error; in a transaction the later statements have no effect.
 */
export async function sendInOneRoundTrip(
  client: pg.PoolClient,
  statements: readonly (Statement | 'BEGIN' | 'COMMIT')[],
): Promise<unknown[]> {
  for (const statement of statements) if (typeof statement !== 'string') assertOneText(statement);
  const { stream } = client.connection;
  stream.cork();
  let queryPromises: Promise<unknown>[];
  try {
    queryPromises = statements.map((statement) => sendStatement(client, statement));
  } finally {
    stream.uncork();
  }
  const queryResults = await Promise.allSettled(queryPromises);
  const failedQuery = queryResults.find((each) => each.status === 'rejected');
  if (failedQuery !== undefined) throw failedQuery.reason;
  return queryResults.map((each) => (each.status === 'fulfilled' ? each.value : undefined));
}

const textsByName = new Map<string, string>();

/**
 * Refuses a second text with the same name, before anything is sent. The driver refuses the second text only when both
 * texts are sent over one connection. Even then the driver sends the rest of the message, including the COMMIT.
 */
function assertOneText({ name, text }: Statement): void {
  const firstText = textsByName.get(name);
  if (firstText === undefined) textsByName.set(name, text);
  else if (firstText !== text) throw new Error(`Two statements have the name ${name}.`);
}

async function sendStatement(client: pg.PoolClient, statement: Statement | 'BEGIN' | 'COMMIT'): Promise<unknown> {
  if (typeof statement === 'string') return (await client.query(statement)).command;
  const { name, text, values, read: readResult } = statement;
  return readResult(await client.query({ name, text, values: [...values] }));
}
