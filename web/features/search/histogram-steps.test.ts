import { describe, expect, it } from 'vitest';
import { boundsAt, stepsOf } from './histogram-steps.ts';

const prices = { from: 0, step: 50_000, counts: [1, 2, 3, 4] };
const years = { from: 2019, step: 1, counts: [1, 0, 2, 5] };

describe('the handles below the bars', () => {
  it('stand at the ends where there is no bound', () => {
    expect(stepsOf(prices, 'Price', undefined, undefined)).toEqual([0, 4]);
    expect(boundsAt(prices, 'Price', [0, 4])).toEqual([undefined, undefined]);
  });

  it('say the bounds of the edges that they stand at, and come back to them', () => {
    expect(boundsAt(prices, 'Price', [1, 3])).toEqual([50_000, 150_000]);
    expect(stepsOf(prices, 'Price', 50_000, 150_000)).toEqual([1, 3]);
    expect(boundsAt(years, 'Year', [1, 3])).toEqual([2020, 2021]);
    expect(stepsOf(years, 'Year', 2020, 2021)).toEqual([1, 3]);
  });

  it('stay within the bars and a bar apart, whatever was typed', () => {
    expect(stepsOf(prices, 'Price', 900_000, 10)).toEqual([3, 4]);
    expect(stepsOf(prices, 'Price', 60_000, 60_000)).toEqual([1, 2]);
    expect(stepsOf(years, 'Year', 1990, 1995)).toEqual([0, 1]);
  });
});
