import { expect, it } from 'vitest';
import { computeCountedCarsMaximum, computeNewestSortTime } from './newest-sort-time.ts';

const postedAt = new Date('2026-11-22T08:00:00.000Z');

it.each([
  [0, null],
  [19, null],
  [20, '2026-11-21T08:00:00.000Z'],
  [39, '2026-11-21T08:00:00.000Z'],
  [40, '2026-11-20T08:00:00.000Z'],
  [19_999, '2024-02-27T08:00:00.000Z'],
  [1_000_000, '2024-02-26T08:00:00.000Z'],
])('after %d cars of the day the next is placed at %s', (earlierCarCount, expectedSortTime) => {
  expect(computeNewestSortTime(postedAt, earlierCarCount, 20)?.toISOString() ?? null).toBe(expectedSortTime);
});

it('does not move any more beyond the cars that are counted', () => {
  const countedCarCount = computeCountedCarsMaximum(20);
  expect(computeNewestSortTime(postedAt, countedCarCount, 20)).toEqual(
    computeNewestSortTime(postedAt, countedCarCount + 500, 20),
  );
});
