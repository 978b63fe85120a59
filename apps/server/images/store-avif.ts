import { buffer } from 'node:stream/consumers';
import { isStored, markAvif } from '@carhouse/database/images/images';
import { imageWidths } from '@carhouse/domain/image/image-widths';
import type { Context } from '../context.ts';

/**
 * Makes the AVIF files of an image from its largest WebP file. It is idempotent; an image that has been deleted gets no files.
 * @throws StoreFault when the store does not answer; the job is tried again.
 */
export async function storeAvif(context: Context, key: string): Promise<void> {
  if (!(await isStored(context.database, key))) return;
  const largest = await largestWebp(context, key);
  if (largest === null) return;
  await context.images.put(key, await context.imageWorkers.encodeAvif(largest));
  if (!(await markAvif(context.database, key, context.now()))) await context.images.remove(key, 'avif');
}

async function largestWebp(context: Context, key: string): Promise<Buffer | null> {
  for (const width of imageWidths.toReversed()) {
    const file = await context.images.open(key, width, 'webp');
    if (file !== null) return buffer(file.stream);
  }
  return null;
}
