import { describe, expect, it } from 'vitest';
import { listLastDays, listLastMondays } from './singapore-week.ts';

describe('the weeks of Singapore', () => {
  it('begin on Mondays', () => {
    // 20 November 2026 is a Friday.
    expect(listLastMondays(new Date('2026-11-20T12:00:00Z'), 3)).toEqual(['2026-11-02', '2026-11-09', '2026-11-16']);
    expect(listLastMondays(new Date('2026-11-16T00:00:00+08:00'), 1)).toEqual(['2026-11-16']);
    expect(listLastMondays(new Date('2026-11-15T23:59:59+08:00'), 1)).toEqual(['2026-11-09']);
  });

  it('go over the end of a year', () => {
    expect(listLastMondays(new Date('2027-01-02T12:00:00Z'), 2)).toEqual(['2026-12-21', '2026-12-28']);
  });
});

it('the days of Singapore end with today', () => {
  expect(listLastDays(new Date('2026-03-01T16:00:00Z'), 3)).toEqual(['2026-02-28', '2026-03-01', '2026-03-02']);
});
