import { findStartOfToday } from '@carhouse/domain/text/singapore-day';
import { createSeededRandom } from './seeded.ts';

const dayMs = 86_400_000;
const minuteMs = 60_000;
/** Minutes after midnight between which the people of the demo act: 9:00 to 22:00 in Singapore. */
const activeMinuteRange = { from: 540, to: 1320 };

/** Returns the time at a minute after midnight of the day (in Singapore) that is a number of days before today. */
export function computeTimeOnDay(now: Date, daysAgo: number, minute: number): Date {
  return new Date(findStartOfToday(now).getTime() - daysAgo * dayMs + minute * minuteMs);
}

/**
 * Returns a time during the day that is a number of days before today. The minute is computed from the key, so that
 * each seeding has the same times of day.
 * @param daysAgo number of days, at least 1; a time of today could be in the future
 */
export function makeDemoTime(now: Date, key: string, daysAgo: number): Date {
  return computeTimeOnDay(
    now,
    daysAgo,
    activeMinuteRange.from + Math.floor(createSeededRandom(key)() * (activeMinuteRange.to - activeMinuteRange.from)),
  );
}

/**
 * Number of days before today at which the last account of the demo is made. Each car is posted after the last account
 * was made.
 */
const daysSinceLastSignUp = 50;
const joiningPeriodDays = 300;
/** Greatest number of days from the sign-up of a seller to the verification. */
const daysToVerificationMaximum = 6;

/**
 * Returns when an account of the demo signed up, and when an admin verified it, if it is verified. The times are
 * computed from the e-mail address. All these times are before the first posting of a car.
 */
export function makeJoiningTimes(now: Date, email: string): { readonly joinedAt: Date; readonly verifiedAt: Date } {
  const random = createSeededRandom(`joining ${email}`);
  const daysAgo = daysSinceLastSignUp + daysToVerificationMaximum + Math.floor(random() * joiningPeriodDays);
  return {
    joinedAt: makeDemoTime(now, `joined ${email}`, daysAgo),
    verifiedAt: makeDemoTime(now, `verified ${email}`, daysAgo - 1 - Math.floor(random() * daysToVerificationMaximum)),
  };
}
