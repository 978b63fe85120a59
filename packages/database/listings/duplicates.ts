import type { AccountId } from '@carhouse/domain/account/account';
import type { DuplicateReason } from '@carhouse/domain/listing/duplicate';
import type { ListingId } from '@carhouse/domain/listing/listing';
import type { Cents } from '@carhouse/domain/money/money';
import { type RawBuilder, sql } from 'kysely';
import { makeMarkedSoldSql } from '../accounts/sellers.ts';
import type { Database } from '../connection/connect.ts';
import type { Transaction } from '../connection/transaction.ts';

/** The attributes by which duplicates of a car are found. */
export type CarTraits = {
  readonly id: ListingId;
  readonly sellerId: AccountId;
  readonly brand: string;
  readonly title: string;
  readonly yearOfPurchase: number;
  readonly resalePrice: Cents;
  readonly mileageKm: number | null;
  readonly plate: string | null;
  /** Keys of the car's images, cover first. */
  readonly images: readonly string[];
};

export type Duplicate = { readonly id: ListingId; readonly reason: DuplicateReason };
/** `isMarkedSale`: the seller marked the other listing as sold. */
export type OwnDuplicate = Duplicate & { readonly isMarkedSale: boolean };

/** Maximum number of differing bits between the 64-bit hashes of two encodings of one image. */
const maxHashDifference = 4;
/** Maximum number of other sellers' listings that are recorded for each reason. */
const maxRecordedPairs = 3;
/**
 * Maximum number of listings with the same image that are read to find listings of other sellers. Many listings with
 * the same image may belong to the same seller.
 */
const maxCandidateListings = 200;
/** Maximum number of a seller's own listings of one model whose covers are compared. */
const comparedListingMaximum = 100;

/**
 * Finds another listing with which this seller already offers the car: it has the same plate, the same model and image, or
 * the same model, year, price and mileage. The caller must have locked the seller.
 * @param markedSince listings that the seller has marked as sold since this time count too; undefined when no such
 *   listing counts.
 */
export async function findOwnDuplicate(
  trx: Transaction,
  car: CarTraits,
  markedSince: Date | undefined,
): Promise<OwnDuplicate | undefined> {
  const duplicateOnSale = await findOwnWithStatus(trx, car, sql`other.status = 'available'`);
  if (duplicateOnSale !== undefined || markedSince === undefined)
    return duplicateOnSale && { ...duplicateOnSale, isMarkedSale: false };
  const markedDuplicate = await findOwnWithStatus(trx, car, makeMarkedSoldSql('other', markedSince));
  return markedDuplicate && { ...markedDuplicate, isMarkedSale: true };
}

/**
 * @param statusSql a condition on the status of the listing `other`. The partial indexes need exactly the condition of
 *   listings on sale.
 */
async function findOwnWithStatus(
  trx: Transaction,
  car: CarTraits,
  statusSql: RawBuilder<unknown>,
): Promise<Duplicate | undefined> {
  const isOtherListingSql = sql`${statusSql} AND other.seller_id = ${car.sellerId}::uuid AND other.id <> ${car.id}::uuid`;
  const isSameModelSql = sql`other.brand = ${car.brand} AND model_text(other.brand, other.title) = model_text(${car.brand}, ${car.title})`;
  const coverKey = car.images[0] ?? null;
  // PostgreSQL uses the index only for exactly this expression.
  const sameMileageSql =
    car.mileageKm === null ? sql`other.mileage_km IS NULL` : sql`other.mileage_km = ${car.mileageKm}::int`;
  const result = await sql<Duplicate>`
    (SELECT other.id, 'plate' AS reason FROM listing AS other
      WHERE other.plate = ${car.plate} AND ${isOtherListingSql} ORDER BY other.id LIMIT 1)
    UNION ALL
    (SELECT other.id, 'facts' FROM listing AS other
      WHERE ${isSameModelSql} AND other.year_of_purchase = ${car.yearOfPurchase}
        AND other.resale_price_cents = ${car.resalePrice}::bigint
        AND ${sameMileageSql} AND ${isOtherListingSql} ORDER BY other.id LIMIT 1)
    UNION ALL
    (SELECT other.id, 'pictures' FROM listing_image JOIN listing AS other ON other.id = listing_image.listing_id
      WHERE listing_image.image_key = ANY (${[...car.images]}::text[]) AND ${isSameModelSql} AND ${isOtherListingSql} ORDER BY other.id LIMIT 1)
    UNION ALL
    (SELECT near.id, 'pictures' FROM (
        SELECT other.id, image.likeness FROM listing AS other
        JOIN listing_image ON listing_image.listing_id = other.id AND listing_image.position = 0
        JOIN image ON image.key = listing_image.image_key
        WHERE ${isSameModelSql} AND ${isOtherListingSql} LIMIT ${sql.lit(comparedListingMaximum)}) AS near
      WHERE bit_count(near.likeness # (SELECT likeness FROM image WHERE key = ${coverKey})) <= ${sql.lit(maxHashDifference)}
      ORDER BY near.id LIMIT 1)
    LIMIT 1`.execute(trx);
  return result.rows[0];
}

/**
 * Records for the admins which listings of other sellers are similar to this listing: they have the same plate, the
 * same image, or the same model, year, price and known mileage. For each reason at most `maxRecordedPairs` listings are
 * recorded. A pair that an admin has decided is not put on the list again.
 */
export async function recordDuplicates(trx: Transaction, car: CarTraits, now: Date): Promise<void> {
  const isOtherListingSql = sql`other.status = 'available' AND other.seller_id <> ${car.sellerId}::uuid`;
  const maxRecordedPairsSql = sql.lit(maxRecordedPairs);
  const maxCandidateListingsSql = sql.lit(maxCandidateListings);
  await sql`
    INSERT INTO listing_duplicate (listing_id, first_id, reason, noted_at)
    SELECT ${car.id}::uuid, found.id, min(found.reason), ${now}::timestamptz FROM (
      (SELECT other.id, 'plate' AS reason FROM listing AS other WHERE other.plate = ${car.plate} AND ${isOtherListingSql} LIMIT ${maxRecordedPairsSql})
      UNION ALL
      (SELECT other.id, 'facts' FROM listing AS other
        WHERE other.brand = ${car.brand} AND model_text(other.brand, other.title) = model_text(${car.brand}, ${car.title})
          AND other.year_of_purchase = ${car.yearOfPurchase} AND other.resale_price_cents = ${car.resalePrice}::bigint
          AND other.mileage_km = ${car.mileageKm}::int AND ${isOtherListingSql} LIMIT ${maxRecordedPairsSql})
      UNION ALL
      (SELECT other.id, 'pictures' FROM unnest(${[...car.images]}::text[]) AS mine (key)
        CROSS JOIN LATERAL (SELECT listing_id FROM listing_image WHERE image_key = mine.key LIMIT ${maxCandidateListingsSql}) AS shown
        JOIN listing AS other ON other.id = shown.listing_id WHERE ${isOtherListingSql} LIMIT ${maxRecordedPairsSql})
      UNION ALL
      (SELECT other.id, 'pictures' FROM image AS mine
        CROSS JOIN LATERAL (
          SELECT listing_image.listing_id FROM image AS theirs JOIN listing_image ON listing_image.image_key = theirs.key
          WHERE theirs.likeness = mine.likeness LIMIT ${maxCandidateListingsSql}) AS shown
        JOIN listing AS other ON other.id = shown.listing_id
        WHERE mine.key = ANY (${[...car.images]}::text[]) AND mine.likeness IS NOT NULL AND ${isOtherListingSql} LIMIT ${maxRecordedPairsSql})
    ) AS found
    WHERE NOT EXISTS (SELECT FROM listing_duplicate WHERE listing_id = found.id AND first_id = ${car.id}::uuid)
    GROUP BY found.id
    ON CONFLICT DO NOTHING`.execute(trx);
}

type DuplicateCar = {
  readonly id: ListingId;
  readonly title: string;
  readonly seller: string;
  readonly price: Cents;
  readonly posted_at: Date;
};
export type RecordedDuplicate = {
  /** The id of the later listing of the pair. */
  readonly id: ListingId;
  readonly reason: DuplicateReason;
  readonly notedAt: Date;
  readonly firstCar: DuplicateCar;
  /** The listing of the pair that was put on sale later. */
  readonly secondCar: DuplicateCar;
  /**
   * Number of open pairs, including this pair, whose later listing belongs to this seller or to a seller of the same
   * share group (migration sign-up-networks).
   */
  readonly openPairCountOfSeller: number;
};

/**
 * Maximum number of pairs of one seller in the admins' list. Further pairs are listed when an admin has decided the
 * listed ones.
 */
const listedPairsPerSeller = 3;

/**
 * Lists undecided pairs whose listings are both on sale, newest first, with keyset pagination. The list has at most one
 * pair for each later listing and `listedPairsPerSeller` pairs for each seller, so that one seller cannot fill it.
 */
export async function listOpenDuplicates(
  database: Database,
  limit: number,
  after?: { readonly at: Date; readonly id: ListingId },
): Promise<readonly RecordedDuplicate[]> {
  const makeCarColumnsSql = (name: 'first' | 'second') =>
    sql.raw(`${name}.id AS ${name}_id, ${name}.title AS ${name}_title, ${name}_seller.name AS ${name}_seller,
      ${name}.resale_price_cents AS ${name}_price, ${name}.posted_at AS ${name}_posted_at`);
  const isAfterCursorSql =
    after === undefined ? sql`true` : sql`(noted_at, second_id) < (${after.at}::timestamptz, ${after.id}::uuid)`;
  const result = await sql<Record<string, never>>`
    SELECT * FROM (
      SELECT *, row_number() OVER (PARTITION BY share_group ORDER BY of_car, noted_at DESC, second_id DESC) AS nth
      FROM (
        SELECT pair.reason, pair.noted_at, ${makeCarColumnsSql('first')}, ${makeCarColumnsSql('second')}, second_seller.share_group,
          row_number() OVER (PARTITION BY pair.listing_id ORDER BY pair.noted_at, pair.first_id) AS of_car,
          (count(*) OVER (PARTITION BY second_seller.share_group))::int AS of_seller
        FROM listing_duplicate AS pair
        JOIN listing AS first ON first.id = pair.first_id JOIN account AS first_seller ON first_seller.id = first.seller_id
        JOIN listing AS second ON second.id = pair.listing_id JOIN account AS second_seller ON second_seller.id = second.seller_id
        WHERE pair.settled_at IS NULL AND first.status = 'available' AND second.status = 'available'
          AND first_seller.status = 'active' AND second_seller.status = 'active') AS open) AS ranked
    WHERE of_car = 1 AND nth <= ${sql.lit(listedPairsPerSeller)} AND ${isAfterCursorSql}
    ORDER BY noted_at DESC, second_id DESC LIMIT ${limit}`.execute(database);
  return result.rows.map((row) => {
    const readCar = (name: string): DuplicateCar => ({
      id: row[`${name}_id`] as unknown as ListingId,
      title: String(row[`${name}_title`]),
      seller: String(row[`${name}_seller`]),
      price: row[`${name}_price`] as unknown as Cents,
      posted_at: row[`${name}_posted_at`] as unknown as Date,
    });
    const { reason, noted_at: notedAt } = row as unknown as { reason: DuplicateReason; noted_at: Date };
    const [firstCar, secondCar] = [readCar('first'), readCar('second')];
    return { id: secondCar.id, reason, notedAt, firstCar, secondCar, openPairCountOfSeller: Number(row.of_seller) };
  });
}

/** Removes a pair from the admins' list. @returns whether the pair was on the list. */
export async function settleDuplicate(
  trx: Transaction,
  pair: { readonly id: ListingId; readonly firstId: ListingId },
  now: Date,
): Promise<boolean> {
  const result = await trx
    .updateTable('listing_duplicate')
    .set({ settled_at: now })
    .where('listing_id', '=', pair.id)
    .where('first_id', '=', pair.firstId)
    .where('settled_at', 'is', null)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}
