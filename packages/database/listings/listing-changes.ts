import { sql } from 'kysely';
import type { Database } from '../connection/connect.ts';
import type { Transaction } from '../connection/transaction.ts';

/**
 * Milliseconds for which rows of the change log are stored. Server nodes read the log several times per second. A node
 * that has not read the log for this time must read all listings again.
 */
export const changeRetentionMs = 3_600_000;

/** Makes every server node read all listings again. */
export async function requestFullReload(database: Database | Transaction): Promise<void> {
  await sql`INSERT INTO listing_change DEFAULT VALUES`.execute(database);
}

/**
 * Deletes changes from the change log that all running server nodes have read: all before the first change that is
 * younger than `changedBefore`. A server node that has not read the log since `changedBefore` must read all listings
 * again.
 */
export async function deleteOldChanges(database: Database, changedBefore: Date): Promise<void> {
  await sql`DELETE FROM listing_change WHERE seq < coalesce(
    (SELECT seq FROM listing_change WHERE at >= ${changedBefore} ORDER BY seq LIMIT 1),
    (SELECT max(seq) + 1 FROM listing_change))`.execute(database);
}
