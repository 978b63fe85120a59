import { inTransaction } from '@carhouse/database/connection/transaction';
import { deleteRemovedImage, listRemoving, markOrphanImages } from '@carhouse/database/images/orphan-images';
import type { Context } from '../context.ts';

/** Milliseconds after which an upload that no car, account, booking or wish references is deleted. */
export const unusedImageMs = 24 * 60 * 60 * 1000;
/**
 * Milliseconds after which an image with incomplete files counts as abandoned. Writing the files never takes this long
 * (upload-image.ts).
 */
export const unfinishedUploadMs = 15 * 60 * 1000;
const batchSize = 200;

/**
 * Deletes images that nothing references: it first marks them, then deletes their files, then their rows. The next run
 * continues a run that was interrupted. This function may run on several server nodes, and while a user adds one of the
 * images to a car.
 * @returns number of deleted images.
 * @throws StoreFault when the image store does not answer; the next run deletes the remaining images.
 */
export async function removeOrphans(context: Context): Promise<number> {
  const now = context.now();
  const unusedSince = new Date(now.getTime() - unusedImageMs);
  const unfinishedSince = new Date(now.getTime() - unfinishedUploadMs);
  let removedCount = 0;
  for (;;) {
    await inTransaction(context.database, (trx) =>
      markOrphanImages(trx, { unusedSince, unfinishedSince, now, limit: batchSize }),
    );
    const keys = await listRemoving(context.database, batchSize);
    for (const key of keys) {
      await context.images.remove(key);
      await deleteRemovedImage(context.database, key);
    }
    removedCount += keys.length;
    if (keys.length < batchSize) return removedCount;
  }
}
