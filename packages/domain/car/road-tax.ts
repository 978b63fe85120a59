import { type Cents, cents } from '../money/money.ts';
import type { Fuel } from './drivetrain.ts';

/**
 * One band of a road tax formula: a fixed number of dollars, and thousandths of a dollar for each unit (cubic
 * centimetre or kilowatt) above `threshold`.
 */
type RateBand = { readonly threshold: number; readonly dollars: number; readonly thousandthsPerUnit: number };

export type RoadTaxRates = {
  /** The first day on which these rates apply, as an ISO date. */
  readonly from: string;
  /** Bands by engine size in cubic centimetres. The amounts of the bands are for half a year. */
  readonly engineBands: readonly RateBand[];
  /** Bands by the power of all electric motors together in kilowatts. The amounts of the bands are for half a year. */
  readonly powerBands: readonly RateBand[];
  /** The share of the formula's result that remains after the rebate for all cars, in thousandths. */
  readonly thousandthsAfterRebate: number;
  /** The additional amount that an electric car pays for half a year, in dollars. */
  readonly electricFlatDollars: number;
  /** The surcharge in per cent: `perYear` for each year above `yearsWithoutSurcharge`, at most `maximum`. */
  readonly surchargeRule: {
    readonly perYear: number;
    readonly maximum: number;
    readonly yearsWithoutSurcharge: number;
  };
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
  readonly halfYearlyRate: Cents;
  /** The formula that gave the tax: by engine size or by power. */
  readonly by: 'engine' | 'power';
  /** The surcharge for age in per cent; 0 for most cars. */
  readonly surchargePercent: number;
};

/**
 * Computes the road tax of a car by LTA's formulas. Hybrids pay the higher of the tax by engine size and the tax by
 * power. Returns null when a fact is missing. Returns null for diesel cars too, because the server has no rates for
 * their special tax.
 */
export function computeRoadTax(facts: RoadTaxFacts, rates: RoadTaxRates, today: string): RoadTax | null {
  const engineTax = facts.engineCc === null ? null : computeHalfYearTax(rates.engineBands, facts.engineCc, 0, rates);
  const powerTax = facts.powerKw === null ? null : computeHalfYearTax(rates.powerBands, facts.powerKw, 0, rates);
  const halfYearTax = chooseHigherTax(facts, rates, engineTax, powerTax);
  if (halfYearTax === null) return null;
  const surchargePercent = computeSurchargePercent(facts.registeredOn, rates, today);
  const yearlyTenThousandths = halfYearTax.taxTenThousandths * 2n * BigInt(100 + surchargePercent);
  const perYear = cents((yearlyTenThousandths + 5_000n) / 10_000n);
  return { perYear, halfYearlyRate: cents((perYear + 1n) / 2n), by: halfYearTax.by, surchargePercent };
}

type HalfYearTax = { readonly taxTenThousandths: bigint; readonly by: 'engine' | 'power' };

function chooseHigherTax(
  { fuel, powerKw }: RoadTaxFacts,
  rates: RoadTaxRates,
  engineTax: bigint | null,
  powerTax: bigint | null,
): HalfYearTax | null {
  if (fuel === 'electric') {
    if (powerKw === null) return null;
    return {
      taxTenThousandths: computeHalfYearTax(rates.powerBands, powerKw, rates.electricFlatDollars, rates),
      by: 'power',
    };
  }
  if (fuel === 'diesel' || fuel === null || engineTax === null) return null;
  if (fuel === 'petrol') return { taxTenThousandths: engineTax, by: 'engine' };
  if (powerTax === null) return null;
  return powerTax > engineTax
    ? { taxTenThousandths: powerTax, by: 'power' }
    : { taxTenThousandths: engineTax, by: 'engine' };
}

/** Returns the tax for half a year before any surcharge, in ten-thousandths of a dollar. */
function computeHalfYearTax(
  bands: readonly RateBand[],
  engineCcOrPowerKw: number,
  flatDollars: number,
  rates: RoadTaxRates,
): bigint {
  const band = findBand(bands, engineCcOrPowerKw);
  if (band === undefined) return 0n;
  const taxThousandths = Math.round(
    band.dollars * 1000 + band.thousandthsPerUnit * (engineCcOrPowerKw - band.threshold),
  );
  return (BigInt(taxThousandths) * BigInt(rates.thousandthsAfterRebate)) / 100n + BigInt(flatDollars) * 10_000n;
}

/**
 * Returns the highest band that starts below the engine size or power; the lowest band when no band does. The bands may
 * be in any order.
 */
function findBand(bands: readonly RateBand[], engineCcOrPowerKw: number): RateBand | undefined {
  const bandsFromHighest = bands.toSorted((firstBand, secondBand) => secondBand.threshold - firstBand.threshold);
  return bandsFromHighest.find(({ threshold: above }) => engineCcOrPowerKw > above) ?? bandsFromHighest.at(-1);
}

/**
 * Returns the surcharge in per cent: ten from the first day after ten years, ten more with each further year, at most
 * fifty.
 */
function computeSurchargePercent(registeredOn: string | null, rates: RoadTaxRates, today: string): number {
  if (registeredOn === null) return 0;
  const { perYear, maximum: maximumPercent, yearsWithoutSurcharge } = rates.surchargeRule;
  let percent = 0;
  for (
    let years = yearsWithoutSurcharge;
    percent < maximumPercent && computeDayAfterYears(registeredOn, years) < today;
    years += 1
  ) {
    percent += perYear;
  }
  return Math.min(percent, maximumPercent);
}

function computeDayAfterYears(day: string, years: number): string {
  return `${String(Number(day.slice(0, 4)) + years).padStart(4, '0')}${day.slice(4)}`;
}
