import { type Cents, cents } from '../money/money.ts';
import type { Fuel } from './drivetrain.ts';

/**
 * One band of a formula: a number of dollars, and thousandths of a dollar for each unit above the lower bound of the band.
 */
type Band = { readonly above: number; readonly dollars: number; readonly thousandths: number };

export type RoadTaxRates = {
  /** The day from which the rates apply, as an ISO date. */
  readonly from: string;
  /** Bands by cubic centimetres, for half a year. */
  readonly engine: readonly Band[];
  /** Bands by kilowatts of all motors together, for half a year. */
  readonly power: readonly Band[];
  /** The share of the formula that remains after the general rebate. */
  readonly rebateThousandths: number;
  /** The additional amount of an electric car, for half a year. */
  readonly electricFlatDollars: number;
  /** The surcharge for each year above an age, and its maximum. */
  readonly surchargePercent: { readonly perYear: number; readonly most: number; readonly afterYears: number };
};

type RoadTaxFacts = {
  readonly fuel: Fuel | null;
  readonly engineCc: number | null;
  readonly powerKw: number | null;
  /** The day of the first registration, as an ISO date; an unknown day means no surcharge. */
  readonly registeredOn: string | null;
};

export type RoadTax = {
  readonly perYear: Cents;
  readonly perHalfYear: Cents;
  /** The formula that applied: by engine size or by power. */
  readonly by: 'engine' | 'power';
  /** The surcharge for age in per cent; 0 for most cars. */
  readonly surchargePercent: number;
};

/**
 * Computes the road tax of a car by LTA's formulas. Hybrids pay the higher of the two taxes. Returns null when a fact is
 * missing, and for diesel cars, whose special tax is not known here.
 */
export function roadTax(facts: RoadTaxFacts, rates: RoadTaxRates, today: string): RoadTax | null {
  const engine = facts.engineCc === null ? null : halfYear(rates.engine, facts.engineCc, 0, rates);
  const power = facts.powerKw === null ? null : halfYear(rates.power, facts.powerKw, 0, rates);
  const base = chooseFormula(facts, rates, engine, power);
  if (base === null) return null;
  const surchargePercent = surchargeOf(facts.registeredOn, rates, today);
  const year = base.tenThousandths * 2n * BigInt(100 + surchargePercent);
  const perYear = cents((year + 5_000n) / 10_000n);
  return { perYear, perHalfYear: cents((perYear + 1n) / 2n), by: base.by, surchargePercent };
}

type Formula = { readonly tenThousandths: bigint; readonly by: 'engine' | 'power' };

function chooseFormula(
  { fuel, powerKw }: RoadTaxFacts,
  rates: RoadTaxRates,
  engine: bigint | null,
  power: bigint | null,
): Formula | null {
  if (fuel === 'electric') {
    if (powerKw === null) return null;
    return { tenThousandths: halfYear(rates.power, powerKw, rates.electricFlatDollars, rates), by: 'power' };
  }
  if (fuel === 'diesel' || fuel === null || engine === null) return null;
  if (fuel === 'petrol') return { tenThousandths: engine, by: 'engine' };
  if (power === null) return null;
  return power > engine ? { tenThousandths: power, by: 'power' } : { tenThousandths: engine, by: 'engine' };
}

/** Returns the tax for half a year before any surcharge, in ten-thousandths of a dollar. */
function halfYear(bands: readonly Band[], size: number, flatDollars: number, rates: RoadTaxRates): bigint {
  const band = bandOf(bands, size);
  if (band === undefined) return 0n;
  const thousandths = Math.round(band.dollars * 1000 + band.thousandths * (size - band.above));
  return (BigInt(thousandths) * BigInt(rates.rebateThousandths)) / 100n + BigInt(flatDollars) * 10_000n;
}

/**
 * Returns the highest band that starts below the size, or the lowest band when there is none. The bands may be in any order.
 */
function bandOf(bands: readonly Band[], size: number): Band | undefined {
  const descending = bands.toSorted((one, other) => other.above - one.above);
  return descending.find(({ above }) => size > above) ?? descending.at(-1);
}

/**
 * Returns the surcharge in per cent: ten from the first day after ten years, ten more with each further year, at most fifty.
 */
function surchargeOf(registeredOn: string | null, rates: RoadTaxRates, today: string): number {
  if (registeredOn === null) return 0;
  const { perYear, most, afterYears } = rates.surchargePercent;
  let percent = 0;
  for (let years = afterYears; percent < most && dayAfterYears(registeredOn, years) < today; years += 1) {
    percent += perYear;
  }
  return Math.min(percent, most);
}

function dayAfterYears(day: string, years: number): string {
  return `${String(Number(day.slice(0, 4)) + years).padStart(4, '0')}${day.slice(4)}`;
}
