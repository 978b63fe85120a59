import { expect, it } from 'vitest';
import { readAmountInWordsAt, readOpenAmount } from './amounts-in-words.ts';
import { readNumbersAt } from './number-phrases.ts';
import { readTokens } from './tokens.ts';

it.each([
  ['sixty thousand', 60_000],
  ['eighty five thousand', 85_000],
  ['eighty-five k', 85_000],
  ['one hundred and twenty thousand', 120_000],
  ['a hundred fifty k', 150_000],
  ['twelve hundred', 1_200],
  ['eight hundred fifty', 850],
  ['half a million', 500_000],
  ['six figures', 100_000],
])('%j is an amount', (text, value) => {
  expect(readAmountInWordsAt(readTokens(text), 0)).toEqual({ value, next: readTokens(text).length });
});

it.each(['five years', 'seven seater', 'one owner', 'a car', 'six', 'and thousand'])('%j is no amount', (text) => {
  expect(readAmountInWordsAt(readTokens(text), 0)).toBeNull();
});

it('ends before the next number', () => {
  expect(readAmountInWordsAt(readTokens('one hundred k seven seater'), 0)).toEqual({ value: 100_000, next: 3 });
});

it('reads amounts whose last digits are left open', () => {
  expect(readOpenAmount('1xxk')).toEqual({ least: 100_000, most: 199_999 });
  expect(readOpenAmount('8xk')).toEqual({ least: 80_000, most: 89_999 });
  expect(readOpenAmount('1xx,xxx')).toEqual({ least: 100_000, most: 199_999 });
  expect(readOpenAmount('xc90')).toBeNull();
});

it.each([
  ['budget 8xk', ['minPrice=80000', 'maxPrice=89999']],
  ['fifty to sixty thousand dollars', ['minPrice=50000', 'maxPrice=60000']],
  ['80kish', ['minPrice=72000', 'maxPrice=88000']],
  ['70k or so', ['minPrice=63000', 'maxPrice=77000']],
  ['~90k', ['minPrice=81000', 'maxPrice=99000']],
  ['2019ish', ['minYear=2018', 'maxYear=2020']],
])('%j is approximate', (text, expected) => {
  const filters = readNumbersAt(readTokens(text), 0)?.filters ?? [];
  expect(filters.map(({ name, value }) => `${name}=${value}`)).toEqual(expected);
});
