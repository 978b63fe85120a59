import { expect, it } from 'vitest';
import { sumPriceBands } from './price-bands.ts';

it('adds every bar of the response to one band and one column', () => {
  const carCounts = Array.from({ length: 120 }, (_unused, index) => index + 1);
  const bands = sumPriceBands({ from: 0, step: 10_000, counts: carCounts });
  expect(bands.map(({ from, to }) => [from, to])).toEqual([
    [0, 100_000],
    [100_000, 200_000],
    [200_000, 400_000],
    [400_000, 700_000],
    [700_000, 1_000_000],
    [1_000_000, undefined],
  ]);
  expect(bands.map(({ columns }) => columns.length)).toEqual([10, 10, 10, 10, 6, 4]);
  expect(bands.reduce((sum, { cars }) => sum + cars, 0)).toBe((120 * 121) / 2);
  expect(bands[0]?.columns).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  expect(bands[2]?.columns[0]).toBe(21 + 22);
  expect(bands[5]?.columns[0]).toBe(101 + 102 + 103 + 104 + 105);
});

it('includes bands without a car', () => {
  const bands = sumPriceBands({ from: 0, step: 10_000, counts: [0, 3] });
  expect(bands.map(({ cars }) => cars)).toEqual([3, 0, 0, 0, 0, 0]);
  expect(bands[0]?.columns).toEqual([0, 3]);
});
