import { inTransaction } from '@carhouse/database/connection/transaction';
import { deleteRemoved, listRemoving, takeOrphans } from '@carhouse/database/images/orphan-images';
import type { Context } from '../context.ts';

/** An upload that no car, account, booking or wish shows after this time is removed, in milliseconds. */
export const unusedFor = 24 * 60 * 60 * 1000;
/** A picture whose files are not complete after this time never will be. Longer than any store may take (upload-picture.ts). */
export const unfinishedFor = 15 * 60 * 1000;
const batch = 200;

/**
 * Removes the pictures that nobody shows, first from use, then their files, then their rows; what was cut off is taken up
 * again by the next run. Safe on several nodes and against a person who lists one of them at this moment.
 * @returns how many were removed.
 * @throws StoreFault when the store does not answer; the rest waits for the next run.
 */
export async function removeOrphans(context: Context): Promise<number> {
  const now = context.now();
  const unusedSince = new Date(now.getTime() - unusedFor);
  const unfinishedSince = new Date(now.getTime() - unfinishedFor);
  let removed = 0;
  for (;;) {
    await inTransaction(context.database, (trx) =>
      takeOrphans(trx, { unusedSince, unfinishedSince, now, limit: batch }),
    );
    const keys = await listRemoving(context.database, batch);
    for (const key of keys) {
      await context.images.remove(key);
      await deleteRemoved(context.database, key);
    }
    removed += keys.length;
    if (keys.length < batch) return removed;
  }
}
