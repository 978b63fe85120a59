import { CompiledQuery, type Kysely, type Transaction as KyselyTransaction } from 'kysely';
import type { Schema } from '../schema/schema.ts';

export type Transaction = KyselyTransaction<Schema>;

/** The SQLSTATE codes of a serialization failure and a deadlock. */
const retryableSqlStates = new Set(['40001', '40P01']);

/** Whether the error means that the transaction had no effect and can be retried. */
export function isRetryable(error: unknown): boolean {
  return retryableSqlStates.has(findSqlState(error) ?? '');
}

/** Returns the SQLSTATE of an error of PostgreSQL; undefined for any other error. */
export function findSqlState(error: unknown): string | undefined {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) ? code : undefined;
}

/** Returns the name of the constraint that refused a row; undefined for any other error. */
export function findViolatedConstraint(error: unknown): string | undefined {
  const state = findSqlState(error);
  if (state === undefined || !state.startsWith('23')) return undefined;
  const name = (error as { constraint?: unknown }).constraint;
  return typeof name === 'string' ? name : undefined;
}

/**
 * Runs `work` in one transaction and commits it. Deadlocks and serialization failures are retried up to five times; every
 * other error rolls back and is thrown.
 */
export async function inTransaction<T>(database: Kysely<Schema>, work: (trx: Transaction) => Promise<T>): Promise<T> {
  for (let attemptNumber = 1; ; attemptNumber += 1) {
    try {
      return await database.transaction().execute(work);
    } catch (error) {
      if (attemptNumber >= 5 || !isRetryable(error)) throw error;
    }
  }
}

/** Runs the SQL text of a library inside a transaction of the server. */
export async function runSqlText(trx: Transaction, text: string, values: readonly unknown[]): Promise<unknown[]> {
  return (await trx.executeQuery(CompiledQuery.raw(text, [...values]))).rows;
}
