import { expect, it } from 'vitest';
import { findPlate } from './plate.ts';

it.each([
  ['Plate SBA1234G, one owner', 'SBA1234G'],
  ['sba 1234 g', 'SBA1234G'],
  ['SBA-1234-G', 'SBA1234G'],
  ['first SBA1234A, then SBA 1234 G', 'SBA1234G'],
])('finds the plate in %j', (text, plate) => {
  expect(findPlate(text)).toBe(plate);
});

it.each(['SBA1234A', 'Mercedes SLK 200 K', 'SLS 63 A', 'ASBA1234G', 'SBA1234GX', 'XBA1234G', ''])(
  'finds no plate in %j',
  (text) => {
    expect(findPlate(text)).toBeNull();
  },
);

it('takes a plate for the same with and without leading zeros', () => {
  expect(findPlate('SBA12L')).toBe('SBA12L');
  expect(findPlate('SBA0012L')).toBe('SBA12L');
});
