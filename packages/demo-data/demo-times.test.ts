import { expect, it } from 'vitest';
import { makeDemoTime, makeJoiningTimes } from './demo-times.ts';
import { demoOrders } from './orders.ts';
import { demoSellers } from './sellers.ts';
import { makeDemoListings } from './stock.ts';

const now = new Date('2026-11-23T16:05:00Z');

it('has sellers who joined on different days, were verified after that, and posted their first car later', () => {
  const times = demoSellers.map(({ email }) => ({ email, ...makeJoiningTimes(now, email) }));
  expect(new Set(times.map(({ joinedAt }) => joinedAt.toISOString().slice(0, 10))).size).toBe(demoSellers.length);
  expect(new Set(times.map(({ joinedAt }) => joinedAt.toISOString().slice(11))).size).toBe(demoSellers.length);
  const oldestCarDaysAgo = Math.max(...makeDemoListings(now).map(({ postedDaysAgo }) => postedDaysAgo));
  for (const { joinedAt, verifiedAt } of times) {
    expect(verifiedAt.getTime()).toBeGreaterThan(joinedAt.getTime());
    expect(now.getTime() - verifiedAt.getTime()).toBeGreaterThan(oldestCarDaysAgo * 86_400_000);
  }
});

it('has no time in the future in the first minutes of a day, and no two orders at the same minute', () => {
  const times = demoOrders.map(({ buyer, car, daysAgo }) => makeDemoTime(now, `${buyer} ${car}`, daysAgo));
  expect(times.filter((time) => time >= now)).toEqual([]);
  expect(new Set(times.map((time) => time.toISOString().slice(11))).size).toBe(demoOrders.length);
  expect(makeDemoTime(now, 'any', 1).toISOString().slice(0, 10)).toBe('2026-11-23');
});
