import type pg from 'pg';
import type { Database } from '../connection/connect.ts';

/**
 * One call to count against one limit. The fields are the name of the limit, the subject whose calls are counted, the
 * end of a time window that would start now, and the number of calls as which this call counts.
 */
export type CallToCount = {
  readonly limit: string;
  readonly subject: string;
  readonly endsAt: Date;
  readonly times: number;
};
export type CountedWindow = {
  readonly limit: string;
  readonly subject: string;
  readonly count: number;
  readonly endsAt: Date;
};

/**
 * Counts one call against each of the limits. The function uses one prepared statement, because it runs for every call
 * that changes data. A time window starts with its first call.
 * @returns the counts including this call, and the ends of their windows.
 */
export async function countCallAgainstLimits(
  pool: pg.Pool,
  callsToCount: readonly CallToCount[],
  now: Date,
): Promise<readonly CountedWindow[]> {
  // The rows are sorted in the same way for all callers, so that two calls with the same limits never deadlock.
  const rows = [...callsToCount].sort((a, b) => (`${a.limit} ${a.subject}` < `${b.limit} ${b.subject}` ? -1 : 1));
  const columnValues = (['limit', 'subject', 'endsAt', 'times'] as const).map((name) => rows.map((row) => row[name]));
  const values = [...columnValues, now];
  const countResult = await pool.query<CountRow>({ name: 'rate-count-calls-of-subjects', text: countSql, values });
  return countResult.rows.map((row) => ({
    limit: row.limit_name,
    subject: row.subject,
    count: row.count,
    endsAt: row.ends_at,
  }));
}

type CountRow = {
  readonly limit_name: string;
  readonly subject: string;
  readonly count: number;
  readonly ends_at: Date;
};

const countSql = `
  INSERT INTO rate_count (limit_name, subject, count, ends_at)
  SELECT limit_name, subject, times, ends_at
  FROM unnest($1::text[], $2::text[], $3::timestamptz[], $4::integer[])
    WITH ORDINALITY AS given (limit_name, subject, ends_at, times, place)
  ORDER BY place
  ON CONFLICT (limit_name, subject) DO UPDATE SET
    count = CASE WHEN rate_count.ends_at <= $5 THEN excluded.count ELSE rate_count.count + excluded.count END,
    ends_at = CASE WHEN rate_count.ends_at <= $5 THEN excluded.ends_at ELSE rate_count.ends_at END
  RETURNING limit_name, subject, count, ends_at`;

/** Deletes the counts of windows that have ended. */
export async function deleteEndedCounts(database: Database, now: Date): Promise<void> {
  await database.deleteFrom('rate_count').where('ends_at', '<=', now).execute();
}
