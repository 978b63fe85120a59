import type { ListingId } from '@carhouse/core/listing/listing';
import type { Cents } from '@carhouse/core/money/money';
import type { PictureSize } from '@carhouse/core/picture/picture-widths';
import { sql } from 'kysely';
import type { Database } from './connect.ts';
import type { Transaction } from './transaction.ts';

export type AdvertisedCar = {
  readonly id: ListingId;
  readonly imageKey: string | null;
  readonly imageSize: PictureSize | null;
  readonly title: string;
  readonly brand: string;
  readonly price: Cents;
};

/** Advertised cars that can be booked and whose seller is active, newest advertisement first. */
export async function listAdvertised(database: Database, limit: number): Promise<readonly AdvertisedCar[]> {
  const cover = sql<
    string | null
  >`(select image_key from listing_image where listing_id = listing.id and position = 0)`;
  const coverSize = sql<PictureSize | null>`(
    select json_build_object('width', image.width, 'height', image.height)
    from listing_image join image on image.key = listing_image.image_key
    where listing_id = listing.id and position = 0)`;
  return database
    .selectFrom('advertisement')
    .innerJoin('listing', 'listing.id', 'advertisement.listing_id')
    .innerJoin('account', 'account.id', 'listing.seller_id')
    .where('listing.status', '=', 'available')
    .where('account.status', '=', 'active')
    .select([
      'listing.id',
      'listing.title',
      'listing.brand',
      'listing.resale_price_cents as price',
      cover.as('imageKey'),
      coverSize.as('imageSize'),
    ])
    .orderBy('advertisement.created_at', 'desc')
    .orderBy('listing.id', 'desc')
    .limit(limit)
    .execute();
}

/** Advertises a car. Once is enough: a second call changes nothing. @returns whether it was not advertised before. */
export async function insertAdvertisement(trx: Transaction, listingId: ListingId, now: Date): Promise<boolean> {
  const result = await trx
    .insertInto('advertisement')
    .values({ listing_id: listingId, created_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return (result.numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/** Which of these cars are advertised. */
export async function findAdvertised(
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
