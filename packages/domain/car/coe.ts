const dayMs = 86_400_000;

/** Number of years for which a COE is valid (Land Transport Authority of Singapore). */
export const coeTermYears = 10;

/** Number of whole days from `today` to the end of the COE (both ISO dates); 0 when the COE has expired. */
export function countCoeDaysLeft(coeExpiresOn: string, today: string): number {
  return Math.max(0, Math.round((Date.parse(coeExpiresOn) - Date.parse(today)) / dayMs));
}

/**
 * Remaining years of the COE with one decimal, as dealers count them: days divided by 365.25. Every screen and every
 * API response shows the result of this function. The result is 0 only when the COE has expired; in its last days it is
 * 0.1.
 *
 * @param coeExpiresOn ISO date; null when the seller has not entered it. The remaining years cannot be computed from
 *   the years of use: a car may have been registered late, and its COE may have been renewed.
 * @returns null when the end of the COE is unknown
 */
export function coeYearsLeft(coeExpiresOn: string, today: string): number;
export function coeYearsLeft(coeExpiresOn: string | null, today: string): number | null;
export function coeYearsLeft(coeExpiresOn: string | null, today: string): number | null {
  if (coeExpiresOn === null) return null;
  const days = countCoeDaysLeft(coeExpiresOn, today);
  return days === 0 ? 0 : Math.max(0.1, Math.round((days / 365.25) * 10) / 10);
}

/**
 * The word that the search adds to the texts of a car whose seller has marked its COE as renewed. The Prevailing Quota
 * Premium is the price of a renewal.
 */
export const renewedCoeSearchWord = 'pqp';
