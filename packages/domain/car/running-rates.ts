import type { LoanRates } from './loan.ts';
import type { RoadTaxRates } from './road-tax.ts';

/**
 * The rates of the running costs of a car. Each row applies from its first day until the next row. A change of the law
 * adds a row, and no row is changed. Sources: LTA's road tax formulas (engines; electric cars with their fixed part of
 * $350 per half-year, from 2023), MAS's limits of car loans. The interest rate is an example from a bank and not an
 * offer; it is shown with its date.
 */
export const roadTaxRates: readonly RoadTaxRates[] = [
  {
    from: '2023-01-01',
    engineBands: [
      { threshold: 0, dollars: 200, thousandthsPerUnit: 0 },
      { threshold: 600, dollars: 200, thousandthsPerUnit: 125 },
      { threshold: 1_000, dollars: 250, thousandthsPerUnit: 375 },
      { threshold: 1_600, dollars: 475, thousandthsPerUnit: 750 },
      { threshold: 3_000, dollars: 1_525, thousandthsPerUnit: 1_000 },
    ],
    powerBands: [
      { threshold: 0, dollars: 200, thousandthsPerUnit: 0 },
      { threshold: 7.5, dollars: 200, thousandthsPerUnit: 2_000 },
      { threshold: 30, dollars: 250, thousandthsPerUnit: 3_750 },
      { threshold: 230, dollars: 1_525, thousandthsPerUnit: 10_000 },
    ],
    thousandthsAfterRebate: 782,
    electricFlatDollars: 350,
    surchargeRule: { perYear: 10, maximum: 50, yearsWithoutSurcharge: 10 },
  },
];

export const loanRates: readonly LoanRates[] = [
  {
    from: '2026-11-01',
    flatRateBasisPoints: 278,
    smallCarOmvMaximum: 20_000,
    percentForSmallCar: 70,
    percentForOtherCars: 60,
    maxLoanMonths: 84,
  },
];

/** Returns the row that applies on a day (ISO date); undefined before the first row. */
export function findRates<Row extends { readonly from: string }>(rows: readonly Row[], day: string): Row | undefined {
  return rows
    .filter((row) => row.from <= day)
    .sort((firstRow, secondRow) => (firstRow.from < secondRow.from ? 1 : -1))[0];
}
