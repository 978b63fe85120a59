import { type StockColumn, type StockRow, stockColumns } from '@carhouse/database/listings/stock';
import type { SellerKind } from '@carhouse/domain/account/account';
import { carFacts } from '@carhouse/domain/car/car-facts';
import { renewedCoeSearchWord } from '@carhouse/domain/car/coe';
import { computeDepreciationOver, computeMinimumParf, type MinimumParfRule } from '@carhouse/domain/car/depreciation';
import type { Fuel, Transmission } from '@carhouse/domain/car/drivetrain';
import { computeLargestLoanInstalment, computeMonthlyCost } from '@carhouse/domain/car/monthly-figures';
import { computeRoadTax } from '@carhouse/domain/car/road-tax';
import { findRates, loanRates, roadTaxRates } from '@carhouse/domain/car/running-rates';
import { computeYearlyMileage } from '@carhouse/domain/car/yearly-mileage';
import type { ListingId } from '@carhouse/domain/listing/listing';
import type { Cents } from '@carhouse/domain/money/money';
import { countYearsBetween } from '@carhouse/domain/text/singapore-day';
import type { CatalogueEntry } from '@carhouse/search/query/entry';

/** The values that depreciation and yearly mileage depend on, except those of the listing itself. */
export type DepreciationInputs = {
  readonly minimumParfRules: readonly MinimumParfRule[];
  /** The day in Singapore, ISO date. */
  readonly today: string;
};

const msPerDay = 86_400_000;
/**
 * Columns of amounts have 32 bits. The catalogue stores an amount above this maximum (about 21 million dollars) as the
 * maximum.
 */
const amountMaximum = 2_147_483_647;

/** The index of each column in a row of the database. */
const indexByColumn = Object.fromEntries(stockColumns.map((name, index) => [name, index])) as Readonly<
  Record<StockColumn, number>
>;

/**
 * Returns the catalogue's entry of a listing from its columns (packages/database/listings/stock.ts). The constraints of
 * the table guarantee what the type casts assume.
 */
export function makeEntry(row: StockRow, depreciationInputs: DepreciationInputs): CatalogueEntry {
  const readText = (index: number): string => row[index] ?? '';
  const readTextOrNull = (index: number): string | null => row[index] ?? null;
  const readNumber = (index: number): number => Number(row[index]);
  const readNumberOrNull = (index: number): number | null => (row[index] == null ? null : Number(row[index]));
  const depreciation = computeYearlyCost(row, depreciationInputs);
  const minimumParf = computeMinimumParf(readParfFacts(row), depreciationInputs.minimumParfRules);
  const yearlyRoadTax = computeRoadTaxOfRow(row, depreciationInputs.today);
  const monthlyCost = computeMonthlyCost(depreciation, yearlyRoadTax);
  const categoryIndex = (carFacts.coeCategory.values as readonly (string | null)[]).indexOf(
    row[indexByColumn.coe_category] ?? null,
  );
  return {
    id: readText(indexByColumn.id) as ListingId,
    shareGroup: readText(indexByColumn.share_group),
    sellerKind: readText(indexByColumn.seller_kind) as SellerKind,
    verified: row[indexByColumn.verified] === 't',
    postedAt: readNumber(indexByColumn.posted_at),
    newestAt: readNumber(indexByColumn.newest_at),
    price: readNumber(indexByColumn.price_cents),
    yearOfPurchase: readNumber(indexByColumn.year_of_purchase),
    yearsOfUse: countFullYears(row, depreciationInputs.today),
    mileageKm: readNumberOrNull(indexByColumn.mileage_km),
    yearlyMileage: computeYearlyMileage(
      {
        mileageKm: readNumberOrNull(indexByColumn.mileage_km),
        registeredOn: readTextOrNull(indexByColumn.registered_on),
        yearsOfUse: readNumber(indexByColumn.years_of_use),
      },
      depreciationInputs.today,
    ),
    seats: readNumberOrNull(indexByColumn.seats),
    owners: readNumberOrNull(indexByColumn.owners),
    depreciation: depreciation === null ? null : Number(depreciation),
    instalment: computeInstalment(row, depreciationInputs.today),
    monthlyCost: monthlyCost === null ? null : Number(monthlyCost),
    roadTax: yearlyRoadTax === null ? null : Number(yearlyRoadTax),
    power: readNumberOrNull(indexByColumn.power_kw),
    engineCc: readNumberOrNull(indexByColumn.engine_cc),
    omv: capAmount(readNumberOrNull(indexByColumn.omv_cents)),
    arf: capAmount(readNumberOrNull(indexByColumn.arf_paid_cents)),
    parf: capAmount(minimumParf),
    coeCategory: categoryIndex < 0 ? null : categoryIndex + 1,
    coeExpiresOn: readNumberOrNull(indexByColumn.coe_expires_on),
    brand: readText(indexByColumn.brand),
    title: readText(indexByColumn.title),
    variant: readTextOrNull(indexByColumn.variant),
    body: readTextOrNull(indexByColumn.body),
    colour: readTextOrNull(indexByColumn.colour),
    fuel: readTextOrNull(indexByColumn.fuel) as Fuel | null,
    transmission: readTextOrNull(indexByColumn.transmission) as Transmission | null,
    location: readText(indexByColumn.location),
    description:
      row[indexByColumn.coe_renewed] === 't'
        ? `${readText(indexByColumn.description)} ${renewedCoeSearchWord}`
        : readText(indexByColumn.description),
  };
}

/**
 * The full years since the first registration, or the seller's own number of years when the registration date is
 * unknown.
 */
function countFullYears(row: StockRow, today: string): number {
  const registeredOn = row[indexByColumn.registered_on] ?? null;
  const isRegistrationDateKnown = registeredOn !== null && registeredOn <= today;
  return isRegistrationDateKnown ? countYearsBetween(registeredOn, today) : Number(row[indexByColumn.years_of_use]);
}

/** Depreciation per year in cents, exactly as the listing's page shows it (apps/server/listings/present-listing.ts). */
function computeYearlyCost(row: StockRow, { minimumParfRules, today }: DepreciationInputs): Cents | null {
  const coeEnd = row[indexByColumn.coe_expires_on] ?? null;
  if (coeEnd === null) return null;
  const facts = { ...readParfFacts(row), price: BigInt(row[indexByColumn.price_cents] ?? 0) as Cents };
  return computeDepreciationOver(Number(coeEnd) - countDaysSince1970(today), facts, minimumParfRules);
}

function capAmount(amount: Cents | number | null): number | null {
  return amount === null ? null : Math.min(Number(amount), amountMaximum);
}

/** The facts that the PARF rebate depends on. */
function readParfFacts(row: StockRow): Parameters<typeof computeMinimumParf>[0] {
  const arfPaid = row[indexByColumn.arf_paid_cents] ?? null;
  return {
    arfPaid: arfPaid === null ? null : (BigInt(arfPaid) as Cents),
    coeObtainedOn: row[indexByColumn.coe_obtained_on] ?? null,
    registeredOn: row[indexByColumn.registered_on] ?? null,
    coeRenewed: row[indexByColumn.coe_renewed] == null ? null : row[indexByColumn.coe_renewed] === 't',
  };
}

/** Instalment of the largest loan in cents a month, as the listing's page shows it before the buyer changes the loan. */
function computeInstalment(row: StockRow, today: string): number | null {
  const coeEnd = row[indexByColumn.coe_expires_on] ?? null;
  const rates = findRates(loanRates, today);
  if (coeEnd === null || rates === undefined) return null;
  const omv = row[indexByColumn.omv_cents] ?? null;
  const facts = {
    price: BigInt(row[indexByColumn.price_cents] ?? 0) as Cents,
    omv: omv === null ? null : (BigInt(omv) as Cents),
    registeredOn: row[indexByColumn.registered_on] ?? null,
    coeExpiresOn: new Date(Number(coeEnd) * msPerDay).toISOString().slice(0, 10),
    yearsOfUse: Number(row[indexByColumn.years_of_use]),
  };
  const instalment = computeLargestLoanInstalment(facts, rates, today);
  return instalment === null ? null : Number(instalment);
}

/** Maximum number of cached road taxes. Many cars have the same engine, power and age in years. */
const cachedTaxesMaximum = 20_000;
const cachedTaxes = new Map<string, Cents | null>();

/** Road tax in cents a year, as the listing's page shows it. */
function computeRoadTaxOfRow(row: StockRow, today: string): Cents | null {
  const rates = findRates(roadTaxRates, today);
  if (rates === undefined) return null;
  const readNumberColumn = (column: StockColumn): number | null => {
    const text = row[indexByColumn[column]] ?? null;
    return text === null ? null : Number(text);
  };
  const facts = {
    fuel: (row[indexByColumn.fuel] ?? null) as Fuel | null,
    engineCc: readNumberColumn('engine_cc'),
    powerKw: readNumberColumn('power_kw'),
    registeredOn: row[indexByColumn.registered_on] ?? null,
  };
  // Only cars of ten years and more pay a surcharge, which depends on the day of the registration.
  const isUnderTenYears =
    facts.registeredOn === null || Number(today.slice(0, 4)) - Number(facts.registeredOn.slice(0, 4)) < 10;
  const key = [today, facts.fuel, facts.engineCc, facts.powerKw, isUnderTenYears ? '' : facts.registeredOn].join(' ');
  const cachedTax = cachedTaxes.get(key);
  if (cachedTax !== undefined) return cachedTax;
  const yearlyTax = computeRoadTax(facts, rates, today)?.perYear ?? null;
  if (cachedTaxes.size >= cachedTaxesMaximum) cachedTaxes.clear();
  cachedTaxes.set(key, yearlyTax);
  return yearlyTax;
}

let cachedDay = { text: '', number: 0 };

/**
 * Returns the number of days from 1970-01-01 to an ISO date. Results are cached, because loading the catalogue converts
 * the same dates many times.
 */
function countDaysSince1970(text: string): number {
  if (cachedDay.text !== text) cachedDay = { text, number: Date.parse(text) / msPerDay };
  return cachedDay.number;
}
