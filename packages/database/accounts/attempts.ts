import { type AttemptLimit, computeWaitMs } from '@carhouse/domain/limits/attempt-limit';
import { sql } from 'kysely';
import type { Database } from '../connection/connect.ts';

/**
 * Counts one attempt against a limit in a single statement, so that concurrent attempts on any number of server nodes never
 * exceed the limit together. A refused attempt is not counted.
 * @param key identifies what is limited: a keyed hash, never an e-mail address.
 * @returns 0 when the attempt is allowed, otherwise the milliseconds to wait.
 */
export async function reserveAttempt(database: Database, key: string, limit: AttemptLimit, now: Date): Promise<number> {
  const windowStart = new Date(now.getTime() - limit.windowMs);
  const windowEnd = new Date(now.getTime() + limit.windowMs);
  const triesInWindowSql = sql`ARRAY(SELECT each FROM unnest(counter.tries) AS each WHERE each > ${windowStart})`;
  const { attemptsWithoutDelay, firstMs } = limit.growingDelay ?? {
    attemptsWithoutDelay: limit.count,
    firstMs: 0,
  };
  const { rows } = await sql`
    INSERT INTO attempt_counter AS counter (key, tries, expires_at)
    VALUES (${key}, ARRAY[${now}::timestamptz], ${windowEnd})
    ON CONFLICT (key) DO UPDATE SET tries = ${triesInWindowSql} || ${now}::timestamptz, expires_at = ${windowEnd}
    WHERE cardinality(${triesInWindowSql}) < ${limit.count}::int
      AND (cardinality(${triesInWindowSql}) < ${attemptsWithoutDelay}::int OR (SELECT max(each) FROM unnest(counter.tries) AS each)
           + (${firstMs}::float8 * power(2, cardinality(${triesInWindowSql}) - ${attemptsWithoutDelay}::int)) * interval '1 millisecond' <= ${now})
    RETURNING 1`.execute(database);
  if (rows.length > 0) return 0;
  return Math.max(1, await findAttemptWaitMs(database, key, limit, now));
}

/**
 * Returns the milliseconds until another attempt would be allowed; 0 when it is allowed now. A call of this function
 * does not count as an attempt.
 */
export async function findAttemptWaitMs(
  database: Database,
  key: string,
  limit: AttemptLimit,
  now: Date,
): Promise<number> {
  const [wait = 0] = await listAttemptWaitsMs(database, [{ key, limit }], now);
  return wait;
}

/** Returns the waiting times of several counters with one query, in the given order. */
export async function listAttemptWaitsMs(
  database: Database,
  countersWithLimits: readonly { readonly key: string; readonly limit: AttemptLimit }[],
  now: Date,
): Promise<readonly number[]> {
  const keys = countersWithLimits.map(({ key }) => key);
  const rows = await database
    .selectFrom('attempt_counter')
    .select(['key', 'tries'])
    .where('key', '=', (eb) => eb.fn.any(eb.val(keys)))
    .execute();
  const triesByKey = new Map(rows.map((row) => [row.key, row.tries]));
  return countersWithLimits.map(({ key, limit }) => computeWaitMs(triesByKey.get(key) ?? [], limit, now));
}

/** Removes the attempt that was counted at this time, for example because the password was right. */
export async function releaseAttempt(database: Database, key: string, reservedAt: Date): Promise<void> {
  await sql`
    UPDATE attempt_counter
    SET tries = tries[:array_position(tries, ${reservedAt}::timestamptz) - 1] || tries[array_position(tries, ${reservedAt}::timestamptz) + 1:]
    WHERE key = ${key} AND ${reservedAt}::timestamptz = ANY (tries)`.execute(database);
}

/**
 * Deletes the attempts of a counter. Callers delete the attempts after the owner has proved their identity in another
 * way.
 */
export async function clearAttempts(database: Database, key: string): Promise<void> {
  await database.deleteFrom('attempt_counter').where('key', '=', key).execute();
}
