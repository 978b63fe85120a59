import { expect, it } from 'vitest';
import { computePriceAfterChange, parseAmount } from './bulk-price.ts';

it.each([
  ['5', 'percent', 5],
  ['2.5 %', 'percent', 2.5],
  ['0', 'percent', undefined],
  ['91', 'percent', undefined],
  ['', 'percent', undefined],
  ['$2,000', 'dollars', 2000],
  ['0.5', 'dollars', undefined],
  ['-5', 'dollars', undefined],
  ['all', 'dollars', undefined],
] as const)('%j in %s is %j', (text, unit, amount) => {
  expect(parseAmount(text, unit)).toBe(amount);
});

it.each([
  [100_000, { direction: 'lower', unit: 'percent', amount: 5 }, 95_000],
  [88_888, { direction: 'lower', unit: 'percent', amount: 2.5 }, 86_666],
  [88_888.5, { direction: 'raise', unit: 'percent', amount: 10 }, 97_777],
  [100_000, { direction: 'raise', unit: 'dollars', amount: 1500 }, 101_500],
  [1000, { direction: 'lower', unit: 'dollars', amount: 1500 }, -500],
] as const)('%d changed by %j is %d', (price, priceChange, newPrice) => {
  expect(computePriceAfterChange(price, priceChange)).toBe(newPrice);
});
