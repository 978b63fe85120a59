import { sql } from 'kysely';
import type { Database } from './connect.ts';

/** One call to be counted: which limit, whose, and when a window that begins now would end. */
export type Count = { readonly limit: string; readonly subject: string; readonly endsAt: Date };
export type Counted = { readonly limit: string; readonly count: number; readonly endsAt: Date };

/**
 * Counts one call against each of the limits, in one statement. A window begins with its first call.
 * @returns the counts with this call, and when their windows end.
 */
export async function countCalls(database: Database, counts: readonly Count[], now: Date): Promise<readonly Counted[]> {
  // In one order for everybody: two calls that count the same limits wait for each other instead of blocking for good.
  const rows = [...counts].sort((a, b) => (a.limit < b.limit ? -1 : 1));
  const counted = await database
    .insertInto('rate_count')
    .values(rows.map((row) => ({ limit_name: row.limit, subject: row.subject, count: 1, ends_at: row.endsAt })))
    .onConflict((conflict) =>
      conflict.columns(['limit_name', 'subject']).doUpdateSet({
        count: sql`CASE WHEN rate_count.ends_at <= ${now} THEN 1 ELSE rate_count.count + 1 END`,
        ends_at: sql`CASE WHEN rate_count.ends_at <= ${now} THEN excluded.ends_at ELSE rate_count.ends_at END`,
      }),
    )
    .returning(['limit_name', 'count', 'ends_at'])
    .execute();
  return counted.map((row) => ({ limit: row.limit_name, count: row.count, endsAt: row.ends_at }));
}

/** Forgets the windows that have ended. */
export async function deleteEndedCounts(database: Database, now: Date): Promise<void> {
  await database.deleteFrom('rate_count').where('ends_at', '<=', now).execute();
}
