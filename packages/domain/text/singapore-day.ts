/** Returns the time of midnight in Singapore at which the current day began. */
export function singaporeDayStart(now: Date): Date {
  return new Date(`${singaporeDay(now)}T00:00:00+08:00`);
}

/** Returns the calendar day in Singapore (UTC+8, no summer time) as an ISO date. */
export function singaporeDay(now: Date): string {
  return new Date(now.getTime() + 8 * 3_600_000).toISOString().slice(0, 10);
}

/** Returns the number of whole years from one day to another; 0 when the second is earlier. */
export function yearsBetween(from: string, to: string): number {
  const years = Number(to.slice(0, 4)) - Number(from.slice(0, 4));
  return Math.max(0, to.slice(5) < from.slice(5) ? years - 1 : years);
}
