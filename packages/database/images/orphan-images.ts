import { sql } from 'kysely';
import type { Database } from '../connection/connect.ts';
import type { Transaction } from '../connection/transaction.ts';

/**
 * Marks images for deletion: uploads that nothing references and that were not uploaded again since `unusedSince`, and
 * images whose files were not completed since `unfinishedSince`. After the commit, marked images cannot be used any
 * more (`lockImagesOfAccount`).
 *
 * Two statements are needed: the first locks the images, and the second checks again that no listing uses them. A
 * listing may have used the image while the first statement waited for its lock. The second statement has a newer
 * snapshot and sees such a listing.
 * @returns keys of the marked images, at most `limit`.
 */
export async function markOrphanImages(
  trx: Transaction,
  values: { readonly unusedSince: Date; readonly unfinishedSince: Date; readonly now: Date; readonly limit: number },
): Promise<readonly string[]> {
  const candidateImages = await trx
    .selectFrom('image')
    .select('key')
    .where(makeIsUnusedImageSql(values))
    .orderBy('key')
    .limit(values.limit)
    .forUpdate()
    .skipLocked()
    .execute();
  if (candidateImages.length === 0) return [];
  const markedImages = await trx
    .updateTable('image')
    .set({ removing_at: values.now })
    .where(
      'key',
      'in',
      candidateImages.map(({ key }) => key),
    )
    .where(makeIsUnusedImageSql(values))
    .returning('key')
    .execute();
  return markedImages.map(({ key }) => key);
}

/** Lists images that are marked for deletion and whose row still exists; the files of these images may exist too. */
export async function listRemoving(database: Database, limit: number): Promise<readonly string[]> {
  const rows = await database
    .selectFrom('image')
    .select('key')
    .where('removing_at', 'is not', null)
    .orderBy('created_at')
    .limit(limit)
    .execute();
  return rows.map(({ key }) => key);
}

/** Deletes the row of an image whose files are already deleted, and the records of its uploads. */
export async function deleteRemovedImage(database: Database, key: string): Promise<void> {
  await database.deleteFrom('image').where('key', '=', key).where('removing_at', 'is not', null).execute();
}

/**
 * Returns the SQL condition for images that nothing uses. Accounts, bookings and wishes refer to an image by URL. For
 * these URLs, the query must use the same expressions as the indexes in migration 0003.
 */
function makeIsUnusedImageSql(values: { readonly unusedSince: Date; readonly unfinishedSince: Date }) {
  return sql<boolean>`
    image.removing_at is null
    and (
      (image.stored_at is null and image.created_at < ${values.unfinishedSince})
      or (
        image.stored_at < ${values.unusedSince}
        and exists (select 1 from image_upload u where u.image_key = image.key)
        and not exists (select 1 from image_upload u where u.image_key = image.key and u.created_at >= ${values.unusedSince})
      )
    )
    and not exists (select 1 from listing_image l where l.image_key = image.key)
    and not exists (select 1 from account a where substring(a.photo_url from '/media/([a-z0-9]+)-') = image.key)
    and not exists (select 1 from booking b where substring(b.image_url from '/media/([a-z0-9]+)-') = image.key)
    and not exists (select 1 from wish w where substring(w.image_url from '/media/([a-z0-9]+)-') = image.key)`;
}
