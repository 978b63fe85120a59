import { describe, expect, it } from 'vitest';
import { computeWaitMs } from './attempt-limit.ts';

const now = new Date('2026-11-20T12:00:00Z');
const timeSecondsAgo = (seconds: number): Date => new Date(now.getTime() - seconds * 1000);

describe('five tries a minute', () => {
  const limit = { count: 5, windowMs: 60_000 };

  it.each([
    [[], 0],
    [[1, 2, 3, 4], 0],
    [[60, 61, 62, 63, 64, 65], 0],
    [[1, 2, 3, 4, 50], 10_000],
    // Another attempt is allowed only after two of these attempts are older than the window.
    [[1, 2, 3, 4, 40, 50], 20_000],
  ])('made %j seconds ago let the next one wait %i ms', (seconds, wait) => {
    expect(computeWaitMs(seconds.map(timeSecondsAgo), limit, now)).toBe(wait);
  });
});

describe('a growing delay after four tries', () => {
  const limit = { count: 10, windowMs: 900_000, growingDelay: { attemptsWithoutDelay: 4, firstMs: 1000 } };

  it.each([
    [3, 0],
    [4, 1000],
    [5, 2000],
    [6, 4000],
    [9, 32_000],
  ])('is, after %i tries just now, %i ms', (tries, wait) => {
    expect(
      computeWaitMs(
        Array.from({ length: tries }, () => now),
        limit,
        now,
      ),
    ).toBe(wait);
  });

  it('ends when the window is full, which then says how long', () => {
    expect(
      computeWaitMs(
        Array.from({ length: 10 }, () => timeSecondsAgo(100)),
        limit,
        now,
      ),
    ).toBe(800_000);
  });
});
