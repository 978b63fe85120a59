import type { ImageSize } from '@carhouse/domain/image/image-widths';
import type { ListingId } from '@carhouse/domain/listing/listing';
import type { Cents } from '@carhouse/domain/money/money';
import { sql } from 'kysely';
import type { Database } from '../connection/connect.ts';
import type { Transaction } from '../connection/transaction.ts';

export type AdvertisedCar = {
  readonly id: ListingId;
  readonly imageKey: string | null;
  readonly imageSize: ImageSize | null;
  readonly title: string;
  readonly brand: string;
  readonly price: Cents;
};

/** Number of each seller's listings that are shown before further ones. An unverified seller has no further ones. */
const firstAdvertisementsPerSeller = 2;

/**
 * Lists advertised listings that can be booked and whose seller is active, newest advertisement first. The newest
 * `firstAdvertisementsPerSeller` listings of each seller come before the further listings of verified sellers.
 * Unverified sellers of one sign-up network count as one seller. Listings without an image are included only when their
 * seller is verified.
 */
export async function listAdvertisedCars(database: Database, limit: number): Promise<readonly AdvertisedCar[]> {
  const result = await sql<AdvertisedCar>`
    SELECT listing.id, listing.title, listing.brand, listing.resale_price_cents AS price, image.key AS "imageKey",
      CASE WHEN image.key IS NOT NULL THEN json_build_object('width', image.width, 'height', image.height) END AS "imageSize"
    FROM (
      SELECT listing.id, advertisement.created_at, account.verified_at,
        row_number() OVER (PARTITION BY account.share_group ORDER BY advertisement.created_at DESC, listing.id DESC) AS nth
      FROM advertisement JOIN listing ON listing.id = advertisement.listing_id JOIN account ON account.id = listing.seller_id
      WHERE listing.status = 'available' AND account.status = 'active'
        AND (account.verified_at IS NOT NULL
          OR EXISTS (SELECT FROM listing_image WHERE listing_image.listing_id = listing.id))
    ) AS shown
    JOIN listing ON listing.id = shown.id
    LEFT JOIN listing_image ON listing_image.listing_id = listing.id AND listing_image.position = 0
    LEFT JOIN image ON image.key = listing_image.image_key
    WHERE shown.nth <= ${sql.lit(firstAdvertisementsPerSeller)} OR shown.verified_at IS NOT NULL
    ORDER BY shown.nth <= ${sql.lit(firstAdvertisementsPerSeller)} DESC, shown.created_at DESC, shown.id DESC LIMIT ${limit}`.execute(
    database,
  );
  return result.rows;
}

/**
 * Advertises a car. A second call for the same car changes nothing. @returns whether the car was not advertised before.
 */
export async function insertAdvertisement(trx: Transaction, listingId: ListingId, now: Date): Promise<boolean> {
  const result = await trx
    .insertInto('advertisement')
    .values({ listing_id: listingId, created_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return (result.numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/** Ends the advertisement of a listing. @returns false when the listing has no advertisement. */
export async function deleteAdvertisement(trx: Transaction, listingId: ListingId): Promise<boolean> {
  const deleteResult = await trx.deleteFrom('advertisement').where('listing_id', '=', listingId).executeTakeFirst();
  return deleteResult.numDeletedRows > 0n;
}

/** Finds which of these listings are advertised. */
export async function findAdvertisedListings(
  database: Database | Transaction,
  listings: readonly ListingId[],
): Promise<ReadonlySet<ListingId>> {
  if (listings.length === 0) return new Set();
  const rows = await database
    .selectFrom('advertisement')
    .select('listing_id')
    .where('listing_id', 'in', [...listings])
    .execute();
  return new Set(rows.map((row) => row.listing_id));
}
