/** Returns the time of midnight in Singapore at which a day begins. @param day an ISO date */
export function findStartOfDay(day: string): Date {
  return new Date(`${day}T00:00:00+08:00`);
}

/** Returns the ISO date that is `days` days after `day`; a negative number goes back. */
export function addDaysToIsoDate(day: string, days: number): string {
  return new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);
}

/** Returns the time of midnight in Singapore at which the current day began. */
export function findStartOfToday(now: Date): Date {
  return findStartOfDay(toSingaporeDay(now));
}

/**
 * Returns the times at which a period of calendar days in Singapore starts and ends: `until` is the midnight after the
 * last day and is not part of the period. When `from` or `to` of the input is absent, the corresponding time is
 * undefined.
 * @param from the first day, as an ISO date
 * @param to the last day, as an ISO date
 */
export function findPeriodBounds(period: { readonly from?: string | undefined; readonly to?: string | undefined }): {
  readonly from: Date | undefined;
  readonly until: Date | undefined;
} {
  const findMidnight = (day: string | undefined) => (day === undefined ? undefined : findStartOfDay(day));
  const lastMidnight = findMidnight(period.to);
  return {
    from: findMidnight(period.from),
    until: lastMidnight === undefined ? undefined : new Date(lastMidnight.getTime() + 24 * 3_600_000),
  };
}

/** Returns the calendar day in Singapore (UTC+8, no summer time) as an ISO date. */
export function toSingaporeDay(now: Date): string {
  return new Date(now.getTime() + 8 * 3_600_000).toISOString().slice(0, 10);
}

/** Whether a text is a calendar day as an ISO date between 1900 and 2199, as the API accepts it in filters. */
export function isCalendarDay(text: string): boolean {
  if (!/^(19|20|21)\d\d-\d\d-\d\d$/.test(text)) return false;
  const time = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

/** Returns the number of whole years from one day to another; 0 when the second is earlier. */
export function countYearsBetween(from: string, to: string): number {
  const years = Number(to.slice(0, 4)) - Number(from.slice(0, 4));
  return Math.max(0, to.slice(5) < from.slice(5) ? years - 1 : years);
}
