import { describe, expect, it } from 'vitest';
import { type Cents, cents } from '../money/money.ts';
import {
  computeAgeAdjustedOmv,
  computeHighestPrice,
  computeLoanPercent,
  computeLongestLoanMonths,
  computeMonthlyInstalment,
  countFullMonthsBetween,
} from './loan.ts';
import { findRates, loanRates } from './running-rates.ts';

const rates = findRates(loanRates, '2026-11-21');
if (rates === undefined) throw new Error('There are no rates for the day of the test.');
const dollars = (amount: number): Cents => cents(Math.round(amount * 100));

describe('a car loan', () => {
  it('counts the OMV less its age: $25,000 at 37 months is $17,292', () => {
    expect(Math.round(Number(computeAgeAdjustedOmv(dollars(25_000), 37)) / 100)).toBe(17_292);
    expect(computeAgeAdjustedOmv(dollars(25_000), 0)).toBe(dollars(25_000));
    expect(computeAgeAdjustedOmv(dollars(25_000), 120)).toBe(0n);
    expect(computeAgeAdjustedOmv(dollars(25_000), 500)).toBe(0n);
  });

  it('covers 70 % up to an adjusted OMV of $20,000, else 60 %', () => {
    expect(computeLoanPercent(dollars(25_000), 37, rates)).toBe(70);
    expect(computeLoanPercent(dollars(40_000), 59, rates)).toBe(60);
    expect(computeLoanPercent(dollars(40_000), 60, rates)).toBe(70);
    expect(computeLoanPercent(dollars(20_000), 0, rates)).toBe(70);
    expect(computeLoanPercent(dollars(20_001), 0, rates)).toBe(60);
    expect(computeLoanPercent(null, 100, rates)).toBe(60);
  });

  it('of $84,000 at 2.78 % flat for seven years is $1,194.60 a month', () => {
    expect(computeMonthlyInstalment(dollars(84_000), 84, 278)).toBe(dollars(1_194.6));
    expect(computeMonthlyInstalment(dollars(84_000), 84, 278) * 84n - dollars(84_000)).toBe(dollars(16_346.4));
    expect(computeMonthlyInstalment(dollars(0), 12, 278)).toBe(0n);
    expect(() => computeMonthlyInstalment(dollars(1), 0, 278)).toThrow(RangeError);
  });

  it('runs for seven years at most, and never longer than the COE', () => {
    expect(computeLongestLoanMonths(120, rates)).toBe(84);
    expect(computeLongestLoanMonths(37, rates)).toBe(37);
    expect(computeLongestLoanMonths(-1, rates)).toBe(0);
  });

  it('of $1,000 a month is that of a car for $117,194 at most, with 60 % lent for seven years', () => {
    const price = computeHighestPrice(dollars(1_000), rates);
    expect(price).toBe(dollars(117_194));
    const computeInstalment = (carPrice: number) =>
      computeMonthlyInstalment(dollars(carPrice * 0.6), 84, rates.flatRateBasisPoints);
    expect(computeInstalment(117_194)).toBeLessThanOrEqual(dollars(1_000));
    expect(computeInstalment(117_200)).toBeGreaterThan(dollars(1_000));
  });

  it.each([
    ['2021-11-21', '2026-11-21', 60],
    ['2021-11-22', '2026-11-21', 59],
    ['2026-11-21', '2026-12-20', 0],
    ['2026-11-21', '2026-12-21', 1],
    ['2027-01-01', '2026-12-21', 0],
  ])('from %s to %s are %i full months', (from, to, months) => {
    expect(countFullMonthsBetween(from, to)).toBe(months);
  });
});
