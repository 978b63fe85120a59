/** A limit on attempts: at most `count` within any `windowMs` milliseconds. */
export type AttemptLimit = {
  readonly count: number;
  readonly windowMs: number;
  /**
   * After `free` attempts within the window, each further attempt has to wait: `firstMs` at first, and then twice as long
   * each time.
   */
  readonly delay?: { readonly free: number; readonly firstMs: number };
};

/**
 * Returns the milliseconds until the next attempt is allowed; 0 when it is allowed now. The database counts attempts by the
 * same rule (packages/database/accounts/attempts.ts); this function computes how long a refused caller has to wait.
 * @param tries times of the earlier attempts, in any order.
 */
export function waitingTime(tries: readonly Date[], limit: AttemptLimit, now: Date): number {
  const since = now.getTime() - limit.windowMs;
  const live = tries
    .map((at) => at.getTime())
    .filter((at) => at > since)
    .sort((a, b) => a - b);
  const last = live.at(-1);
  if (last === undefined) return 0;
  // The oldest attempt that must become older than the window before another one is allowed.
  const oldestTry = live[live.length - limit.count];
  const waitForSlot = oldestTry === undefined ? 0 : oldestTry - since;
  const { delay } = limit;
  const waitForDelay =
    delay === undefined || live.length < delay.free
      ? 0
      : last + delay.firstMs * 2 ** (live.length - delay.free) - now.getTime();
  return Math.max(0, waitForSlot, waitForDelay);
}
