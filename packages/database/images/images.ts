import type { AccountId } from '@carhouse/domain/account/account';
import type { Id } from '@carhouse/domain/ids/id';
import type { ListingId } from '@carhouse/domain/listing/listing';
import { sql } from 'kysely';
import { makeCountedSellerSql, type SellerCountScope } from '../accounts/sellers.ts';
import type { Database } from '../connection/connect.ts';
import type { Transaction } from '../connection/transaction.ts';

/**
 * Returns which of these images the user uploaded and may use. The images are locked against the deletion of unused images
 * until the end of the transaction, so an image that the transaction uses keeps its files.
 */
export async function lockImagesOfAccount(
  trx: Transaction,
  accountId: AccountId,
  keys: readonly string[],
): Promise<ReadonlySet<string>> {
  if (keys.length === 0) return new Set();
  const rows = await trx
    .selectFrom('image')
    .select('key')
    .where('key', 'in', [...keys])
    .where('stored_at', 'is not', null)
    .where('removing_at', 'is', null)
    .where((row) =>
      row.exists(
        row
          .selectFrom('image_upload')
          .select('image_upload.id')
          .whereRef('image_upload.image_key', '=', 'image.key')
          .where('image_upload.account_id', '=', accountId),
      ),
    )
    // All callers lock in the same order, so that two users of the same images cannot deadlock.
    .orderBy('key')
    .forShare()
    .execute();
  return new Set(rows.map((row) => row.key));
}

/** Replaces the images of a listing. The first image is its cover. The caller must have locked the listing. */
export async function replaceListingImages(
  trx: Transaction,
  listingId: ListingId,
  keys: readonly string[],
): Promise<void> {
  await trx.deleteFrom('listing_image').where('listing_id', '=', listingId).execute();
  if (keys.length === 0) return;
  await trx
    .insertInto('listing_image')
    .values(keys.map((key, position) => ({ listing_id: listingId, position, image_key: key })))
    .execute();
}

/** Lists the listings whose only image is one of these, with id and image key, oldest first. */
export async function listCarsWithOnlyCover(
  database: Database,
  keys: readonly string[],
): Promise<readonly { readonly id: ListingId; readonly key: string }[]> {
  if (keys.length === 0) return [];
  return database
    .selectFrom('listing_image as cover')
    .select(['cover.listing_id as id', 'cover.image_key as key'])
    .where('cover.position', '=', 0)
    .where('cover.image_key', 'in', [...keys])
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('listing_image as more')
            .select('more.position')
            .whereRef('more.listing_id', '=', 'cover.listing_id')
            .where('more.position', '>', 0),
        ),
      ),
    )
    .orderBy('cover.listing_id')
    .execute();
}

/**
 * The result of a reservation. `write`: the caller must write the files. `stored`: the files already exist. `busy`:
 * another process is writing or deleting the files.
 */
export type ImageReservationResult = 'write' | 'stored' | 'busy';

/**
 * Inserts the row of an image before its files are written, so that every file has a row. An unfinished reservation
 * that is older than `unfinishedBefore` is taken over.
 */
export async function reserveImage(
  trx: Transaction,
  {
    differenceHash,
    ...image
  }: { readonly key: string; readonly width: number; readonly height: number; readonly differenceHash: string | null },
  now: Date,
  unfinishedBefore: Date,
): Promise<ImageReservationResult> {
  const insertResult = await trx
    .insertInto('image')
    .values({ ...image, likeness: differenceHash, created_at: now, stored_at: null })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  if ((insertResult.numInsertedOrUpdatedRows ?? 0n) > 0n) return 'write';
  const existingImage = await trx
    .selectFrom('image')
    .select(['stored_at', 'removing_at', 'created_at'])
    .where('key', '=', image.key)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (existingImage === undefined || existingImage.removing_at !== null) return 'busy';
  if (existingImage.stored_at !== null) return 'stored';
  if (existingImage.created_at >= unfinishedBefore) return 'busy';
  await trx.updateTable('image').set({ created_at: now }).where('key', '=', image.key).execute();
  return 'write';
}

export type Upload = {
  readonly id: Id<'image_upload'>;
  readonly key: string;
  readonly accountId: AccountId;
  /** The number of bytes that the image adds to the user's quota. */
  readonly bytes: number;
  readonly at: Date;
};

/** Whether a user has uploaded this image before, so that it already counts in the quota. */
export async function hasUploadedImage(trx: Transaction, accountId: AccountId, key: string): Promise<boolean> {
  const row = await trx
    .selectFrom('image_upload')
    .select('id')
    .where('image_key', '=', key)
    .where('account_id', '=', accountId)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Records that a user uploaded an image. */
export async function insertUpload(trx: Transaction, upload: Upload): Promise<void> {
  await trx
    .insertInto('image_upload')
    .values({
      id: upload.id,
      image_key: upload.key,
      account_id: upload.accountId,
      bytes: upload.bytes,
      created_at: upload.at,
    })
    .execute();
}

/** Locks the uploads of one user until the end of the transaction, on all server nodes. */
export async function lockUploads(trx: Transaction, accountId: AccountId): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`image-upload ${accountId}`}, 0))`.execute(trx);
}

export type UploadTotals = {
  /** Number of the user's uploads since the given time. */
  readonly recent: number;
  /** The time of the user's first upload since the given time; null when there is none. */
  readonly oldestUploadAt: Date | null;
  /** Number of uploads since the given time of all accounts that are counted together. */
  readonly recentOfAll: number;
  /** The time of the first upload since the given time of the accounts that are counted together; null for none. */
  readonly oldestOfAllAt: Date | null;
  /** Number of stored bytes of all accounts that are counted together. */
  readonly bytes: number;
};

/** Counts the uploads since a time, and the stored bytes of all accounts that are counted together. */
export async function countUploads(
  database: Database | Transaction,
  accounts: SellerCountScope,
  since: Date,
): Promise<UploadTotals> {
  const createdSinceSql = sql`created_at > ${since}`;
  const isRecentSql = sql`account_id = ${accounts.sellerId}::uuid and ${createdSinceSql}`;
  const row = await database
    .selectFrom('image_upload')
    .select([
      sql<number>`(count(*) filter (where ${isRecentSql}))::int`.as('recent'),
      sql<Date | null>`min(created_at) filter (where ${isRecentSql})`.as('oldestUploadAt'),
      sql<number>`(count(*) filter (where ${createdSinceSql}))::int`.as('recentOfAll'),
      sql<Date | null>`min(created_at) filter (where ${createdSinceSql})`.as('oldestOfAllAt'),
      sql<number>`coalesce(sum(bytes), 0)::float8`.as('bytes'),
    ])
    .where(makeCountedSellerSql(accounts, sql`account_id`, 'all'))
    .executeTakeFirstOrThrow();
  return row;
}

/** Marks an image as usable, because its files are complete. */
export async function markStored(trx: Transaction, key: string, now: Date): Promise<void> {
  await trx.updateTable('image').set({ stored_at: now }).where('key', '=', key).execute();
}

/**
 * Removes a reservation whose files could not be written. `mayHaveLeftFiles` means that some files may exist; the deletion
 * of unused images then removes them.
 */
export async function deleteReservation(
  trx: Transaction,
  key: string,
  mayHaveLeftFiles: boolean,
  now: Date,
): Promise<void> {
  await trx.deleteFrom('image_upload').where('image_key', '=', key).execute();
  if (mayHaveLeftFiles) {
    await trx.updateTable('image').set({ removing_at: now }).where('key', '=', key).execute();
    return;
  }
  await trx.deleteFrom('image').where('key', '=', key).where('stored_at', 'is', null).execute();
}

/** Records that the AVIF files of an image are complete. @returns false when the image is deleted or being deleted. */
export async function recordAvifComplete(database: Database, key: string, now: Date): Promise<boolean> {
  const result = await database
    .updateTable('image')
    .set({ avif_at: now })
    .where('key', '=', key)
    .where('stored_at', 'is not', null)
    .where('removing_at', 'is', null)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** Whether the files of an image are complete and are not being deleted. */
export async function isStored(database: Database, key: string): Promise<boolean> {
  const row = await database
    .selectFrom('image')
    .select('key')
    .where('key', '=', key)
    .where('stored_at', 'is not', null)
    .where('removing_at', 'is', null)
    .executeTakeFirst();
  return row !== undefined;
}
