const dayMs = 86_400_000;
/**
 * Maximum number of days by which a car's sort time is earlier than its posting time. Cars that are sorted this many
 * days earlier are at the end of the lists.
 */
const daysEarlierMaximum = 1_000;

/**
 * Returns the number of a seller's cars of one day above which `computeNewestSortTime` gives every car the same sort
 * time. A caller that counts the seller's cars of the day may stop at this number.
 */
export function computeCountedCarsMaximum(newCarsPerDay: number): number {
  return newCarsPerDay * daysEarlierMaximum;
}

/**
 * Returns the time by which a car is sorted in newest-first lists. A seller's first `newCarsPerDay` cars of each day
 * are sorted by their posting time. Each further group of `newCarsPerDay` cars is sorted one day earlier than the group
 * before. Many cars that one seller posts together therefore take only a few of the newest positions, and all of them
 * stay in the list.
 * @param earlierCarCount number of cars that the seller has put on sale on this day before this car.
 * @param newCarsPerDay number of a seller's cars that count as new on one day; at least 1.
 * @returns null when the car is sorted by its posting time.
 */
export function computeNewestSortTime(postedAt: Date, earlierCarCount: number, newCarsPerDay: number): Date | null {
  const daysEarlier = Math.min(daysEarlierMaximum, Math.floor(earlierCarCount / newCarsPerDay));
  return daysEarlier === 0 ? null : new Date(postedAt.getTime() - daysEarlier * dayMs);
}
