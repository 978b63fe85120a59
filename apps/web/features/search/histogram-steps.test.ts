import { describe, expect, it } from 'vitest';
import { computeDrawnBars, findBoundsAtEdges, findStepsOfBounds } from './histogram-steps.ts';

const prices = { from: 0, step: 50_000, counts: [1, 2, 3, 4] };
const years = { from: 2019, step: 1, counts: [1, 0, 2, 5] };

describe('the drawn bars', () => {
  const serverHistogram = {
    from: 0,
    step: 10_000,
    counts: Array.from({ length: 120 }, (_, barIndex) => (barIndex === 119 ? 7 : 1)),
  };
  const cheapCarHistogram = {
    from: 0,
    step: 10_000,
    counts: serverHistogram.counts.map((_, barIndex) => (barIndex < 24 ? 1 : 0)),
  };

  it('are wide enough to be distinguished, and count every car', () => {
    const { step, counts } = computeDrawnBars(serverHistogram, undefined, undefined);
    expect({ step, bars: counts.length }).toEqual({ step: 50_000, bars: 24 });
    expect(counts.reduce((sum, cars) => sum + cars, 0)).toBe(126);
  });

  it('end with the highest price, or with a bound above it', () => {
    expect(computeDrawnBars(cheapCarHistogram, undefined, undefined)).toEqual({
      ...cheapCarHistogram,
      counts: Array(24).fill(1),
    });
    expect(computeDrawnBars(cheapCarHistogram, undefined, 250_000).counts).toHaveLength(25);
    expect(computeDrawnBars(cheapCarHistogram, 300_000, undefined)).toMatchObject({
      step: 20_000,
      counts: { length: 16 },
    });
    expect(computeDrawnBars(cheapCarHistogram, undefined, 90_000_000)).toMatchObject({
      step: 50_000,
      counts: { length: 24 },
    });
  });

  it('have space for two handles when there is no car', () => {
    expect(
      computeDrawnBars({ ...cheapCarHistogram, counts: Array(120).fill(0) }, undefined, undefined).counts,
    ).toHaveLength(10);
    expect(computeDrawnBars({ ...cheapCarHistogram, counts: [] }, undefined, undefined).counts).toEqual([]);
  });
});

describe('the handles below the bars', () => {
  it('are at the ends when there is no bound', () => {
    expect(findStepsOfBounds(prices, 'Price', undefined, undefined)).toEqual([0, 4]);
    expect(findBoundsAtEdges(prices, 'Price', [0, 4])).toEqual([undefined, undefined]);
  });

  it('give the bounds of their edges, and these bounds give the same edges', () => {
    expect(findBoundsAtEdges(prices, 'Price', [1, 3])).toEqual([50_000, 150_000]);
    expect(findStepsOfBounds(prices, 'Price', 50_000, 150_000)).toEqual([1, 3]);
    expect(findBoundsAtEdges(years, 'Year', [1, 3])).toEqual([2020, 2021]);
    expect(findStepsOfBounds(years, 'Year', 2020, 2021)).toEqual([1, 3]);
  });

  it('are within the bars and at least one bar apart for any typed bounds', () => {
    expect(findStepsOfBounds(prices, 'Price', 900_000, 10)).toEqual([3, 4]);
    expect(findStepsOfBounds(prices, 'Price', 60_000, 60_000)).toEqual([1, 2]);
    expect(findStepsOfBounds(years, 'Year', 1990, 1995)).toEqual([0, 1]);
  });
});
