export type AdaptiveLimitOptions = {
  /** Number of calls that may always run, however late they are. */
  readonly minimum: number;
  /** Number of calls that may run at first, before any was late or many have run. */
  readonly initial: number;
  /** Number of calls that may run at most. */
  readonly maximum: number;
  /** Milliseconds after which the limit is judged, when enough calls have ended. */
  readonly windowMs: number;
  /** Number of calls by which the limit is judged. */
  readonly samples: number;
};

export type AdaptiveLimit = {
  /**
   * Begins a call, unless as many run as may.
   * @param share part of the limit up to which this call may begin, from 0 to 1.
   * @returns a function that ends the call; undefined when it must not run.
   */
  begin(share: number): EndCall | undefined;
  /** Number of calls that may run now. */
  readonly limit: number;
  /** Number of calls that run. */
  readonly running: number;
};

/** @param lateness duration of the call divided by its target; undefined when the call says nothing about the load. */
export type EndCall = (lateness: number | undefined) => void;

/** Share of the calls of a window that may be late. */
const lateShare = 0.1;
/** The factors by which the limit falls: at least, and at most in one window. */
const fallFactors = { slow: 0.9, fast: 0.3 } as const;
/** Part of the limit by which it rises in one window. */
const riseShare = 0.1;
/**
 * Part of the limit that must have run in a window for the limit to rise above the initial one. Calls that were in time
 * while few ran say nothing about many: a limit that had risen in quiet times would let a flood in before the first late
 * answer is known.
 */
const usedShare = 0.5;

/**
 * A limit on the calls that run at the same time, which follows how long they take: when more than a tenth of them are
 * late, fewer may run, and while calls are in time, more. So calls wait for each other no longer
 * than their target allows, whatever it is that they wait for, and those beyond the limit can be refused at once instead
 * of being answered too late. The limit rises slowly and falls fast (AIMD, as TCP does), and while few calls run it
 * returns to the initial one.
 * @param nowMs a clock in milliseconds that only goes forward.
 */
export function createAdaptiveLimit(options: AdaptiveLimitOptions, nowMs: () => number): AdaptiveLimit {
  let limit = options.initial;
  let running = 0;
  let peak = 0;
  let windowStartMs = nowMs();
  let latenesses: number[] = [];

  function judge(): void {
    const now = nowMs();
    if (now - windowStartMs < options.windowMs || latenesses.length < options.samples) return;
    const lateness = latenesses.sort((one, other) => one - other)[Math.floor((1 - lateShare) * latenesses.length)] ?? 0;
    if (lateness > 1) {
      const factor = Math.min(fallFactors.slow, Math.max(fallFactors.fast, 1 / lateness));
      // A limit that was not reached says nothing, so the fall begins at the number of calls that ran.
      limit = Math.max(options.minimum, Math.floor(Math.min(limit, peak) * factor));
    } else {
      const step = Math.max(1, Math.floor(limit * riseShare));
      if (peak >= limit * usedShare) limit = Math.min(options.maximum, limit + step);
      else if (limit < options.initial) limit = Math.min(options.initial, limit + step);
      else limit = Math.max(options.initial, limit - step);
    }
    windowStartMs = now;
    latenesses = [];
    peak = running;
  }

  return {
    begin(share) {
      if (running >= Math.max(1, limit * share)) return undefined;
      running += 1;
      peak = Math.max(peak, running);
      let hasEnded = false;
      return (lateness) => {
        if (hasEnded) return;
        hasEnded = true;
        running -= 1;
        if (lateness !== undefined) latenesses.push(lateness);
        judge();
      };
    },
    get limit() {
      return limit;
    },
    get running() {
      return running;
    },
  };
}
