const dayMs = 86_400_000;

/** Whole days from `today` to the end of the COE (both ISO dates); 0 when it has expired. */
export function coeDaysLeft(coeExpiresOn: string, today: string): number {
  return Math.max(0, Math.round((Date.parse(coeExpiresOn) - Date.parse(today)) / dayMs));
}

/** Remaining years of the COE with one decimal, as dealers count them: days divided by 365.25. */
export function coeYearsLeft(coeExpiresOn: string, today: string): number {
  return Math.round((coeDaysLeft(coeExpiresOn, today) / 365.25) * 10) / 10;
}
