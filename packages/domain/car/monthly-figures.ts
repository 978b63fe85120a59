import { type Cents, cents } from '../money/money.ts';
import { roundToTenDollars } from './depreciation.ts';
import {
  computeLoanPercent,
  computeLongestLoanMonths,
  computeMonthlyInstalment,
  countFullMonthsBetween,
  type LoanRates,
} from './loan.ts';

export type LoanFacts = {
  readonly price: Cents;
  readonly omv: Cents | null;
  /** ISO date; null when unknown. */
  readonly registeredOn: string | null;
  /** ISO date; null when unknown. A loan may not run longer than the COE. */
  readonly coeExpiresOn: string | null;
  readonly yearsOfUse: number;
};

/** The largest and longest loan for a car: the share of the price in per cent, and the months. */
export type LargestLoan = { readonly percent: number; readonly maxMonths: number };

/**
 * Returns the largest and longest loan that the limits of MAS allow for a car on a day (ISO date). Returns null when the
 * end of the COE is unknown or less than a month away.
 */
export function computeLargestLoan(
  { omv, registeredOn, coeExpiresOn, yearsOfUse }: Omit<LoanFacts, 'price'>,
  rates: LoanRates,
  today: string,
): LargestLoan | null {
  if (coeExpiresOn === null) return null;
  const maxMonths = computeLongestLoanMonths(countFullMonthsBetween(today, coeExpiresOn), rates);
  if (maxMonths < 1) return null;
  const ageMonths = registeredOn === null ? yearsOfUse * 12 : countFullMonthsBetween(registeredOn, today);
  return { percent: computeLoanPercent(omv, ageMonths, rates), maxMonths };
}

/** Returns the monthly instalment of the largest and longest loan for a car, in whole dollars as cents; null without a loan. */
export function computeLargestLoanInstalment(facts: LoanFacts, rates: LoanRates, today: string): Cents | null {
  const loan = computeLargestLoan(facts, rates, today);
  if (loan === null) return null;
  const loanAmount = cents((facts.price * BigInt(loan.percent)) / 100n);
  return roundToWholeDollars(computeMonthlyInstalment(loanAmount, loan.maxMonths, rates.flatRateBasisPoints));
}

/**
 * Returns the cost of a month, in whole dollars as cents: depreciation, as dealers write it, and road tax. An unknown
 * road tax is left out. Returns null when the depreciation is unknown.
 *
 * @param depreciation yearly depreciation in cents @param roadTax yearly road tax in cents
 */
export function computeMonthlyCost(depreciation: Cents | null, roadTax: Cents | null): Cents | null {
  if (depreciation === null) return null;
  return roundToWholeDollars(cents((roundToTenDollars(depreciation) + (roadTax ?? 0n)) / 12n));
}

function roundToWholeDollars(amount: Cents): Cents {
  return cents(((amount + 50n) / 100n) * 100n);
}
