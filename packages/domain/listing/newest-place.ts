const dayMs = 86_400_000;
/** A seller with more cars than this many days hold is at the end of the lists anyway. */
const mostDays = 1_000;

/** Cars of a seller and a day beyond which the place does not change any more: counting may end there. */
export function placedAtMost(aDay: number): number {
  return aDay * mostDays;
}

/**
 * The sort key of a car in newest-first lists. The first cars that a seller puts on sale on a day stand there at the
 * time they were posted; those after them stand as if they had come before, as many a day. So a list of many cars that come in
 * together takes no more of a day than this, and all of its cars stay in the list.
 * @param before cars that the seller has put on sale on this day before this one.
 * @param aDay cars of a seller that count as new on one day; at least 1.
 * @returns null where it is the time they were posted.
 */
export function newestPlace(postedAt: Date, before: number, aDay: number): Date | null {
  const days = Math.min(mostDays, Math.floor(before / aDay));
  return days === 0 ? null : new Date(postedAt.getTime() - days * dayMs);
}
