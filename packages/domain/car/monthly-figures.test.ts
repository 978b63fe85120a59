import { describe, expect, it } from 'vitest';
import { cents } from '../money/money.ts';
import { computeLargestLoanInstalment, computeMonthlyCost } from './monthly-figures.ts';
import { findRates, loanRates } from './running-rates.ts';

const today = '2026-11-26';
const rates = findRates(loanRates, today) ?? loanRates[0];
const car = {
  price: cents(10_000_000n),
  omv: cents(2_000_000n),
  registeredOn: '2022-11-26',
  coeExpiresOn: '2032-11-26',
  yearsOfUse: 4,
};

describe('the instalment of the largest loan', () => {
  it('runs to the end of the COE and covers 70 per cent of a car with a small OMV', () => {
    if (rates === undefined) throw new Error('There are no rates for the day of the test.');
    // 70,000 dollars over 72 months at 2.78 % a year: 70,000 * (1 + 6 * 0.0278) / 72 = 1,134.39 dollars.
    expect(computeLargestLoanInstalment(car, rates, today)).toBe(113_400n);
    // With an unknown OMV the loan covers 60 per cent, and over more than seven years it runs for seven.
    expect(computeLargestLoanInstalment({ ...car, omv: null, coeExpiresOn: '2036-01-01' }, rates, today)).toBe(85_300n);
    expect(computeLargestLoanInstalment({ ...car, coeExpiresOn: '2026-12-20' }, rates, today)).toBeNull();
    expect(computeLargestLoanInstalment({ ...car, coeExpiresOn: null }, rates, today)).toBeNull();
  });
});

describe('the cost of a month', () => {
  it('is the depreciation as dealers write it and the road tax, divided by twelve', () => {
    expect(computeMonthlyCost(cents(1_200_400n), cents(60_000n))).toBe(105_000n);
    expect(computeMonthlyCost(cents(1_200_400n), null)).toBe(100_000n);
    expect(computeMonthlyCost(null, cents(60_000n))).toBeNull();
  });
});
