import { countFullMonthsBetween } from './loan.ts';

/** Kilometres per year below which buyers call a mileage low. */
export const lowYearlyMileageLimit = 10_000;

type MileageFacts = {
  readonly mileageKm: number | null;
  /** ISO date of the first registration; null when unknown. */
  readonly registeredOn: string | null;
  /** The number of years that the seller entered. The years of use are needed only when `registeredOn` is null. */
  readonly yearsOfUse: number;
};

/**
 * Returns the kilometres per year since the first registration, rounded up. When the date of the first registration is
 * unknown, the years of use are used. The search filter and the car's page use the same result. A car in its first year
 * counts as one year old, so that the result is never higher than the mileage itself.
 * @param today the day in Singapore, ISO date
 * @returns null when the mileage is unknown
 */
export function computeYearlyMileage(
  { mileageKm, registeredOn, yearsOfUse }: MileageFacts,
  today: string,
): number | null {
  if (mileageKm === null) return null;
  const months = registeredOn === null ? yearsOfUse * 12 : countFullMonthsBetween(registeredOn, today);
  return Math.ceil((mileageKm * 12) / Math.max(12, months));
}
