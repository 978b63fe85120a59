import type { Transaction } from '@carhouse/database/connection/transaction';
import type { AccountId } from '@carhouse/domain/account/account';
import { sql } from 'kysely';
import type { BatchRow } from './batch-outcome.ts';

/** Maximum number of similar cars that are recorded for each reason. */
const maxRecordedCars = 3;
/**
 * Maximum number of candidates for one plate or the same facts. Only so many candidates are examined. Beyond them, most
 * are the seller's own cars or a flood of listings.
 */
const maxCandidates = 50;

/**
 * Records for the admins which cars of other sellers resemble the imported ones: cars with the same plate, or with the
 * same model, year, price and known mileage. The form for one listing records similar cars in the same way
 * (packages/database/listings/duplicates.ts). Images are compared when they are stored. The rows are saved before the
 * call; each row needs a few index lookups.
 */
export async function recordLookAlikes(
  trx: Transaction,
  rows: readonly BatchRow[],
  { sellerId, now }: { readonly sellerId: AccountId; readonly now: Date },
): Promise<void> {
  const refs = rows.map(({ draft }) => draft.dealerRef);
  const makeLookAlikesSql = (reason: 'plate' | 'facts', matchCondition: ReturnType<typeof sql>) => sql`
    (SELECT alike.id, ${sql.lit(reason)} AS reason FROM (
        SELECT other.id, other.seller_id FROM listing AS other
        WHERE ${matchCondition} AND other.status = 'available' LIMIT ${sql.lit(maxCandidates)}) AS alike
      WHERE alike.seller_id <> ${sellerId}::uuid LIMIT ${sql.lit(maxRecordedCars)})`;
  await sql`
    INSERT INTO listing_duplicate (listing_id, first_id, reason, noted_at)
    SELECT mine.id, found.id, min(found.reason), ${now}::timestamptz
    FROM unnest(${refs}::text[]) AS wanted (ref)
    CROSS JOIN LATERAL (
      SELECT * FROM listing WHERE seller_id = ${sellerId}::uuid AND dealer_ref = wanted.ref OFFSET 0) AS mine
    CROSS JOIN LATERAL (
      ${makeLookAlikesSql('plate', sql`other.plate = mine.plate`)}
      UNION ALL
      ${makeLookAlikesSql(
        'facts',
        sql`other.brand = mine.brand AND model_text(other.brand, other.title) = model_text(mine.brand, mine.title)
          AND other.year_of_purchase = mine.year_of_purchase AND other.resale_price_cents = mine.resale_price_cents
          AND other.mileage_km = mine.mileage_km`,
      )}) AS found
    WHERE mine.status = 'available'
      AND NOT EXISTS (SELECT FROM listing_duplicate WHERE listing_id = found.id AND first_id = mine.id)
    GROUP BY mine.id, found.id
    ON CONFLICT DO NOTHING`.execute(trx);
}
