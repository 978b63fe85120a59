import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createFairQueue, type FairQueue } from './fair-queue.ts';

const queueLimits = { atOnce: 2, waiting: 6, perSubject: { atOnce: 1, waiting: 4 } };

/**
 * Returns functions with which a test adds calls to a queue and ends calls, and a list of the calls in the order in
 * which they began.
 */
function makeQueueControls(queue: FairQueue) {
  const begunCalls: string[] = [];
  const endFunctionsByName = new Map<string, () => void>();
  return {
    begun: begunCalls,
    ask: (name: string, signal?: AbortSignal): Promise<string> =>
      queue.waitForTurn(name.charAt(0), signal).then(
        (endCall) => {
          begunCalls.push(name);
          endFunctionsByName.set(name, endCall);
          return 'began';
        },
        (error: { name: string; code: string }) => (error.name === 'DomainError' ? error.code : 'gone'),
      ),
    async end(name: string): Promise<void> {
      endFunctionsByName.get(name)?.();
      await turn();
    },
  };
}

describe('a fair queue', () => {
  it('lets subjects take turns, however much one of them asks', async () => {
    const { ask: addCall, begun: begunCalls, end } = makeQueueControls(createFairQueue(queueLimits));
    for (const name of ['a1', 'a2', 'a3', 'b1', 'b2', 'c1']) void addCall(name);
    await turn();
    expect(begunCalls).toEqual(['a1', 'b1']);
    await end('a1');
    expect(begunCalls.slice(2)).toEqual(['c1']);
    await end('c1');
    expect(begunCalls.slice(3)).toEqual(['a2']);
    await end('a2');
    expect(begunCalls.slice(4)).toEqual(['a3']);
    await end('b1');
    expect(begunCalls.slice(5)).toEqual(['b2']);
  });

  it('leaves a place free rather than giving one subject more than its part', async () => {
    const queue = createFairQueue(queueLimits);
    const { ask: addCall, begun: begunCalls } = makeQueueControls(queue);
    void addCall('a1');
    void addCall('a2');
    await turn();
    expect([begunCalls, queue.runningCount, queue.totalWaitingCount]).toEqual([['a1'], 1, 1]);
    void addCall('b1');
    await turn();
    expect(begunCalls).toEqual(['a1', 'b1']);
  });

  it('refuses a subject that has its part at once, and takes others', async () => {
    const { ask: addCall } = makeQueueControls(createFairQueue(queueLimits));
    const waitingCallPromises = ['a1', 'a2', 'a3', 'a4', 'a5', 'a6', 'a7'].map((name) => addCall(name));
    expect(await Promise.all([waitingCallPromises[5], waitingCallPromises[6]])).toEqual([
      'RATE_LIMITED',
      'RATE_LIMITED',
    ]);
    expect(await addCall('b1')).toBe('began');
  });

  it('takes a place from the subject with the most waiting calls when it is full', async () => {
    const { ask: addCall, begun: begunCalls, end } = makeQueueControls(createFairQueue(queueLimits));
    const fiveCallPromises = ['a1', 'a2', 'a3', 'a4', 'a5'].map((name) => addCall(name));
    for (const name of ['b1', 'b2', 'b3']) void addCall(name);
    void addCall('c1');
    expect(await fiveCallPromises[4]).toBe('RATE_LIMITED');
    await end('b1');
    expect(begunCalls).toEqual(['a1', 'b1', 'c1']);
  });

  it('refuses everybody alike when each place is another subject’s', async () => {
    const queue = createFairQueue({ atOnce: 1, waiting: 2, perSubject: { atOnce: 1, waiting: 2 } });
    const { ask: addCall } = makeQueueControls(queue);
    for (const name of ['a1', 'b1', 'c1']) void addCall(name);
    expect(await addCall('d1')).toBe('UNAVAILABLE');
    expect([queue.runningCount, queue.totalWaitingCount]).toEqual([1, 2]);
  });

  it('forgets who has gone, and who ends twice ends once', async () => {
    const queue = createFairQueue({ ...queueLimits, atOnce: 1 });
    const { ask: addCall, begun: begunCalls, end } = makeQueueControls(queue);
    void addCall('a1');
    const clientAbort = new AbortController();
    const abortedCallPromise = addCall('b1', clientAbort.signal);
    void addCall('c1');
    clientAbort.abort();
    expect(await abortedCallPromise).toBe('gone');
    await end('a1');
    await end('a1');
    expect(begunCalls).toEqual(['a1', 'c1']);
    await end('c1');
    expect([queue.runningCount, queue.totalWaitingCount]).toEqual([0, 0]);
    expect(await addCall('d1', clientAbort.signal)).toBe('gone');
  });

  it('gives the place of a failed work to the next', async () => {
    const queue = createFairQueue({ atOnce: 1, waiting: 1, perSubject: { atOnce: 1, waiting: 1 } });
    const failingRunPromise = queue.run('a', () => Promise.reject(new Error('no memory')));
    const next = queue.run('b', async () => 'done');
    await expect(failingRunPromise).rejects.toThrow('no memory');
    expect(await next).toBe('done');
    expect(await queue.run('a', async () => 'again')).toBe('again');
  });

  it('keeps reserved turns for subjects without a running call, and starts all calls that may begin', async () => {
    const queue = createFairQueue({ atOnce: 4, waiting: 9, reservedTurns: 1, perSubject: { atOnce: 2, waiting: 4 } });
    const { ask: addCall, begun: begunCalls, end } = makeQueueControls(queue);
    for (const name of ['a1', 'a2', 'a3', 'b1', 'b2']) void addCall(name);
    await turn();
    expect(begunCalls).toEqual(['a1', 'a2', 'b1']);
    void addCall('c1');
    await turn();
    expect(begunCalls).toEqual(['a1', 'a2', 'b1', 'c1']);
    // The third of four turns is free again, and the fourth is for a subject without a running call.
    await end('b1');
    expect(begunCalls.slice(4)).toEqual(['b2']);
    await end('c1');
    await end('a1');
    expect(begunCalls.slice(5)).toEqual(['a3']);
    for (const name of ['a2', 'a3', 'b2']) await end(name);
    expect([queue.runningCount, queue.totalWaitingCount]).toEqual([0, 0]);
  });
});
