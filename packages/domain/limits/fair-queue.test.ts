import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createFairQueue, type FairQueue } from './fair-queue.ts';

const limits = { atOnce: 2, waiting: 6, each: { atOnce: 1, waiting: 4 } };

/** Returns functions with which a test adds calls to a queue and ends them, and the order in which the calls began. */
function stage(queue: FairQueue) {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  return {
    begun,
    ask: (name: string, signal?: AbortSignal): Promise<string> =>
      queue.take(name.charAt(0), signal).then(
        (end) => {
          begun.push(name);
          ends.set(name, end);
          return 'began';
        },
        (error: { name: string; code: string }) => (error.name === 'DomainError' ? error.code : 'gone'),
      ),
    async end(name: string): Promise<void> {
      ends.get(name)?.();
      await turn();
    },
  };
}

describe('a fair queue', () => {
  it('lets subjects take turns, however much one of them asks', async () => {
    const { ask, begun, end } = stage(createFairQueue(limits));
    for (const name of ['a1', 'a2', 'a3', 'b1', 'b2', 'c1']) void ask(name);
    await turn();
    expect(begun).toEqual(['a1', 'b1']);
    await end('a1');
    expect(begun.slice(2)).toEqual(['c1']);
    await end('c1');
    expect(begun.slice(3)).toEqual(['a2']);
    await end('a2');
    expect(begun.slice(4)).toEqual(['a3']);
    await end('b1');
    expect(begun.slice(5)).toEqual(['b2']);
  });

  it('leaves a place free rather than giving one subject more than its part', async () => {
    const queue = createFairQueue(limits);
    const { ask, begun } = stage(queue);
    void ask('a1');
    void ask('a2');
    await turn();
    expect([begun, queue.running, queue.waiting]).toEqual([['a1'], 1, 1]);
    void ask('b1');
    await turn();
    expect(begun).toEqual(['a1', 'b1']);
  });

  it('refuses a subject that has its part at once, and takes others', async () => {
    const { ask } = stage(createFairQueue(limits));
    const waitingCalls = ['a1', 'a2', 'a3', 'a4', 'a5', 'a6', 'a7'].map((name) => ask(name));
    expect(await Promise.all([waitingCalls[5], waitingCalls[6]])).toEqual(['RATE_LIMITED', 'RATE_LIMITED']);
    expect(await ask('b1')).toBe('began');
  });

  it('takes a place from the subject with the most waiting calls when it is full', async () => {
    const { ask, begun, end } = stage(createFairQueue(limits));
    const manyCalls = ['a1', 'a2', 'a3', 'a4', 'a5'].map((name) => ask(name));
    for (const name of ['b1', 'b2', 'b3']) void ask(name);
    void ask('c1');
    expect(await manyCalls[4]).toBe('RATE_LIMITED');
    await end('b1');
    expect(begun).toEqual(['a1', 'b1', 'c1']);
  });

  it('refuses everybody alike when each place is another subject’s', async () => {
    const queue = createFairQueue({ atOnce: 1, waiting: 2, each: { atOnce: 1, waiting: 2 } });
    const { ask } = stage(queue);
    for (const name of ['a1', 'b1', 'c1']) void ask(name);
    expect(await ask('d1')).toBe('UNAVAILABLE');
    expect([queue.running, queue.waiting]).toEqual([1, 2]);
  });

  it('forgets who has gone, and who ends twice ends once', async () => {
    const queue = createFairQueue({ ...limits, atOnce: 1 });
    const { ask, begun, end } = stage(queue);
    void ask('a1');
    const clientAbort = new AbortController();
    const abortedCall = ask('b1', clientAbort.signal);
    void ask('c1');
    clientAbort.abort();
    expect(await abortedCall).toBe('gone');
    await end('a1');
    await end('a1');
    expect(begun).toEqual(['a1', 'c1']);
    await end('c1');
    expect([queue.running, queue.waiting]).toEqual([0, 0]);
    expect(await ask('d1', clientAbort.signal)).toBe('gone');
  });

  it('gives the place of a failed work to the next', async () => {
    const queue = createFairQueue({ atOnce: 1, waiting: 1, each: { atOnce: 1, waiting: 1 } });
    const failedRun = queue.run('a', () => Promise.reject(new Error('no memory')));
    const next = queue.run('b', async () => 'done');
    await expect(failedRun).rejects.toThrow('no memory');
    expect(await next).toBe('done');
    expect(await queue.run('a', async () => 'again')).toBe('again');
  });

  it('keeps reserved turns for subjects without a running call, and starts all calls that may begin', async () => {
    const queue = createFairQueue({ atOnce: 4, waiting: 9, reserved: 1, each: { atOnce: 2, waiting: 4 } });
    const { ask, begun, end } = stage(queue);
    for (const name of ['a1', 'a2', 'a3', 'b1', 'b2']) void ask(name);
    await turn();
    expect(begun).toEqual(['a1', 'a2', 'b1']);
    void ask('c1');
    await turn();
    expect(begun).toEqual(['a1', 'a2', 'b1', 'c1']);
    // The third of four turns is free again, and the fourth is for a subject without a running call.
    await end('b1');
    expect(begun.slice(4)).toEqual(['b2']);
    await end('c1');
    await end('a1');
    expect(begun.slice(5)).toEqual(['a3']);
    for (const name of ['a2', 'a3', 'b2']) await end(name);
    expect([queue.running, queue.waiting]).toEqual([0, 0]);
  });
});
