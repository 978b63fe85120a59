import type { ListingDetail } from '@carhouse/contract/listing-detail';
import { fullMonths } from '@carhouse/domain/car/loan';

/** Number of kilometres that a car in Singapore is usually driven per year. */
export const usualMileage = 18_000;

/** Minimum age in months: the mileage per year of a newer car is not typical yet. */
const leastMonths = 6;

/**
 * Kilometres per year since the first registration, or over the years of use when that day is unknown, to the nearest ten.
 * Returns null when the mileage or the age is unknown or the car is less than six months old.
 *
 * @param today ISO date
 */
export function mileagePerYear(
  car: Pick<ListingDetail, 'mileageKm' | 'registeredOn' | 'yearsOfUse'>,
  today: string,
): number | null {
  if (car.mileageKm === null) return null;
  const months = car.registeredOn === null ? car.yearsOfUse * 12 : fullMonths(car.registeredOn, today);
  return months < leastMonths ? null : Math.round((car.mileageKm * 12) / months / 10) * 10;
}

/** Returns the median yearly cost of some cars, to the nearest ten dollars; null when fewer than three are known. */
export function middleCost(cars: readonly { readonly depreciationPerYear: number | null }[]): number | null {
  const costs = cars
    .map((car) => car.depreciationPerYear)
    .filter((cost) => cost !== null)
    .toSorted((one, other) => one - other);
  if (costs.length < 3) return null;
  const half = Math.floor(costs.length / 2);
  const [below = 0, above = 0] = [costs[half - 1], costs[half]];
  const middle = costs.length % 2 === 1 ? above : (below + above) / 2;
  return Math.round(middle / 10) * 10;
}
