import type { StockRow } from '@carhouse/database/listings/stock';
import type { AccountId, SellerKind } from '@carhouse/domain/account/account';
import { depreciationOver, type MinimumParfRule } from '@carhouse/domain/car/depreciation';
import type { Fuel, ListingId, Transmission } from '@carhouse/domain/listing/listing';
import type { Cents } from '@carhouse/domain/money/money';
import type { CatalogueEntry } from '@carhouse/search/query/entry';

/** What the cost of a year depends on beside the car. */
export type DepreciationTerms = {
  readonly minimumParfRules: readonly MinimumParfRule[];
  /** The day in Singapore, ISO date. */
  readonly today: string;
};

const dayMs = 86_400_000;

/** What the catalogue holds of a car, from its columns (packages/database/listings/stock.ts). The table makes sure of everything that is cast here. */
export function makeEntry(row: StockRow, terms: DepreciationTerms): CatalogueEntry {
  const text = (place: number): string => row[place] ?? '';
  const textOrNull = (place: number): string | null => row[place] ?? null;
  const number = (place: number): number => Number(row[place]);
  const numberOrNull = (place: number): number | null => (row[place] == null ? null : Number(row[place]));
  return {
    id: text(0) as ListingId,
    sellerId: text(1) as AccountId,
    sellerKind: text(2) as SellerKind,
    verified: row[3] === 't',
    postedAt: number(4),
    newestAt: number(23),
    price: number(5),
    yearOfPurchase: number(6),
    yearsOfUse: number(7),
    mileageKm: numberOrNull(8),
    owners: numberOrNull(9),
    depreciation: costOfYear(row, terms),
    coeExpiresOn: numberOrNull(12),
    brand: text(14),
    title: text(15),
    variant: textOrNull(16),
    body: textOrNull(17),
    colour: textOrNull(18),
    fuel: textOrNull(19) as Fuel | null,
    transmission: textOrNull(20) as Transmission | null,
    location: text(21),
    description: text(22),
  };
}

/** As the page of the car shows it (apps/server/listings/present-listing.ts), to the cent. */
function costOfYear(row: StockRow, { minimumParfRules, today }: DepreciationTerms): number | null {
  const coeEnd = row[12] ?? null;
  if (coeEnd === null) return null;
  const facts = {
    price: BigInt(row[5] ?? 0) as Cents,
    arfPaid: row[10] == null ? null : (BigInt(row[10]) as Cents),
    coeFrom: row[11] ?? null,
    coeRenewed: row[13] == null ? null : row[13] === 't',
  };
  const cost = depreciationOver(Number(coeEnd) - dayOf(today), facts, minimumParfRules);
  return cost === null ? null : Number(cost);
}

let lastDay = { text: '', number: 0 };

/** An ISO date in days since 1970-01-01; a million cars in a row ask for the same one. */
function dayOf(text: string): number {
  if (lastDay.text !== text) lastDay = { text, number: Date.parse(text) / dayMs };
  return lastDay.number;
}
