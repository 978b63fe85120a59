import { expect, it } from 'vitest';
import { readBareBudgetAt } from './bare-budget.ts';
import { readTokens } from './tokens.ts';

it.each([
  ['suv 150', '150000'],
  ['cheap sedan 80', '80000'],
  ['suv 7', null],
  ['suv 2008', null],
  ['suv 152', null],
  ['suv 150 bedok', null],
  ['polo 150', null],
] as const)('%s', (text, maxPrice) => {
  const tokens = readTokens(text);
  const at = tokens.findIndex(({ low }) => /^\d+$/.test(low));
  expect(readBareBudgetAt(tokens, at)?.filters[0]?.value ?? null).toBe(maxPrice);
});
