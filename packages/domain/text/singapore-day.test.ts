import { expect, it } from 'vitest';
import { findPeriodBounds, isCalendarDay } from './singapore-day.ts';

it('has periods from midnight to midnight in Singapore, with their last day', () => {
  expect(findPeriodBounds({ from: '2026-12-31', to: '2026-12-31' })).toEqual({
    from: new Date('2026-12-30T16:00:00Z'),
    until: new Date('2026-12-31T16:00:00Z'),
  });
  expect(findPeriodBounds({})).toEqual({ from: undefined, until: undefined });
});

it('knows the days of the calendar', () => {
  expect(['2024-02-29', '1900-01-01', '2199-12-31'].every(isCalendarDay)).toBe(true);
  const others = ['2026-02-29', '2026-04-31', '2026-13-01', '2026-00-10', '2026-1-1', '2200-01-01', '1899-12-31', ''];
  expect(others.filter(isCalendarDay)).toEqual([]);
});
