import { describe, expect, it } from 'vitest';
import { middleCost, mileagePerYear } from './key-figures.ts';

const car = { mileageKm: 14_200, registeredOn: '2021-03-18', yearsOfUse: 9 };

describe('the mileage a year', () => {
  it('counts from the registration, or over the years of use where that is unknown', () => {
    expect(mileagePerYear(car, '2026-11-23')).toBe(2_510);
    expect(mileagePerYear({ ...car, registeredOn: null }, '2026-11-23')).toBe(1_580);
  });

  it('is unknown without a mileage and for a car of a few months', () => {
    expect(mileagePerYear({ ...car, mileageKm: null }, '2026-11-23')).toBeNull();
    expect(mileagePerYear({ ...car, registeredOn: '2026-06-24' }, '2026-11-23')).toBeNull();
    expect(mileagePerYear({ ...car, registeredOn: null, yearsOfUse: 0 }, '2026-11-23')).toBeNull();
  });
});

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
