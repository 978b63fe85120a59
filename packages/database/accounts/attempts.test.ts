import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import { clearAttempts, releaseAttempt, reserveAttempt } from './attempts.ts';

const startTime = new Date('2026-11-20T12:00:00Z');
const makeTimeAfter = (seconds: number): Date => new Date(startTime.getTime() + seconds * 1000);
const limitPerMinute = { count: 5, windowMs: 60_000 };

let db: TestDatabase;
let keyCount = 0;

beforeAll(async () => {
  db = await makeTestDatabase();
});
afterAll(() => db.close());

const makeNewKey = (): string => `key-${++keyCount}`;
const reserve = (
  key: string,
  time: Date,
  limit: Parameters<typeof reserveAttempt>[2] = limitPerMinute,
): Promise<number> => reserveAttempt(db.database, key, limit, time);

describe('a counter of attempts', () => {
  it('lets five through in any minute, whenever the minute begins', async () => {
    const key = makeNewKey();
    for (const elapsedSeconds of [0, 50, 51, 52, 53]) expect(await reserve(key, makeTimeAfter(elapsedSeconds))).toBe(0);
    expect(await reserve(key, makeTimeAfter(54))).toBe(6_000);
    expect(await reserve(key, makeTimeAfter(60.5))).toBe(0);
    expect(await reserve(key, makeTimeAfter(61))).toBe(49_000);
  });

  it('does not count what it refused', async () => {
    const key = makeNewKey();
    for (const elapsedSeconds of [0, 1, 2, 3, 4]) await reserve(key, makeTimeAfter(elapsedSeconds));
    for (let elapsedSeconds = 5; elapsedSeconds < 59; elapsedSeconds += 1)
      expect(await reserve(key, makeTimeAfter(elapsedSeconds))).toBeGreaterThan(0);
    expect(await reserve(key, makeTimeAfter(60.001))).toBe(0);
  });

  it('lets exactly five of forty through that come at the same moment', async () => {
    const key = makeNewKey();
    const waitMsOfAttempts = await Promise.all(Array.from({ length: 40 }, () => reserve(key, startTime)));
    expect(waitMsOfAttempts.filter((waitMs) => waitMs === 0)).toHaveLength(5);
  });

  it('lets each further try wait longer once the free ones are used', async () => {
    const key = makeNewKey();
    const limitWithGrowingDelay = {
      count: 10,
      windowMs: 900_000,
      growingDelay: { attemptsWithoutDelay: 2, firstMs: 1000 },
    };
    expect([
      await reserve(key, startTime, limitWithGrowingDelay),
      await reserve(key, startTime, limitWithGrowingDelay),
    ]).toEqual([0, 0]);
    expect(await reserve(key, startTime, limitWithGrowingDelay)).toBe(1000);
    expect(await reserve(key, makeTimeAfter(1), limitWithGrowingDelay)).toBe(0);
    expect(await reserve(key, makeTimeAfter(2), limitWithGrowingDelay)).toBe(1000);
    expect(await reserve(key, makeTimeAfter(3), limitWithGrowingDelay)).toBe(0);
    expect(await reserve(key, makeTimeAfter(3), limitWithGrowingDelay)).toBe(4000);
  });

  it('releases only one of several attempts with the same time', async () => {
    const key = makeNewKey();
    for (let attemptIndex = 0; attemptIndex < 5; attemptIndex += 1) await reserve(key, startTime);
    await releaseAttempt(db.database, key, startTime);
    await releaseAttempt(db.database, key, makeTimeAfter(1));
    expect([await reserve(key, startTime), await reserve(key, startTime)]).toEqual([0, 60_000]);
    await clearAttempts(db.database, key);
    expect(await reserve(key, startTime)).toBe(0);
  });
});
