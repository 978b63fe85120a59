import { changeRetentionMs, deleteOldChanges } from '@carhouse/database/listings/listing-changes';
import { deleteExpiredKeys } from '@carhouse/database/requests/idempotency-keys';
import { deleteEndedCounts } from '@carhouse/database/requests/rate-counts';
import type { Context } from '../context.ts';
import { measureTask } from './measure-task.ts';
import { runEvery } from './run-every.ts';

/**
 * Deletes expired rows: idempotency keys, rate limit counters, and changes of listings that every server node has read.
 * Several server nodes may run this function at the same time.
 */
export async function deleteExpiredRows(context: Context): Promise<void> {
  const now = context.now();
  await deleteExpiredKeys(context.database, now);
  await deleteEndedCounts(context.database, now);
  await deleteOldChanges(context.database, new Date(now.getTime() - changeRetentionMs));
}

/** Runs `sweep` every five minutes. @returns a function that stops the interval and waits for a run in progress. */
export function startSweeper(context: Context): () => Promise<void> {
  return runEvery({
    intervalMs: 5 * 60_000,
    log: context.log,
    failureMessage: 'the sweeper failed',
    run: () => measureTask(context.metrics, 'deleteExpiredRows', () => deleteExpiredRows(context)),
    shouldRunImmediately: false,
  });
}
