/**
 * Returns the number of whole seconds until a time, rounded up, for `retryAfter` of an error.
 * @param minimum the smallest result, also for a time that has passed; one second by default.
 */
export function computeSecondsUntil(end: Date, now: Date, minimum = 1): number {
  return Math.max(minimum, Math.ceil((end.getTime() - now.getTime()) / 1000));
}
