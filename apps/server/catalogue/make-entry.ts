import { type StockColumn, type StockRow, stockColumns } from '@carhouse/database/listings/stock';
import type { SellerKind } from '@carhouse/domain/account/account';
import { depreciationOver, type MinimumParfRule } from '@carhouse/domain/car/depreciation';
import type { Fuel, Transmission } from '@carhouse/domain/car/drivetrain';
import { yearlyMileage } from '@carhouse/domain/car/yearly-mileage';
import type { ListingId } from '@carhouse/domain/listing/listing';
import type { Cents } from '@carhouse/domain/money/money';
import type { CatalogueEntry } from '@carhouse/search/query/entry';

/** The values that depreciation and yearly mileage depend on, except those of the listing itself. */
export type DepreciationInputs = {
  readonly minimumParfRules: readonly MinimumParfRule[];
  /** The day in Singapore, ISO date. */
  readonly today: string;
};

const dayMs = 86_400_000;

/** The index of each column in a row of the database. */
const at = Object.fromEntries(stockColumns.map((name, index) => [name, index])) as Readonly<
  Record<StockColumn, number>
>;

/**
 * Returns the catalogue's entry of a listing from its columns (packages/database/listings/stock.ts). The constraints of
 * the table guarantee what the type casts assume.
 */
export function makeEntry(row: StockRow, terms: DepreciationInputs): CatalogueEntry {
  const text = (index: number): string => row[index] ?? '';
  const textOrNull = (index: number): string | null => row[index] ?? null;
  const number = (index: number): number => Number(row[index]);
  const numberOrNull = (index: number): number | null => (row[index] == null ? null : Number(row[index]));
  return {
    id: text(at.id) as ListingId,
    shareGroup: text(at.share_group),
    sellerKind: text(at.seller_kind) as SellerKind,
    verified: row[at.verified] === 't',
    postedAt: number(at.posted_at),
    newestAt: number(at.newest_at),
    price: number(at.price_cents),
    yearOfPurchase: number(at.year_of_purchase),
    yearsOfUse: number(at.years_of_use),
    mileageKm: numberOrNull(at.mileage_km),
    yearlyMileage: yearlyMileage(
      {
        mileageKm: numberOrNull(at.mileage_km),
        registeredOn: textOrNull(at.registered_on),
        yearsOfUse: number(at.years_of_use),
      },
      terms.today,
    ),
    seats: numberOrNull(at.seats),
    owners: numberOrNull(at.owners),
    depreciation: costOfYear(row, terms),
    coeExpiresOn: numberOrNull(at.coe_expires_on),
    brand: text(at.brand),
    title: text(at.title),
    variant: textOrNull(at.variant),
    body: textOrNull(at.body),
    colour: textOrNull(at.colour),
    fuel: textOrNull(at.fuel) as Fuel | null,
    transmission: textOrNull(at.transmission) as Transmission | null,
    location: text(at.location),
    description: text(at.description),
  };
}

/** Depreciation per year in cents, exactly as the listing's page shows it (apps/server/listings/present-listing.ts). */
function costOfYear(row: StockRow, { minimumParfRules, today }: DepreciationInputs): number | null {
  const coeEnd = row[at.coe_expires_on] ?? null;
  const arfPaid = row[at.arf_paid_cents] ?? null;
  if (coeEnd === null) return null;
  const facts = {
    price: BigInt(row[at.price_cents] ?? 0) as Cents,
    arfPaid: arfPaid === null ? null : (BigInt(arfPaid) as Cents),
    coeObtainedOn: row[at.coe_obtained_on] ?? null,
    registeredOn: row[at.registered_on] ?? null,
    coeRenewed: row[at.coe_renewed] == null ? null : row[at.coe_renewed] === 't',
  };
  const costUntilCoeEnd = depreciationOver(Number(coeEnd) - dayNumber(today), facts, minimumParfRules);
  return costUntilCoeEnd === null ? null : Number(costUntilCoeEnd);
}

let lastDay = { text: '', number: 0 };

/**
 * Returns the number of days from 1970-01-01 to an ISO date. Results are cached, because loading the catalogue converts
 * the same dates many times.
 */
function dayNumber(text: string): number {
  if (lastDay.text !== text) lastDay = { text, number: Date.parse(text) / dayMs };
  return lastDay.number;
}
