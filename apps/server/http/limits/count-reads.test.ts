import type { CallToCount } from '@carhouse/database/requests/rate-counts';
import { expect, it } from 'vitest';
import { type CountCalls, createReadCounter } from './count-reads.ts';

const now = new Date('2026-11-26T10:00:00Z');
const endsAt = new Date('2026-11-26T10:01:00Z');
const makeCallCount = (subject: string): CallToCount => ({ limit: 'listingRead', subject, endsAt, times: 1 });
const failToConnect = async (): Promise<never> => {
  throw new Error('timeout exceeded when trying to connect');
};

it('a read is counted by the database while it answers', async () => {
  const countedWindows = [{ limit: 'listingRead', subject: 'a', count: 41, endsAt }];
  const count = createReadCounter(async () => countedWindows);
  expect(await count([makeCallCount('a')], now)).toEqual(countedWindows);
});

it('a read is counted on the node, by subject, while the database does not answer', async () => {
  const count = createReadCounter(failToConnect);
  const counts: number[] = [];
  for (const subject of ['a', 'a', 'b', 'a']) counts.push((await count([makeCallCount(subject)], now))[0]?.count ?? 0);
  expect(counts).toEqual([1, 2, 1, 3]);
  const timeAfterWindow = new Date(endsAt.getTime() + 1);
  expect((await count([{ ...makeCallCount('a'), endsAt: timeAfterWindow }], timeAfterWindow))[0]).toMatchObject({
    count: 1,
    endsAt: timeAfterWindow,
  });
});

it('the database is not asked for a second after a fault, and asked again then', async () => {
  let clockMs = 0;
  let attemptCount = 0;
  const failToCount: CountCalls = async () => {
    attemptCount += 1;
    return failToConnect();
  };
  const count = createReadCounter(failToCount, () => clockMs);
  await count([makeCallCount('a')], now);
  clockMs = 999;
  await count([makeCallCount('a')], now);
  expect(attemptCount).toBe(1);
  clockMs = 1_000;
  await count([makeCallCount('a')], now);
  expect(attemptCount).toBe(2);
});

it('a database that is silent delays a read by half a second, and a late error is nobody’s', async () => {
  const { promise, reject } = Promise.withResolvers<never>();
  const count = createReadCounter(() => promise);
  const startMs = performance.now();
  expect((await count([makeCallCount('a')], now))[0]?.count).toBe(1);
  expect(performance.now() - startMs).toBeGreaterThan(450);
  reject(new Error('Query read timeout'));
  await promise.catch(() => undefined);
});

it('an error of the statement itself is thrown', async () => {
  const count = createReadCounter(async () => {
    throw Object.assign(new Error('relation "rate_count" does not exist'), { code: '42P01' });
  });
  await expect(count([makeCallCount('a')], now)).rejects.toThrow('does not exist');
});
