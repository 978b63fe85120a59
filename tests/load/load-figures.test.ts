import { expect, it } from 'vitest';
import { isGoodInTime, summariseLoad } from './load-figures.ts';
import type { Outcome } from './outcome.ts';

function makeOutcome(kind: Outcome['kind'], latencyMs: number, status = 200, lagMs = 0): Outcome {
  const fault = status === 503 ? 'UNAVAILABLE' : status === 0 ? 'ECONNRESET' : '';
  return { kind, arrivedMs: 0, lagMs, first: { status, latencyMs, fault } };
}

it('a request without a good answer counts as one that never ends', () => {
  const goodOutcomes = Array.from({ length: 198 }, (_, index) => makeOutcome('home', index / 10));
  const figures = summariseLoad([...goodOutcomes, makeOutcome('home', 1, 503), makeOutcome('home', 1, 503)], 10);
  expect(figures.reads).toEqual({ requests: 200, p50Ms: 9.9, p99Ms: 19.7, p999Ms: null });
  expect(figures).toMatchObject({ holds: true, sharesOf: { good: 0.99, shed: 0.01, failed: 0 }, refusalP99Ms: 1 });
  expect(summariseLoad([...goodOutcomes, ...Array<Outcome>(3).fill(makeOutcome('home', 1, 503))], 10)).toMatchObject({
    reads: { p99Ms: null },
    holds: false,
  });
});

it('reads and writes have limits of their own; the card of the provider has none', () => {
  const outcomes = [makeOutcome('car', 100), makeOutcome('book', 300), makeOutcome('card', 9_000)];
  expect(summariseLoad(outcomes, 1)).toMatchObject({ holds: true, goodputPerSecond: 2 });
  expect(summariseLoad([makeOutcome('car', 101)], 1).holds).toBe(false);
  expect(summariseLoad([makeOutcome('book', 301)], 1).holds).toBe(false);
  expect([isGoodInTime(makeOutcome('car', 100, 503)), isGoodInTime(makeOutcome('car', 101))]).toEqual([false, false]);
});

it('a run whose generator was late does not count', () => {
  const lateOutcomes = Array.from({ length: 100 }, (_, index) => makeOutcome('home', 30, 200, index < 2 ? 26 : 0));
  expect(summariseLoad(lateOutcomes, 1)).toMatchObject({ isValid: false, holds: false, lagP99Ms: 26 });
  expect(summariseLoad([], 1).isValid).toBe(false);
});

it('answers are counted by kind, and by status or fault', () => {
  const outcomes = [
    makeOutcome('home', 1),
    makeOutcome('home', 1, 304),
    makeOutcome('home', 1, 503),
    makeOutcome('pay', 1, 0),
  ];
  expect(summariseLoad(outcomes, 1).kinds).toEqual({
    home: { '200': 1, '304': 1, '503 UNAVAILABLE': 1 },
    pay: { ECONNRESET: 1 },
  });
  expect(summariseLoad(outcomes, 1).sharesOf).toEqual({ good: 0.5, shed: 0.25, failed: 0.25 });
});
