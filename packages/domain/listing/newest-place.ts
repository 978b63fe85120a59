const dayMs = 86_400_000;
/** The largest shift in days: a seller with more cars is at the end of the lists anyway. */
const mostDays = 1_000;

/** Number of a seller's cars on a day beyond which the sort key stays the same: counting may end there. */
export function placedAtMost(aDay: number): number {
  return aDay * mostDays;
}

/**
 * The sort key of a car in newest-first lists. On each day a seller's first cars are sorted by their posting time. Each further
 * group of as many is sorted one day earlier. So many cars posted together take only this many of the newest positions, and all
 * of them stay in the list.
 * @param before cars that the seller has put on sale on this day before this one.
 * @param aDay cars of a seller that count as new on one day; at least 1.
 * @returns null where it is the posting time.
 */
export function newestPlace(postedAt: Date, before: number, aDay: number): Date | null {
  const days = Math.min(mostDays, Math.floor(before / aDay));
  return days === 0 ? null : new Date(postedAt.getTime() - days * dayMs);
}
