import { expect, it } from 'vitest';
import { estimateQuantile, RecentRequests, requestBounds } from './recent-requests.ts';

it('counts the requests of the last minute by kind, and forgets older ones', () => {
  let now = 1_000_000;
  const recentRequests = new RecentRequests(() => now);
  recentRequests.record('GET', '200', 0.004);
  recentRequests.record('HEAD', '503', 0.004);
  recentRequests.record('POST', '200', 20);
  const counts = recentRequests.read();
  expect([counts.read[0], counts.write.at(-1), counts.errors]).toEqual([2, 1, 1]);
  now += 50_000;
  recentRequests.record('GET', '200', 0.02);
  expect(recentRequests.read().read.slice(0, 3)).toEqual([2, 0, 1]);
  now += 20_000;
  expect(recentRequests.read().read.slice(0, 3)).toEqual([0, 0, 1]);
  now += 600_000;
  expect(recentRequests.read().read.every((count) => count === 0)).toBe(true);
});

it('estimates quantiles within the class of the rank', () => {
  const emptyCounts = requestBounds.map(() => 0).concat(0);
  expect(estimateQuantile(emptyCounts, 0.5)).toBe(null);
  expect(estimateQuantile(emptyCounts.with(0, 100), 0.5)).toBeCloseTo(0.0025);
  expect(estimateQuantile(emptyCounts.with(0, 98).with(4, 2), 0.99)).toBeCloseTo(0.075);
  expect(estimateQuantile(emptyCounts.with(-1, 1), 0.99)).toBe(10);
});
