/**
 * Returns the number of whole seconds until a time, rounded up, for `retryAfter` of an error.
 * @param minimum the result for a time that is nearer or has passed; one second by default.
 */
export function secondsUntil(end: Date, now: Date, minimum = 1): number {
  return Math.max(minimum, Math.ceil((end.getTime() - now.getTime()) / 1000));
}
