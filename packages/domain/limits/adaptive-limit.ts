export type AdaptiveLimitOptions = {
  /** The lowest limit, however late the calls are. */
  readonly minimum: number;
  /** The limit at the start, before the durations of calls have raised or lowered it. */
  readonly initial: number;
  /** The highest limit. */
  readonly maximum: number;
  /** Milliseconds after which the limit is adjusted, if enough calls have ended. */
  readonly windowMs: number;
  /** Minimum number of ended calls from which the limit is adjusted. */
  readonly samples: number;
};

export type AdaptiveLimit = {
  /**
   * Begins a call, unless the limit is reached.
   * @param share part of the limit up to which this call may begin, from 0 to 1.
   * @returns a function that ends the call; undefined when the call must not run.
   */
  beginCall(share: number): EndCall | undefined;
  /** Number of calls that may run now. */
  readonly limit: number;
  /** Number of running calls. */
  readonly runningCount: number;
};

/** @param durationRatio duration of the call divided by its target; undefined when the call says nothing about the load. */
export type EndCall = (durationRatio: number | undefined) => void;

/** Share of the calls of a window that may be late. */
const lateShareMaximum = 0.1;
/** When the limit falls, it is multiplied by a factor between `fast` and `slow`. */
const fallFactors = { slow: 0.9, fast: 0.3 } as const;
/** Part of the limit by which it rises in one window. */
const riseShare = 0.1;
/**
 * The limit rises above its initial value only after a window in which at least this part of the limit was used. Few
 * calls that are in time do not show that many calls would be in time. A limit that rose in quiet times would admit a
 * flood of calls before the first late call is known.
 */
const usedShareMinimum = 0.5;

/**
 * Creates a limit on the number of calls that run at the same time. The limit adapts to the durations of the calls: it
 * falls when more than a tenth of them are late, and rises while they are in time. Calls therefore wait for each other
 * no longer than their target allows. Calls beyond the limit can be refused at once instead of being answered too late.
 * The limit rises slowly and falls fast (AIMD, as TCP does). While few calls run, the limit returns to its initial
 * value.
 * @param nowMs a clock in milliseconds that only goes forward.
 */
export function createAdaptiveLimit(options: AdaptiveLimitOptions, nowMs: () => number): AdaptiveLimit {
  let limit = options.initial;
  let runningCount = 0;
  let peakCount = 0;
  let windowStartMs = nowMs();
  let durationRatios: number[] = [];

  function adjustLimit(): void {
    const now = nowMs();
    if (now - windowStartMs < options.windowMs || durationRatios.length < options.samples) return;
    const durationRatio =
      durationRatios.sort((one, other) => one - other)[Math.floor((1 - lateShareMaximum) * durationRatios.length)] ?? 0;
    if (durationRatio > 1) {
      const factor = Math.min(fallFactors.slow, Math.max(fallFactors.fast, 1 / durationRatio));
      // When fewer calls ran than the limit allows, the limit falls from their number and not from its own value.
      limit = Math.max(options.minimum, Math.floor(Math.min(limit, peakCount) * factor));
    } else {
      const step = Math.max(1, Math.floor(limit * riseShare));
      if (peakCount >= limit * usedShareMinimum) limit = Math.min(options.maximum, limit + step);
      else if (limit < options.initial) limit = Math.min(options.initial, limit + step);
      else limit = Math.max(options.initial, limit - step);
    }
    windowStartMs = now;
    durationRatios = [];
    peakCount = runningCount;
  }

  return {
    beginCall(share) {
      if (runningCount >= Math.max(1, limit * share)) return undefined;
      runningCount += 1;
      peakCount = Math.max(peakCount, runningCount);
      let hasEnded = false;
      return (durationRatio) => {
        if (hasEnded) return;
        hasEnded = true;
        runningCount -= 1;
        if (durationRatio !== undefined) durationRatios.push(durationRatio);
        adjustLimit();
      };
    },
    get limit() {
      return limit;
    },
    get runningCount() {
      return runningCount;
    },
  };
}
