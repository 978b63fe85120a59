import type { AccountId } from '@carhouse/core/account/account';
import { findPlate } from '@carhouse/core/car/plate';
import { sql } from 'kysely';
import { countOnSale } from '../sellers.ts';
import type { Transaction } from '../transaction.ts';
import type { BatchRow, Outcome } from './batch-outcome.ts';

/** What a seller who imports may have. An operator's import at the command line has no limits. */
export type OfferLimits = {
  /** Cars on sale at a time. */
  readonly mostCars: number;
};

/**
 * Refuses new cars that their seller has on sale already, and those beyond what they may have on sale. Changed and unchanged rows
 * pass. The caller holds the seller's lock, so two ways of listing count each other's cars.
 */
export async function holdBack(
  trx: Transaction,
  outcomes: readonly Outcome[],
  { sellerId, limits }: { readonly sellerId: AccountId; readonly limits?: OfferLimits | undefined },
): Promise<readonly Outcome[]> {
  const fresh = outcomes.filter(({ kind }) => kind === 'imported').map(({ row }) => row);
  if (limits === undefined || fresh.length === 0) return outcomes;
  const refused = await findOffered(trx, sellerId, fresh);
  let room = limits.mostCars - (await countOnSale(trx, sellerId, limits.mostCars));
  const seen = new Map<string, string>();
  return outcomes.map((outcome): Outcome => {
    if (outcome.kind !== 'imported') return outcome;
    const { row } = outcome;
    const traits = traitsOf(row);
    const first = refused.get(row.draft.dealerRef) ?? (traits === null ? undefined : seen.get(traits));
    if (first !== undefined) return { kind: 'rejected', row, reason: `the same car is on sale already as ${first}` };
    if (traits !== null) seen.set(traits, row.draft.dealerRef);
    if (room <= 0) {
      const reason = `you may have ${limits.mostCars.toLocaleString('en')} cars on sale at a time`;
      return { kind: 'rejected', row, reason };
    }
    room -= 1;
    return outcome;
  });
}

/** The reference of the car on sale that a new row names again, by the reference of the row. One look into an index for each row. */
async function findOffered(
  trx: Transaction,
  sellerId: AccountId,
  rows: readonly BatchRow[],
): Promise<ReadonlyMap<string, string>> {
  const found = await sql<{ ref: string; first: string }>`
    SELECT wanted.ref, coalesce(other.dealer_ref, other.title) AS first
    FROM unnest(${rows.map(({ draft }) => draft.dealerRef)}::text[], ${rows.map(({ brand }) => brand)}::text[],
        ${rows.map(({ draft }) => draft.title)}::text[], ${rows.map(({ draft }) => draft.yearOfPurchase)}::int[],
        ${rows.map(({ draft }) => String(draft.resalePrice))}::bigint[], ${rows.map(({ draft }) => draft.facts.mileageKm)}::int[])
      AS wanted (ref, brand, title, year, price, mileage)
    CROSS JOIN LATERAL (
      SELECT dealer_ref, listing.title FROM listing
      WHERE listing.brand = wanted.brand AND plain_text(listing.title) = plain_text(wanted.title)
        AND year_of_purchase = wanted.year AND resale_price_cents = wanted.price AND status = 'available'
        AND seller_id = ${sellerId}::uuid AND mileage_km = wanted.mileage LIMIT 1) AS other`.execute(trx);
  return new Map(found.rows.map(({ ref, first }) => [ref, first]));
}

/** What tells two cars of one file apart: the plate, or the facts. Without a mileage they may be new cars of one kind: null. */
function traitsOf({ draft, brand }: BatchRow): string | null {
  const plate = findPlate(`${draft.title}\n${draft.description}`);
  if (plate !== null) return plate;
  const { mileageKm } = draft.facts;
  if (mileageKm === null) return null;
  const title = draft.title
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '');
  return JSON.stringify([brand, title, draft.yearOfPurchase, String(draft.resalePrice), mileageKm]);
}
