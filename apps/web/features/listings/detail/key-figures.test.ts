import { describe, expect, it } from 'vitest';
import { middleCost } from './key-figures.ts';

describe('the middle yearly cost of similar cars', () => {
  const costs = (...known: (number | null)[]) => known.map((depreciationPerYear) => ({ depreciationPerYear }));

  it('is the median of those that are known', () => {
    expect(middleCost(costs(300, null, 100, 204))).toBe(200);
    expect(middleCost(costs(100, 400, 200, 312))).toBe(260);
  });

  it('needs three cars', () => {
    expect(middleCost(costs(100, 200, null))).toBeNull();
  });
});
