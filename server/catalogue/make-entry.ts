import type { CatalogueEntry } from '@carhouse/catalogue/entry';
import type { AccountId, SellerKind } from '@carhouse/core/account/account';
import { depreciationPerYear, type MinimumParfRule } from '@carhouse/core/car/depreciation';
import type { Fuel, ListingId, Transmission } from '@carhouse/core/listing/listing';
import type { Cents } from '@carhouse/core/money/money';
import type { StockRow } from '@carhouse/database/stock';

/** What the cost of a year depends on beside the car. */
export type DepreciationTerms = {
  readonly minimumParfRules: readonly MinimumParfRule[];
  /** The day in Singapore, ISO date. */
  readonly today: string;
};

const dayMs = 86_400_000;

/** What the catalogue holds of a car, from its columns (database/stock.ts). The table makes sure of everything that is cast here. */
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

/** Days that were written already, by their number from 1970 on: a stock of any size has a few thousand of them. */
const isoDays: (string | undefined)[] = Array.from({ length: 50_000 });

function isoDay(day: number): string {
  const known = isoDays[day];
  if (known !== undefined) return known;
  const text = new Date(day * dayMs).toISOString().slice(0, 10);
  if (day >= 0 && day < isoDays.length) isoDays[day] = text;
  return text;
}

/** As the page of the car shows it (server/listings/present-listing.ts), to the cent. */
function costOfYear(row: StockRow, { minimumParfRules, today }: DepreciationTerms): number | null {
  const coeEnd = row[12] ?? null;
  if (coeEnd === null) return null;
  const facts = {
    price: BigInt(row[5] ?? 0) as Cents,
    arfPaid: row[10] == null ? null : (BigInt(row[10]) as Cents),
    coeFrom: row[11] ?? null,
    coeExpiresOn: isoDay(Number(coeEnd)),
    coeRenewed: row[13] == null ? null : row[13] === 't',
  };
  const cost = depreciationPerYear(facts, minimumParfRules, today);
  return cost === null ? null : Number(cost);
}
