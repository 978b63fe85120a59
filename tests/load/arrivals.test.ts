import { createSeededRandom } from '@carhouse/server/testing/seeded';
import { expect, it } from 'vitest';
import { makeArrivals } from './arrivals.ts';
import { chooseVisit, visitKinds, visitorMix } from './visitor-mix.ts';

it('arrivals are a Poisson process: the given rate, exponential pauses, the same for a seed', () => {
  const drawArrivals = (seed: number): number[] => [...makeArrivals(200, 50, createSeededRandom(seed))];
  const arrivalTimesMs = drawArrivals(1);
  // The number of 10,000 expected arrivals has a standard deviation of 100.
  expect(Math.abs(arrivalTimesMs.length - 10_000)).toBeLessThan(400);
  const pauses = arrivalTimesMs.slice(1).map((atMs, index) => atMs - (arrivalTimesMs[index] ?? 0));
  expect(Math.min(...pauses)).toBeGreaterThanOrEqual(0);
  expect(arrivalTimesMs.at(-1)).toBeLessThan(50_000);
  // With exponentially distributed pauses and a mean of 5 ms, the share e^-1 is longer than 5 ms, and the share e^-3 is
  // longer than 15 ms.
  const measureShareLongerThan = (ms: number): number =>
    pauses.filter((pauseMs) => pauseMs > ms).length / pauses.length;
  expect(measureShareLongerThan(5)).toBeCloseTo(Math.exp(-1), 1);
  expect(measureShareLongerThan(15)).toBeCloseTo(Math.exp(-3), 1);
  expect(drawArrivals(1)).toEqual(arrivalTimesMs);
  expect(drawArrivals(2)).not.toEqual(arrivalTimesMs);
});

it('each kind of visit is as frequent as its weight', () => {
  const count = 10_000;
  const counts = new Map(visitKinds.map((kind) => [kind, 0]));
  for (let index = 0; index < count; index += 1) {
    const kind = chooseVisit(index / count);
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }
  for (const kind of visitKinds) expect(counts.get(kind)).toBe((visitorMix[kind].weight * count) / 1_000);
});
