import { expect, it } from 'vitest';
import { findHighestRate } from './find-rate.ts';

async function find(
  capacity: number,
  startRate: number,
): Promise<{ readonly found: number; readonly tried: number[] }> {
  const tried: number[] = [];
  const tryRate = async (rate: number): Promise<boolean> => {
    tried.push(rate);
    return rate <= capacity;
  };
  return { found: await findHighestRate({ startRate, precision: 0.1, tryRate }), tried };
}

it('finds the highest rate from below and from above, within the precision', async () => {
  for (const capacity of [1, 7, 40, 333, 1_000]) {
    for (const startRate of [1, 100, 5_000]) {
      const { found } = await find(capacity, startRate);
      expect(found).toBeLessThanOrEqual(capacity);
      expect(found).toBeGreaterThan(capacity / 1.1 - 1);
    }
  }
});

it('tries a rate twice before it counts as too high, and ends when nothing holds', async () => {
  expect(await find(0, 4)).toEqual({ found: 0, tried: [4, 4, 2, 2, 1, 1] });
  let calls = 0;
  // Only the first try at each rate is disturbed.
  const tryRate = async (rate: number): Promise<boolean> => {
    calls += 1;
    return calls % 2 === 0 && rate <= 100;
  };
  expect(await findHighestRate({ startRate: 100, precision: 0.5, tryRate })).toBe(100);
});
