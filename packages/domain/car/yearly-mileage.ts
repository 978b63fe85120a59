/** Kilometres per year below which buyers call a mileage low. */
export const lowYearlyMileage = 10_000;

/**
 * Returns kilometres per year, rounded up: the mileage divided by the full years of use. A car in its first year counts as
 * one year old, so that the result is never higher than the mileage itself.
 * @returns null when the mileage is unknown
 */
export function yearlyMileage(mileageKm: number | null, yearsOfUse: number): number | null {
  return mileageKm === null ? null : Math.ceil(mileageKm / Math.max(1, yearsOfUse));
}
