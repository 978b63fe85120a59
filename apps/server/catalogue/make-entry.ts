import { type StockColumn, type StockRow, stockColumns } from '@carhouse/database/listings/stock';
import type { SellerKind } from '@carhouse/domain/account/account';
import { renewedCoeWord } from '@carhouse/domain/car/coe';
import { computeDepreciationOver, type MinimumParfRule } from '@carhouse/domain/car/depreciation';
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

const msPerDay = 86_400_000;

/** The index of each column in a row of the database. */
const indexByColumn = Object.fromEntries(stockColumns.map((name, index) => [name, index])) as Readonly<
  Record<StockColumn, number>
>;

/**
 * Returns the catalogue's entry of a listing from its columns (packages/database/listings/stock.ts). The constraints of
 * the table guarantee what the type casts assume.
 */
export function makeEntry(row: StockRow, depreciationInputs: DepreciationInputs): CatalogueEntry {
  const text = (index: number): string => row[index] ?? '';
  const textOrNull = (index: number): string | null => row[index] ?? null;
  const readNumber = (index: number): number => Number(row[index]);
  const numberOrNull = (index: number): number | null => (row[index] == null ? null : Number(row[index]));
  return {
    id: text(indexByColumn.id) as ListingId,
    shareGroup: text(indexByColumn.share_group),
    sellerKind: text(indexByColumn.seller_kind) as SellerKind,
    verified: row[indexByColumn.verified] === 't',
    postedAt: readNumber(indexByColumn.posted_at),
    newestAt: readNumber(indexByColumn.newest_at),
    price: readNumber(indexByColumn.price_cents),
    yearOfPurchase: readNumber(indexByColumn.year_of_purchase),
    yearsOfUse: readNumber(indexByColumn.years_of_use),
    mileageKm: numberOrNull(indexByColumn.mileage_km),
    yearlyMileage: yearlyMileage(
      {
        mileageKm: numberOrNull(indexByColumn.mileage_km),
        registeredOn: textOrNull(indexByColumn.registered_on),
        yearsOfUse: readNumber(indexByColumn.years_of_use),
      },
      depreciationInputs.today,
    ),
    seats: numberOrNull(indexByColumn.seats),
    owners: numberOrNull(indexByColumn.owners),
    depreciation: computeYearlyCost(row, depreciationInputs),
    coeExpiresOn: numberOrNull(indexByColumn.coe_expires_on),
    brand: text(indexByColumn.brand),
    title: text(indexByColumn.title),
    variant: textOrNull(indexByColumn.variant),
    body: textOrNull(indexByColumn.body),
    colour: textOrNull(indexByColumn.colour),
    fuel: textOrNull(indexByColumn.fuel) as Fuel | null,
    transmission: textOrNull(indexByColumn.transmission) as Transmission | null,
    location: text(indexByColumn.location),
    description:
      row[indexByColumn.coe_renewed] === 't'
        ? `${text(indexByColumn.description)} ${renewedCoeWord}`
        : text(indexByColumn.description),
  };
}

/** Depreciation per year in cents, exactly as the listing's page shows it (apps/server/listings/present-listing.ts). */
function computeYearlyCost(row: StockRow, { minimumParfRules, today }: DepreciationInputs): number | null {
  const coeEnd = row[indexByColumn.coe_expires_on] ?? null;
  const arfPaid = row[indexByColumn.arf_paid_cents] ?? null;
  if (coeEnd === null) return null;
  const facts = {
    price: BigInt(row[indexByColumn.price_cents] ?? 0) as Cents,
    arfPaid: arfPaid === null ? null : (BigInt(arfPaid) as Cents),
    coeObtainedOn: row[indexByColumn.coe_obtained_on] ?? null,
    registeredOn: row[indexByColumn.registered_on] ?? null,
    coeRenewed: row[indexByColumn.coe_renewed] == null ? null : row[indexByColumn.coe_renewed] === 't',
  };
  const costUntilCoeEnd = computeDepreciationOver(Number(coeEnd) - dayNumber(today), facts, minimumParfRules);
  return costUntilCoeEnd === null ? null : Number(costUntilCoeEnd);
}

let lastDay = { text: '', number: 0 };

/**
 * Returns the number of days from 1970-01-01 to an ISO date. Results are cached, because loading the catalogue converts
 * the same dates many times.
 */
function dayNumber(text: string): number {
  if (lastDay.text !== text) lastDay = { text, number: Date.parse(text) / msPerDay };
  return lastDay.number;
}
