import { countCarsOnSale } from '@carhouse/database/accounts/sellers';
import type { Transaction } from '@carhouse/database/connection/transaction';
import type { AccountId } from '@carhouse/domain/account/account';
import { findPlate } from '@carhouse/domain/car/plate';
import { sql } from 'kysely';
import type { BatchRow, Outcome } from './batch-outcome.ts';

/** Limits of a seller who imports. An import by the operator on the command line has no limits. */
export type OfferLimits = {
  /** Maximum number of cars that the seller may have on sale at the same time. */
  readonly maxCars: number;
  /** Maximum number of cars that count as new on one day (packages/domain/listing/newest-sort-time.ts). */
  readonly maxNewestPerDay: number;
  /** Number of cars put on sale today by other sellers who share this limit. */
  readonly postCountOfOthers: number;
};

/**
 * Rejects new and changed rows whose car the seller already has on sale. The function also rejects new cars beyond the
 * number that the seller may have on sale. Unchanged rows are accepted. The caller holds the seller's lock, so listings
 * that are added at the same time are counted.
 */
export async function refuseRows(
  trx: Transaction,
  outcomes: readonly Outcome[],
  { sellerId, limits }: { readonly sellerId: AccountId; readonly limits?: OfferLimits | undefined },
): Promise<readonly Outcome[]> {
  const rowsToSave = outcomes.filter(({ kind }) => kind === 'imported' || kind === 'updated').map(({ row }) => row);
  if (limits === undefined || rowsToSave.length === 0) return outcomes;
  const offeredListings = await findOfferedMatches(trx, sellerId, rowsToSave);
  let remainingCars =
    limits.maxCars - (await countCarsOnSale(trx, { sellerId, accountsCountedSince: undefined }, limits.maxCars));
  const refsByTraitKey = new Map<string, string>();
  return outcomes.map((outcome): Outcome => {
    if (outcome.kind !== 'imported' && outcome.kind !== 'updated') return outcome;
    const { row } = outcome;
    const traitKey = makeTraitKey(row);
    const { offeredAs, isUnchangedOffer } = offeredListings.get(row.draft.dealerRef) ?? {
      offeredAs: null,
      isUnchangedOffer: false,
    };
    const nameOfOfferedCar = isUnchangedOffer
      ? undefined
      : (offeredAs ?? (traitKey === null ? undefined : refsByTraitKey.get(traitKey)));
    if (nameOfOfferedCar !== undefined)
      return { kind: 'rejected', row, reason: `the same car is on sale already as ${nameOfOfferedCar}` };
    if (traitKey !== null) refsByTraitKey.set(traitKey, row.draft.dealerRef);
    if (outcome.kind === 'updated') return outcome;
    if (remainingCars <= 0) {
      const reason = `you may have ${limits.maxCars.toLocaleString('en')} cars on sale at a time`;
      return { kind: 'rejected', row, reason };
    }
    remainingCars -= 1;
    return outcome;
  });
}

type OfferedMatch = {
  /** The reference or title of another car of the seller that is on sale and matches the row. */
  readonly offeredAs: string | null;
  /**
   * Whether the seller's car with the reference of this row already has the plate and the facts of the row, or is not
   * on sale.
   */
  readonly isUnchangedOffer: boolean;
};

/**
 * For each row, by its reference: the seller's cars on sale with the same plate or the same facts. Each row needs a few
 * index lookups.
 */
async function findOfferedMatches(
  trx: Transaction,
  sellerId: AccountId,
  rows: readonly BatchRow[],
): Promise<ReadonlyMap<string, OfferedMatch>> {
  const makeFactsSql = (car: string) =>
    sql.raw(
      `(${car}.brand, model_text(${car}.brand, ${car}.title), ${car}.year_of_purchase, ${car}.resale_price_cents, ${car}.mileage_km)`,
    );
  const otherCarsSql = sql`status = 'available' AND seller_id = ${sellerId}::uuid AND dealer_ref IS DISTINCT FROM wanted.ref`;
  const matchResult = await sql<OfferedMatch & { ref: string }>`
    SELECT wanted.ref, other.name AS "offeredAs",
      coalesce(mine.status <> 'available' OR mine.plate IS NOT DISTINCT FROM wanted.plate
        AND ${makeFactsSql('mine')} IS NOT DISTINCT FROM ${makeFactsSql('wanted')}, false) AS "isUnchangedOffer"
    FROM unnest(${rows.map(({ draft }) => draft.dealerRef)}::text[], ${rows.map(({ brand }) => brand)}::text[],
        ${rows.map(({ draft }) => draft.title)}::text[], ${rows.map(({ draft }) => draft.yearOfPurchase)}::int[],
        ${rows.map(({ draft }) => String(draft.resalePrice))}::bigint[], ${rows.map(({ draft }) => draft.facts.mileageKm)}::int[],
        ${rows.map(({ draft }) => findPlateOfDraft(draft))}::text[])
      AS wanted (ref, brand, title, year_of_purchase, resale_price_cents, mileage_km, plate)
    LEFT JOIN LATERAL (
      SELECT * FROM listing WHERE seller_id = ${sellerId}::uuid AND dealer_ref = wanted.ref OFFSET 0) AS mine ON true
    LEFT JOIN LATERAL (
      (SELECT coalesce(dealer_ref, title) AS name FROM listing WHERE plate = wanted.plate AND ${otherCarsSql} LIMIT 1)
      UNION ALL
      (SELECT coalesce(dealer_ref, listing.title) FROM listing
        WHERE listing.brand = wanted.brand AND model_text(listing.brand, listing.title) = model_text(wanted.brand, wanted.title)
          AND listing.year_of_purchase = wanted.year_of_purchase
          AND listing.resale_price_cents = wanted.resale_price_cents
          AND listing.mileage_km = wanted.mileage_km AND ${otherCarsSql} LIMIT 1)
      LIMIT 1) AS other ON true
    WHERE other.name IS NOT NULL OR mine.id IS NOT NULL`.execute(trx);
  return new Map(matchResult.rows.map(({ ref, ...offeredMatch }) => [ref, offeredMatch]));
}

function findPlateOfDraft({ title, description }: BatchRow['draft']): string | null {
  return findPlate(`${title}\n${description}`);
}

/**
 * The values that distinguish two cars of one file: the plate, or the facts. The result is null without a mileage,
 * because new cars of one model have the same facts.
 */
function makeTraitKey({ draft, brand }: BatchRow): string | null {
  const plate = findPlateOfDraft(draft);
  if (plate !== null) return plate;
  const { mileageKm } = draft.facts;
  if (mileageKm === null) return null;
  const title = draft.title
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '');
  return JSON.stringify([brand, title, draft.yearOfPurchase, String(draft.resalePrice), mileageKm]);
}
