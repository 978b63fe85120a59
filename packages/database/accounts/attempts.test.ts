import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '../testing/test-database.ts';
import { clearAttempts, releaseAttempt, reserveAttempt } from './attempts.ts';

const start = new Date('2026-11-20T12:00:00Z');
const after = (seconds: number): Date => new Date(start.getTime() + seconds * 1000);
const minute = { count: 5, windowMs: 60_000 };

let db: TestDatabase;
let keys = 0;

beforeAll(async () => {
  db = await testDatabase();
});
afterAll(() => db.close());

const newKey = (): string => `key-${++keys}`;
const reserve = (key: string, at: Date, limit: Parameters<typeof reserveAttempt>[2] = minute): Promise<number> =>
  reserveAttempt(db.database, key, limit, at);

describe('a counter of attempts', () => {
  it('lets five through in any minute, whenever the minute begins', async () => {
    const key = newKey();
    for (const second of [0, 50, 51, 52, 53]) expect(await reserve(key, after(second))).toBe(0);
    expect(await reserve(key, after(54))).toBe(6_000);
    expect(await reserve(key, after(60.5))).toBe(0);
    expect(await reserve(key, after(61))).toBe(49_000);
  });

  it('does not count what it refused', async () => {
    const key = newKey();
    for (const second of [0, 1, 2, 3, 4]) await reserve(key, after(second));
    for (let second = 5; second < 59; second += 1) expect(await reserve(key, after(second))).toBeGreaterThan(0);
    expect(await reserve(key, after(60.001))).toBe(0);
  });

  it('lets exactly five of forty through that come at the same moment', async () => {
    const key = newKey();
    const waits = await Promise.all(Array.from({ length: 40 }, () => reserve(key, start)));
    expect(waits.filter((wait) => wait === 0)).toHaveLength(5);
  });

  it('lets each further try wait longer once the free ones are used', async () => {
    const key = newKey();
    const growingLimit = { count: 10, windowMs: 900_000, delay: { free: 2, firstMs: 1000 } };
    expect([await reserve(key, start, growingLimit), await reserve(key, start, growingLimit)]).toEqual([0, 0]);
    expect(await reserve(key, start, growingLimit)).toBe(1000);
    expect(await reserve(key, after(1), growingLimit)).toBe(0);
    expect(await reserve(key, after(2), growingLimit)).toBe(1000);
    expect(await reserve(key, after(3), growingLimit)).toBe(0);
    expect(await reserve(key, after(3), growingLimit)).toBe(4000);
  });

  it('releases only one of several attempts with the same time', async () => {
    const key = newKey();
    for (let place = 0; place < 5; place += 1) await reserve(key, start);
    await releaseAttempt(db.database, key, start);
    await releaseAttempt(db.database, key, after(1));
    expect([await reserve(key, start), await reserve(key, start)]).toEqual([0, 60_000]);
    await clearAttempts(db.database, key);
    expect(await reserve(key, start)).toBe(0);
  });
});
