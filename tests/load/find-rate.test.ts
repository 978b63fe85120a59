import { expect, it } from 'vitest';
import { findHighestRate, type RunResult } from './find-rate.ts';

const precision = 0.1;

it('finds the highest rate from below and from above, within the precision', async () => {
  for (const capacity of [1, 7, 40, 333, 1_000]) {
    for (const startRate of [1, 100, 5_000]) {
      const tryRate = async (rate: number): Promise<RunResult> => (rate <= capacity ? 'held' : 'missed');
      const { rate, isBoundByGenerator } = await findHighestRate({ startRate, precision, tryRate });
      expect(rate).toBeLessThanOrEqual(capacity);
      expect(rate).toBeGreaterThan(capacity / (1 + precision) - 1);
      expect(isBoundByGenerator).toBe(false);
    }
  }
});

it('tries a rate twice before it counts as too high, and ends when nothing holds', async () => {
  const triedRates: number[] = [];
  const tryRate = async (rate: number): Promise<RunResult> => {
    triedRates.push(rate);
    return 'missed';
  };
  expect(await findHighestRate({ startRate: 4, precision, tryRate })).toEqual({ rate: 0, isBoundByGenerator: false });
  expect(triedRates).toEqual([4, 4, 2, 2, 1, 1]);
});

it('repeats runs that do not count, and says so when it leaves a rate out because of them', async () => {
  let runCount = 0;
  const isRunDisturbed = (): boolean => {
    runCount += 1;
    return runCount % 3 !== 0;
  };
  const tryRateWithDisturbances = async (rate: number): Promise<RunResult> =>
    isRunDisturbed() ? 'invalid' : rate <= 100 ? 'held' : 'missed';
  expect((await findHighestRate({ startRate: 100, precision: 1, tryRate: tryRateWithDisturbances })).rate).toBe(100);
  const tryRateWithWeakGenerator = async (rate: number): Promise<RunResult> => (rate <= 50 ? 'held' : 'invalid');
  expect(await findHighestRate({ startRate: 50, precision: 1, tryRate: tryRateWithWeakGenerator })).toEqual({
    rate: 50,
    isBoundByGenerator: true,
  });
});
