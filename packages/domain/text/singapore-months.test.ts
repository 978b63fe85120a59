import { expect, test } from 'vitest';
import { findStartOfFirstMonth, listLastMonths } from './singapore-months.ts';

test('the months of Singapore end with the current one, across a new year', () => {
  // When it is 0:30 on 1 January 2027 in Singapore, it is still December in UTC.
  const now = new Date('2026-12-31T16:30:00Z');
  expect(listLastMonths(now, 3)).toEqual(['2026-11', '2026-12', '2027-01']);
  expect(findStartOfFirstMonth(now, 3).toISOString()).toBe('2026-10-31T16:00:00.000Z');
});
