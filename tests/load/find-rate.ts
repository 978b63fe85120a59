/** Whether the limits held in a run; `invalid` when the generator could not keep up, so that the run does not count. */
export type RunResult = 'held' | 'missed' | 'invalid';

export type RateSearch = {
  /** The first rate that is tried. */
  readonly startRate: number;
  /** The search ends when the found rate is known this exactly: 0.1 is ten per cent. */
  readonly precision: number;
  /** Runs the load at a rate. */
  readonly tryRate: (rate: number) => Promise<RunResult>;
};

export type FoundRate = {
  /** The highest rate that held; 0 when even one in a second does not. */
  readonly rate: number;
  /** Whether a higher rate was left out because its runs did not count, so that the product may hold more. */
  readonly isBoundByGenerator: boolean;
};

/** Number of runs that count after which a rate is too high: one disturbance of the machine must not end the search too low. */
const missedRunMaximum = 2;
/** Number of runs that do not count after which the rate is left out. */
const invalidRunMaximum = 3;

/**
 * Searches for the highest rate at which the limits hold: doubles the rate while they hold, or halves it until they do, and
 * then bisects.
 */
export async function findHighestRate({ startRate, precision, tryRate }: RateSearch): Promise<FoundRate> {
  let isBoundByGenerator = false;
  const holdsAtRate = async (rate: number): Promise<boolean> => {
    const counts = { missed: 0, invalid: 0 };
    while (counts.missed < missedRunMaximum && counts.invalid < invalidRunMaximum) {
      const result = await tryRate(rate);
      if (result === 'held') return true;
      counts[result] += 1;
    }
    isBoundByGenerator = counts.missed < missedRunMaximum;
    return false;
  };
  let heldRate = 0;
  let failedRate = Number.POSITIVE_INFINITY;
  let rate = startRate;
  while (heldRate === 0 || failedRate === Number.POSITIVE_INFINITY) {
    if (await holdsAtRate(rate)) {
      heldRate = rate;
      rate *= 2;
    } else {
      failedRate = rate;
      if (rate <= 1) return { rate: 0, isBoundByGenerator };
      rate = Math.max(1, Math.floor(rate / 2));
    }
  }
  while (failedRate - heldRate > heldRate * precision) {
    const middleRate = Math.round((heldRate + failedRate) / 2);
    if (middleRate === heldRate || middleRate === failedRate) break;
    if (await holdsAtRate(middleRate)) heldRate = middleRate;
    else failedRate = middleRate;
  }
  return { rate: heldRate, isBoundByGenerator };
}
