import { expect, it } from 'vitest';
import { readTokens } from './tokens.ts';
import { readLoanTermAt, readUnfilteredAmountAt } from './unfiltered-amounts.ts';

it.each([
  'dereg value above 30k',
  'paper value more than 20k',
  'above 25k paper value',
  'scrap value between 20k and 30k',
  'coe below 80k',
  'coe under $60,000',
  'coe premium 50k to 60k',
  'top up 20k cash',
  'scrap value 15k and above',
  'maintenance below 2000 a year',
])('%j is an amount that no filter has', (text) => {
  expect(readUnfilteredAmountAt(readTokens(text), 0)).toEqual({
    next: readTokens(text).length,
    filters: [],
    words: 'dropped',
  });
});

it.each([
  'below 80k',
  'parf car below 80k',
  'below 80k dereg above 30k',
  'below 80k, omv high',
  'coe, below 80k',
  'coe 5 years',
  'coe 2030',
])('%j has the price of a car, or no amount', (text) => {
  expect(readUnfilteredAmountAt(readTokens(text), 0)).toBeNull();
});

it.each(['5 years loan', '5 year loan', 'loan tenure 7 years', 'loan of 60 months', 'loan over 5 years'])(
  '%j is the time of a loan',
  (text) => {
    expect(readLoanTermAt(readTokens(text), 0)).toEqual({
      next: readTokens(text).length,
      filters: [],
      words: 'dropped',
    });
  },
);

it.each(['5 years coe', 'loan', 'loan 800 a month', '5 years old'])('%j is no time of a loan', (text) => {
  expect(readLoanTermAt(readTokens(text), 0)).toBeNull();
});
