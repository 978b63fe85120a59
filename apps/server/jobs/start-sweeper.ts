import { changesKeptMs, deleteOldChanges } from '@carhouse/database/listings/listing-changes';
import { deleteExpiredKeys } from '@carhouse/database/requests/idempotency-keys';
import { deleteEndedCounts } from '@carhouse/database/requests/rate-counts';
import type { Context } from '../context.ts';
import { runEvery } from './run-every.ts';

/** Removes what has run out: idempotency keys, the counts of rate limits, the changes of cars that every node has read. It hurts nobody when several nodes do it. */
export async function sweep(context: Context): Promise<void> {
  const now = context.now();
  await deleteExpiredKeys(context.database, now);
  await deleteEndedCounts(context.database, now);
  await deleteOldChanges(context.database, new Date(now.getTime() - changesKeptMs));
}

/** Sweeps every five minutes. @returns how to stop it; waits for a run under way. */
export function startSweeper(context: Context): () => Promise<void> {
  return runEvery({
    everyMs: 5 * 60_000,
    log: context.log,
    sentence: 'the sweeper failed',
    run: () => sweep(context),
    atOnce: false,
  });
}
