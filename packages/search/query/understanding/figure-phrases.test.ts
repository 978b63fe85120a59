import { expect, it } from 'vitest';
import { readFigureAt } from './figure-phrases.ts';
import { readTokens } from './tokens.ts';

it.each([
  ['omv at least 30,000', ['minOmv=30000']],
  ['above 25k omv', ['minOmv=25000']],
  ['omv between 20k and 30k', ['minOmv=20000', 'maxOmv=30000']],
  ['omv 40k', ['minOmv=36000', 'maxOmv=44000']],
  ['arf less than 20000', ['maxArf=20000']],
  ['ARF of less than $20,000.', ['maxArf=20000']],
  ['arf 20k and below', ['maxArf=20000']],
  ['parf rebate 15k and above', ['minParf=15000']],
  ['parf 15k', ['minParf=15000']],
  ['min parf 15k', ['minParf=15000']],
  ['at least $15,000 in parf rebate', ['minParf=15000']],
])('%j bounds a figure', (text, bounds) => {
  const match = readFigureAt(readTokens(text), 0);
  expect(match?.filters.map(({ name, value }) => `${name}=${value}`)).toEqual(bounds);
  expect(match?.next).toBe(readTokens(text).length);
});

it.each([
  'below 80k',
  'below 80k omv above 30k',
  'below 80k, omv high',
  'omv',
  'omv 30',
  'parf car below 80k',
  'arf 5 years',
])('%j begins with no amount of a figure', (text) => {
  expect(readFigureAt(readTokens(text), 0)).toBeNull();
});
