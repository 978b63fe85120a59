export type RateSearch = {
  /** The first rate that is tried. */
  readonly startRate: number;
  /** The search ends when the found rate is known this exactly: 0.1 is ten per cent. */
  readonly precision: number;
  /** Runs the load at a rate. @returns whether the limits held. */
  readonly tryRate: (rate: number) => Promise<boolean>;
};

/**
 * Searches for the highest rate at which the limits hold: doubles the rate while they hold, or halves it until they do, and
 * then bisects. A rate that fails is tried a second time, because one disturbance of the machine must not end the search
 * too low.
 * @returns the highest rate that held; 0 when even one in a second does not.
 */
export async function findHighestRate({ startRate, precision, tryRate }: RateSearch): Promise<number> {
  const holdsAt = async (rate: number): Promise<boolean> => (await tryRate(rate)) || (await tryRate(rate));
  let heldRate = 0;
  let failedRate = Number.POSITIVE_INFINITY;
  let rate = startRate;
  while (heldRate === 0 || failedRate === Number.POSITIVE_INFINITY) {
    if (await holdsAt(rate)) {
      heldRate = rate;
      rate = failedRate === Number.POSITIVE_INFINITY ? rate * 2 : rate;
    } else {
      failedRate = rate;
      if (rate <= 1) return 0;
      rate = heldRate === 0 ? Math.max(1, Math.floor(rate / 2)) : rate;
    }
  }
  while (failedRate - heldRate > heldRate * precision) {
    const middleRate = Math.round((heldRate + failedRate) / 2);
    if (middleRate === heldRate || middleRate === failedRate) break;
    if (await holdsAt(middleRate)) heldRate = middleRate;
    else failedRate = middleRate;
  }
  return heldRate;
}
