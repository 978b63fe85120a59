/** The calendar day in Singapore (UTC+8, no summer time) as an ISO date. */
export function singaporeDay(now: Date): string {
  return new Date(now.getTime() + 8 * 3_600_000).toISOString().slice(0, 10);
}
