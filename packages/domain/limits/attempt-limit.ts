/** A limit on attempts: at most `count` within any `windowMs` milliseconds. */
export type AttemptLimit = {
  readonly count: number;
  readonly windowMs: number;
  /**
   * After `attemptsWithoutDelay` attempts within the window, each further attempt has to wait: the first for `firstMs`
   * milliseconds, and each later attempt twice as long as the attempt before.
   */
  readonly growingDelay?: { readonly attemptsWithoutDelay: number; readonly firstMs: number };
};

/**
 * Returns the milliseconds until the next attempt is allowed; 0 when it is allowed now. The database counts attempts by
 * the same rule (packages/database/accounts/attempts.ts); this function computes how long a refused caller has to wait.
 * @param attemptTimes times of the earlier attempts, in any order.
 */
export function computeWaitMs(attemptTimes: readonly Date[], limit: AttemptLimit, now: Date): number {
  const windowStart = now.getTime() - limit.windowMs;
  const attemptTimesInWindowMs = attemptTimes
    .map((attemptTime) => attemptTime.getTime())
    .filter((attemptTime) => attemptTime > windowStart)
    .sort((a, b) => a - b);
  const lastAttemptMs = attemptTimesInWindowMs.at(-1);
  if (lastAttemptMs === undefined) return 0;
  // Another attempt is allowed only after this attempt is older than the window.
  const oldestCountedAttemptMs = attemptTimesInWindowMs[attemptTimesInWindowMs.length - limit.count];
  const waitMsForCount = oldestCountedAttemptMs === undefined ? 0 : oldestCountedAttemptMs - windowStart;
  const { growingDelay } = limit;
  const waitMsForDelay =
    growingDelay === undefined || attemptTimesInWindowMs.length < growingDelay.attemptsWithoutDelay
      ? 0
      : lastAttemptMs +
        growingDelay.firstMs * 2 ** (attemptTimesInWindowMs.length - growingDelay.attemptsWithoutDelay) -
        now.getTime();
  return Math.max(0, waitMsForCount, waitMsForDelay);
}
