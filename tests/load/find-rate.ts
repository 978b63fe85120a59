/** Whether the limits held in a run; `invalid` when the generator could not keep up, so that the run does not count. */
export type RunResult = 'held' | 'missed' | 'invalid';

export type RateSearch = {
  /** The first rate that is tried. */
  readonly startRate: number;
  /** The search ends when the relative error of the found rate is at most this value: 0.1 is ten per cent. */
  readonly precision: number;
  /** Runs the load at a rate. */
  readonly tryRate: (rate: number) => Promise<RunResult>;
};

export type FoundRate = {
  /** The highest rate at which the limits held; 0 when they do not hold even at one visitor per second. */
  readonly rate: number;
  /**
   * Whether the search skipped a higher rate because its runs did not count. The product may then manage a higher rate.
   */
  readonly isBoundByGenerator: boolean;
};

/**
 * The number of valid runs with missed limits after which a rate counts as too high. A single missed run is not enough,
 * because one disturbance of the machine must not end the search too early.
 */
const missedRunMaximum = 2;
/** The number of invalid runs after which the search skips a rate. */
const invalidRunMaximum = 3;

/**
 * Searches for the highest rate at which the limits hold. The search doubles the rate while the limits hold, or halves
 * the rate until they hold, and then bisects.
 */
export async function findHighestRate({ startRate, precision, tryRate }: RateSearch): Promise<FoundRate> {
  let isBoundByGenerator = false;
  const doLimitsHoldAtRate = async (rate: number): Promise<boolean> => {
    const counts = { missed: 0, invalid: 0 };
    while (counts.missed < missedRunMaximum && counts.invalid < invalidRunMaximum) {
      const result = await tryRate(rate);
      if (result === 'held') return true;
      counts[result] += 1;
    }
    isBoundByGenerator = counts.missed < missedRunMaximum;
    return false;
  };
  let highestHeldRate = 0;
  let lowestFailedRate = Number.POSITIVE_INFINITY;
  let rate = startRate;
  while (highestHeldRate === 0 || lowestFailedRate === Number.POSITIVE_INFINITY) {
    if (await doLimitsHoldAtRate(rate)) {
      highestHeldRate = rate;
      rate *= 2;
    } else {
      lowestFailedRate = rate;
      if (rate <= 1) return { rate: 0, isBoundByGenerator };
      rate = Math.max(1, Math.floor(rate / 2));
    }
  }
  while (lowestFailedRate - highestHeldRate > highestHeldRate * precision) {
    const middleRate = Math.round((highestHeldRate + lowestFailedRate) / 2);
    if (middleRate === highestHeldRate || middleRate === lowestFailedRate) break;
    if (await doLimitsHoldAtRate(middleRate)) highestHeldRate = middleRate;
    else lowestFailedRate = middleRate;
  }
  return { rate: highestHeldRate, isBoundByGenerator };
}
