import type { AccountId } from '@carhouse/domain/account/account';
import type { ListedImages } from '@carhouse/domain/import/import-counts';
import type { ImportId } from '@carhouse/domain/import/import-states';
import type { ListingId } from '@carhouse/domain/listing/listing';
import { sql } from 'kysely';
import type { Database } from '../connection/connect.ts';
import type { Transaction } from '../connection/transaction.ts';

/** Stores the image names of imported rows until the images are imported. */
export async function storeImageNames(
  database: Database | Transaction,
  importId: ImportId,
  rows: readonly ListedImages[],
): Promise<void> {
  if (rows.length === 0) return;
  const values = JSON.stringify(rows.map(({ dealerRef, images }) => ({ dealer_ref: dealerRef, names: images })));
  await sql`INSERT INTO import_picture (import_id, dealer_ref, names)
            SELECT ${importId}::uuid, dealer_ref, names
            FROM jsonb_to_recordset(${values}::jsonb) AS row (dealer_ref text, names jsonb)
            ON CONFLICT (import_id, dealer_ref) DO UPDATE SET names = excluded.names`.execute(database);
}

export type StoredImageNames = {
  readonly dealerRef: string;
  readonly names: readonly string[];
  readonly listingId: ListingId;
};

/**
 * Lists the next listings whose images are not imported yet, by their references. The first listing of the result is
 * the listing after `lastDealerRef`.
 */
export async function listImageNames(
  database: Database,
  importId: ImportId,
  sellerId: AccountId,
  lastDealerRef: string,
  limit: number,
): Promise<readonly StoredImageNames[]> {
  const rows = await database
    .selectFrom('import_picture')
    .innerJoin('listing', 'listing.dealer_ref', 'import_picture.dealer_ref')
    .select(['import_picture.dealer_ref as dealerRef', 'names', 'listing.id as listingId'])
    .where('import_id', '=', importId)
    .where('listing.seller_id', '=', sellerId)
    .where('import_picture.dealer_ref', '>', lastDealerRef)
    .orderBy('import_picture.dealer_ref')
    .limit(limit)
    .execute();
  return rows.map((row) => ({ ...row, names: row.names as readonly string[] }));
}

/**
 * Deletes the stored image names of one listing of an import; without `dealerRef`, the image names of all listings of
 * the import. The caller must have locked the import's run in the same transaction (`lockRun`).
 */
export async function deleteImageNames(trx: Transaction, importId: ImportId, dealerRef?: string): Promise<void> {
  let query = trx.deleteFrom('import_picture').where('import_id', '=', importId);
  if (dealerRef !== undefined) query = query.where('dealer_ref', '=', dealerRef);
  await query.execute();
}
