import { CompiledQuery } from 'kysely';
import type pg from 'pg';
import type { Database } from './connect.ts';
import type { Transaction } from './transaction.ts';

// This type exists only for the compiler: it is the type of a row.
type Row = pg.QueryResult['rows'][number];
export type StatementResult = { readonly rows: readonly Row[]; readonly rowCount: number | null };

/**
 * A statement, with the function that reads its result. In a pipelined transaction the statement is prepared under its name.
 * Two different texts must never have the same name, because the name identifies the text on every connection. The text
 * lists its columns by name, so that a migration by another server node does not break it. Conditions of partial indexes are
 * part of the text and not parameters, because only then can a prepared plan use the index.
 */
export type Statement<Result = unknown> = {
  readonly name: string;
  readonly text: string;
  readonly values: readonly unknown[];
  readonly read: (result: StatementResult) => Result;
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
export async function runPrepared<Result>(pool: pg.Pool, statement: Statement<Result>): Promise<Result> {
  const { name, text, values, read } = statement;
  return read(await pool.query({ name, text, values: [...values] }));
}

/** Reads the result of a change of one row: returns whether the row existed. */
export function changedOne({ rowCount }: StatementResult): boolean {
  return rowCount === 1;
}

/** Makes a statement of a change whose row must exist. @throws Error when the row does not exist. */
export function mustChange(statement: Statement<boolean>): Statement<void> {
  return {
    ...statement,
    read: (result) => {
      if (!statement.read(result)) throw new Error(`${statement.name} found nothing to change`);
    },
  };
}
