import { CompiledQuery } from 'kysely';
import type pg from 'pg';
import type { Database } from './connect.ts';
import type { Transaction } from './transaction.ts';

// The type of a row of a result, which the driver does not export.
type Row = pg.QueryResult['rows'][number];
export type StatementResult = { readonly rows: readonly Row[]; readonly rowCount: number | null };

/**
 * A value that the driver can always send. Objects are excluded, because an object may have no JSON text. The driver
 * would then omit this statement from a message and send all other statements.
 */
export type StatementValue =
  | string
  | number
  | bigint
  | boolean
  | Date
  | Uint8Array
  | null
  | undefined
  | readonly StatementValue[];

/**
 * A statement, with the function that reads its result. In a pipelined transaction the statement is prepared under its
 * name. Two different texts must never have the same name, because the name identifies the text on every connection.
 * The text must list its columns by name, so that a migration that another server node runs does not change its result.
 * Conditions of partial indexes are part of the text and not parameters, because only then can a prepared plan use the
 * index.
 */
export type Statement<Result = unknown> = {
  readonly name: string;
  readonly text: string;
  readonly values: readonly StatementValue[];
  readonly read: (result: StatementResult) => Result;
  /**
   * Whether the statement locks rows that many transactions change, such as the totals of accounts. A pipelined
   * transaction sends such a statement in one message with COMMIT, so that transactions that wait for the locks need
   * not wait for a round trip to this process. No later statement may need the effect of a statement that is sent with
   * COMMIT. Only an error of the database prevents the commit: when `read` throws, the transaction is already
   * committed.
   */
  readonly isSentWithCommit?: boolean;
};

/** Runs a statement without preparing it, among queries of the query builder. */
export async function runStatement<Result>(
  database: Database | Transaction,
  statement: Statement<Result>,
): Promise<Result> {
  const { rows, numAffectedRows } = await database.executeQuery(
    CompiledQuery.raw(statement.text, [...statement.values]),
  );
  return statement.read({ rows, rowCount: numAffectedRows === undefined ? null : Number(numAffectedRows) });
}

/** Runs a single prepared statement. */
export async function runPreparedStatement<Result>(pool: pg.Pool, statement: Statement<Result>): Promise<Result> {
  const { name, text, values, read: readResult } = statement;
  return readResult(await pool.query({ name, text, values: [...values] }));
}

/** Reads the result of a change of one row: returns whether the row existed. */
export function hasChangedOneRow({ rowCount }: StatementResult): boolean {
  return rowCount === 1;
}

/**
 * Returns a statement that makes a change of a row and throws when the row does not exist.
 * @throws Error when the row does not exist.
 */
export function requireChangedRow(statement: Statement<boolean>): Statement<void> {
  return {
    ...statement,
    read: (result) => {
      if (!statement.read(result)) throw new Error(`${statement.name} found nothing to change`);
    },
  };
}
