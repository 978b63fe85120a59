import { expect, it } from 'vitest';
import { maxCountedCars, placeAmongNewest } from './newest-place.ts';

const postedAt = new Date('2026-11-22T08:00:00.000Z');

it.each([
  [0, null],
  [19, null],
  [20, '2026-11-21T08:00:00.000Z'],
  [39, '2026-11-21T08:00:00.000Z'],
  [40, '2026-11-20T08:00:00.000Z'],
  [19_999, '2024-02-27T08:00:00.000Z'],
  [1_000_000, '2024-02-26T08:00:00.000Z'],
])('after %d cars of the day the next is placed at %s', (before, place) => {
  expect(placeAmongNewest(postedAt, before, 20)?.toISOString() ?? null).toBe(place);
});

it('does not move any more beyond the cars that are counted', () => {
  const countEnd = maxCountedCars(20);
  expect(placeAmongNewest(postedAt, countEnd, 20)).toEqual(placeAmongNewest(postedAt, countEnd + 500, 20));
});
