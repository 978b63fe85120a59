import { expect, it } from 'vitest';
import { computeYearlyMileage } from './yearly-mileage.ts';

const today = '2026-11-23';

it.each([
  ['since the registration, in full months', { mileageKm: 14_200, registeredOn: '2021-03-18', yearsOfUse: 9 }, 2_506],
  ['over the years of use without a registration', { mileageKm: 14_200, registeredOn: null, yearsOfUse: 9 }, 1_578],
  ['as the mileage itself in the first year', { mileageKm: 900, registeredOn: '2026-06-24', yearsOfUse: 0 }, 900],
  ['as the mileage itself for a new car', { mileageKm: 30, registeredOn: null, yearsOfUse: 0 }, 30],
  ['as unknown without a mileage', { mileageKm: null, registeredOn: '2021-03-18', yearsOfUse: 5 }, null],
] as const)('counts kilometres a year %s', (_, car, perYear) => {
  expect(computeYearlyMileage(car, today)).toBe(perYear);
});
