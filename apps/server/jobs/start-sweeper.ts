import { changesKeptMs, deleteOldChanges } from '@carhouse/database/listings/listing-changes';
import { deleteExpiredKeys } from '@carhouse/database/requests/idempotency-keys';
import { deleteEndedCounts } from '@carhouse/database/requests/rate-counts';
import type { Context } from '../context.ts';
import { watchRuns } from './watch-runs.ts';

const everyMs = 5 * 60_000;

/** Removes what has run out: idempotency keys, the counts of rate limits, the changes of cars that every node has read. It hurts nobody when several nodes do it. */
export async function sweep(context: Context): Promise<void> {
  const now = context.now();
  await deleteExpiredKeys(context.database, now);
  await deleteEndedCounts(context.database, now);
  await deleteOldChanges(context.database, new Date(now.getTime() - changesKeptMs));
}

/** Sweeps every five minutes. @returns how to stop it; waits for a run under way. */
export function startSweeper(context: Context): () => Promise<void> {
  const watch = watchRuns(context.log, 'the sweeper failed');
  let running: Promise<unknown> = Promise.resolve();
  const timer = setInterval(() => {
    running = watch(() => sweep(context));
  }, everyMs);
  return async () => {
    clearInterval(timer);
    await running;
  };
}
