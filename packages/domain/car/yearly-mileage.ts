/** Kilometres a year below which buyers call a mileage low. */
export const lowYearlyMileage = 10_000;

/**
 * Kilometres a year, rounded up: the mileage over the full years of use. A car in its first year counts as one year old, so
 * that a figure is never higher than the mileage itself. @returns null when the mileage is unknown
 */
export function yearlyMileage(mileageKm: number | null, yearsOfUse: number): number | null {
  return mileageKm === null ? null : Math.ceil(mileageKm / Math.max(1, yearsOfUse));
}
