import { describe, expect, it } from 'vitest';
import { findMedianCost } from './key-figures.ts';

describe('the median yearly cost of similar cars', () => {
  const makeCars = (...depreciations: (number | null)[]) =>
    depreciations.map((depreciationPerYear) => ({ depreciationPerYear }));

  it('is the median of the known costs', () => {
    expect(findMedianCost(makeCars(300, null, 100, 204))).toBe(200);
    expect(findMedianCost(makeCars(100, 400, 200, 312))).toBe(260);
  });

  it('is unknown when fewer than three costs are known', () => {
    expect(findMedianCost(makeCars(100, 200, null))).toBeNull();
  });
});
