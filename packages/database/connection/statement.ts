import { CompiledQuery } from 'kysely';
import type pg from 'pg';
import type { Database } from './connect.ts';
import type { Transaction } from './transaction.ts';

// Exists only for the compiler: it carries the row type.
type Row = pg.QueryResult['rows'][number];
export type StatementResult = { readonly rows: readonly Row[]; readonly rowCount: number | null };

/**
 * One statement, and how its result is read. In a pipelined transaction it is prepared under its name, which identifies the
 * text on every connection: two texts never share a name. The text lists its columns, so that a migration by another node
 * does not break it. The conditions of partial indexes are part of the text and not parameters, because a prepared plan can
 * use the index only then.
 */
export type Statement<Result = unknown> = {
  readonly name: string;
  readonly text: string;
  readonly values: readonly unknown[];
  readonly read: (result: StatementResult) => Result;
};

/** Runs a statement among queries of the builder, unprepared. */
export async function runStatement<Result>(
  database: Database | Transaction,
  statement: Statement<Result>,
): Promise<Result> {
  const { rows, numAffectedRows } = await database.executeQuery(
    CompiledQuery.raw(statement.text, [...statement.values]),
  );
  return statement.read({ rows, rowCount: numAffectedRows === undefined ? null : Number(numAffectedRows) });
}

/** Runs a statement alone, prepared. */
export async function runPrepared<Result>(pool: pg.Pool, statement: Statement<Result>): Promise<Result> {
  const { name, text, values, read } = statement;
  return read(await pool.query({ name, text, values: [...values] }));
}

/** Reads the result of a change of one row: whether the row existed. */
export function changedOne({ rowCount }: StatementResult): boolean {
  return rowCount === 1;
}

/** The same change, whose row must exist. @throws Error when it does not. */
export function mustChange(statement: Statement<boolean>): Statement<void> {
  return {
    ...statement,
    read: (result) => {
      if (!statement.read(result)) throw new Error(`${statement.name} found nothing to change`);
    },
  };
}
