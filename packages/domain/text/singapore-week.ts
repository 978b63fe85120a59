import { toSingaporeDay } from './singapore-day.ts';

const dayMs = 86_400_000;

/**
 * Returns the Mondays (ISO dates, Singapore) of the last `count` weeks, oldest first; the last one is that of the
 * current week.
 */
export function listLastMondays(now: Date, count: number): readonly string[] {
  const todayMs = Date.parse(toSingaporeDay(now));
  // 1970-01-01 was a Thursday, three days after a Monday.
  const mondayMs = todayMs - ((todayMs / dayMs + 3) % 7) * dayMs;
  return listDaysUntil(mondayMs, count, 7);
}

/** Returns the last `count` days (ISO dates, Singapore), oldest first; the last one is today. */
export function listLastDays(now: Date, count: number): readonly string[] {
  return listDaysUntil(Date.parse(toSingaporeDay(now)), count, 1);
}

function listDaysUntil(lastDayMs: number, count: number, stepDays: number): readonly string[] {
  return Array.from({ length: count }, (_, index) =>
    new Date(lastDayMs - (count - 1 - index) * stepDays * dayMs).toISOString().slice(0, 10),
  );
}
