import { findStartOfDay, toSingaporeDay } from './singapore-day.ts';

/** Returns the last `count` months in Singapore in the form `2026-11`, oldest first; the last is the month of `now`. */
export function listLastMonths(now: Date, count: number): readonly string[] {
  const [year = 0, month = 1] = toSingaporeDay(now).split('-').map(Number);
  return Array.from({ length: count }, (_, index) =>
    new Date(Date.UTC(year, month - count + index, 1)).toISOString().slice(0, 7),
  );
}

/** Returns the time at which the first of the last `count` months begins in Singapore. */
export function findStartOfFirstMonth(now: Date, count: number): Date {
  return findStartOfDay(`${listLastMonths(now, count)[0]}-01`);
}
