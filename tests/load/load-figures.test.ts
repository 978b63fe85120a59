import { expect, it } from 'vitest';
import { isGoodInTime, summariseLoad } from './load-figures.ts';
import type { Outcome } from './outcome.ts';

function answered(kind: Outcome['kind'], latencyMs: number, status = 200, lagMs = 0): Outcome {
  const fault = status === 503 ? 'UNAVAILABLE' : status === 0 ? 'ECONNRESET' : '';
  return { kind, arrivedMs: 0, lagMs, first: { status, latencyMs, fault } };
}

it('a request without a good answer counts as one that never ends', () => {
  const good = Array.from({ length: 198 }, (_, index) => answered('home', index / 10));
  const figures = summariseLoad([...good, answered('home', 1, 503), answered('home', 1, 503)], 10);
  expect(figures.reads).toEqual({ requests: 200, p50Ms: 9.9, p99Ms: 19.7, p999Ms: null });
  expect(figures).toMatchObject({ holds: true, sharesOf: { good: 0.99, shed: 0.01, failed: 0 }, refusalP99Ms: 1 });
  expect(summariseLoad([...good, ...Array<Outcome>(3).fill(answered('home', 1, 503))], 10)).toMatchObject({
    reads: { p99Ms: null },
    holds: false,
  });
});

it('reads and writes have limits of their own; the card of the provider has none', () => {
  const outcomes = [answered('car', 100), answered('book', 300), answered('card', 9_000)];
  expect(summariseLoad(outcomes, 1)).toMatchObject({ holds: true, goodputPerSecond: 2 });
  expect(summariseLoad([answered('car', 101)], 1).holds).toBe(false);
  expect(summariseLoad([answered('book', 301)], 1).holds).toBe(false);
  expect([isGoodInTime(answered('car', 100, 503)), isGoodInTime(answered('car', 101))]).toEqual([false, false]);
});

it('a run whose generator was late does not count', () => {
  const late = Array.from({ length: 100 }, (_, index) => answered('home', 30, 200, index < 2 ? 26 : 0));
  expect(summariseLoad(late, 1)).toMatchObject({ isValid: false, holds: false, lagP99Ms: 26 });
  expect(summariseLoad([], 1).isValid).toBe(false);
});

it('answers are counted by kind, and by status or fault', () => {
  const outcomes = [answered('home', 1), answered('home', 1, 304), answered('home', 1, 503), answered('pay', 1, 0)];
  expect(summariseLoad(outcomes, 1).kinds).toEqual({
    home: { '200': 1, '304': 1, '503 UNAVAILABLE': 1 },
    pay: { ECONNRESET: 1 },
  });
  expect(summariseLoad(outcomes, 1).sharesOf).toEqual({ good: 0.5, shed: 0.25, failed: 0.25 });
});
