import { expect, it } from 'vitest';
import { dropOutliers } from './price-outliers.ts';

const dropPriceOutliers = (prices: readonly number[]): readonly number[] => dropOutliers(prices, (price) => price);

it('leaves out a price that has nothing to do with the others', () => {
  expect(dropPriceOutliers([90, 95, 100, 105, 110, 950])).toEqual([90, 95, 100, 105, 110]);
  expect(dropPriceOutliers([90, 95, 100, 105, 110, 1])).toEqual([90, 95, 100, 105, 110]);
});

it('keeps prices that are spread evenly', () => {
  expect(dropPriceOutliers([10, 20, 30, 40, 50])).toEqual([10, 20, 30, 40, 50]);
});

it('keeps what is at most twice or half of a price that most of them have', () => {
  expect(dropPriceOutliers([100, 100, 100, 100, 150, 950, 10])).toEqual([100, 100, 100, 100, 150]);
});

it('keeps nothing of nothing', () => {
  expect(dropPriceOutliers([])).toEqual([]);
});
