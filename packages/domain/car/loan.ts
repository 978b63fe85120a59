import { type Cents, cents } from '../money/money.ts';

export type LoanRates = {
  /** The first day on which these rates apply, as an ISO date. */
  readonly from: string;
  /** Flat yearly interest in hundredths of a per cent: 278 means 2.78 %. */
  readonly flatRateBasisPoints: number;
  /**
   * Maximum age-adjusted OMV of a car, in dollars, for which a loan may cover the larger of the two shares of the
   * price.
   */
  readonly smallCarOmvMaximum: number;
  /** The share of the price that a loan may cover for cars with a low OMV, in per cent. */
  readonly percentForSmallCar: number;
  /** The share of the price that a loan may cover for cars with a higher OMV, in per cent. */
  readonly percentForOtherCars: number;
  readonly maxLoanMonths: number;
};

/** Returns the OMV after a number of full months of use: it decreases to zero over ten years (MAS). */
export function computeAgeAdjustedOmv(omv: Cents, ageMonths: number): Cents {
  const monthsLeft = Math.max(0, 120 - Math.max(0, ageMonths));
  return cents((omv * BigInt(monthsLeft) + 60n) / 120n);
}

/**
 * Returns the maximum share of the price that a loan may cover, in per cent. A car with an unknown OMV gets the smaller
 * share.
 */
export function computeLoanPercent(omv: Cents | null, ageMonths: number, rates: LoanRates): number {
  if (omv === null) return rates.percentForOtherCars;
  const isSmallCar = computeAgeAdjustedOmv(omv, ageMonths) <= BigInt(rates.smallCarOmvMaximum) * 100n;
  return isSmallCar ? rates.percentForSmallCar : rates.percentForOtherCars;
}

/** Returns the number of full months between two ISO dates; 0 when the second is earlier. */
export function countFullMonthsBetween(from: string, to: string): number {
  const months =
    (Number(to.slice(0, 4)) - Number(from.slice(0, 4))) * 12 + Number(to.slice(5, 7)) - Number(from.slice(5, 7));
  return Math.max(0, to.slice(8, 10) < from.slice(8, 10) ? months - 1 : months);
}

/** Returns the longest possible loan in months: seven years, but not longer than the COE. */
export function computeLongestLoanMonths(coeMonthsLeft: number, rates: LoanRates): number {
  return Math.max(0, Math.min(rates.maxLoanMonths, coeMonthsLeft));
}

/** Returns the monthly payment of a loan at a flat rate: `P(1 + r·y) ÷ 12y`, to the nearest cent. */
export function computeMonthlyInstalment(loan: Cents, months: number, flatRateBasisPoints: number): Cents {
  if (months < 1) throw new RangeError('A loan runs for a month at least.');
  const dividend = loan * BigInt(120_000 + flatRateBasisPoints * months);
  const divisor = BigInt(120_000 * months);
  return cents((2n * dividend + divisor) / (2n * divisor));
}

/**
 * Returns the highest price of a car for which the loan costs at most this instalment a month; the result is in whole
 * dollars as cents. The loan covers the share of the price that a bank lends for a car of unknown OMV, over the longest
 * time. A shorter COE or a smaller share gives another instalment; the page of a car computes the instalment for that
 * car.
 */
export function computeHighestPrice(instalment: Cents, rates: LoanRates): Cents {
  const { maxLoanMonths, flatRateBasisPoints, percentForOtherCars: otherCarPercent } = rates;
  const loan = (instalment * BigInt(120_000 * maxLoanMonths)) / BigInt(120_000 + flatRateBasisPoints * maxLoanMonths);
  const price = (loan * 100n) / BigInt(otherCarPercent);
  return cents(price - (price % 100n));
}
