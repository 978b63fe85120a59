/** A limit on attempts: at most `count` within any `windowMs` milliseconds. */
export type AttemptLimit = {
  readonly count: number;
  readonly windowMs: number;
  /**
   * After `free` attempts within the window, each further attempt has to wait: the first one for `firstMs`
   * milliseconds, and each later one for twice as long as the one before.
   */
  readonly growingDelay?: { readonly triesWithoutDelay: number; readonly firstMs: number };
};

/**
 * Returns the milliseconds until the next attempt is allowed; 0 when it is allowed now. The database counts attempts by
 * the same rule (packages/database/accounts/attempts.ts); this function computes how long a refused caller has to wait.
 * @param tries times of the earlier attempts, in any order.
 */
export function computeWaitMs(tries: readonly Date[], limit: AttemptLimit, now: Date): number {
  const windowStart = now.getTime() - limit.windowMs;
  const triesInWindow = tries
    .map((tryTime) => tryTime.getTime())
    .filter((tryTime) => tryTime > windowStart)
    .sort((a, b) => a - b);
  const lastTry = triesInWindow.at(-1);
  if (lastTry === undefined) return 0;
  // Another attempt is allowed only after this attempt is older than the window.
  const oldestTry = triesInWindow[triesInWindow.length - limit.count];
  const waitMsForSlot = oldestTry === undefined ? 0 : oldestTry - windowStart;
  const { growingDelay } = limit;
  const waitMsForDelay =
    growingDelay === undefined || triesInWindow.length < growingDelay.triesWithoutDelay
      ? 0
      : lastTry + growingDelay.firstMs * 2 ** (triesInWindow.length - growingDelay.triesWithoutDelay) - now.getTime();
  return Math.max(0, waitMsForSlot, waitMsForDelay);
}
