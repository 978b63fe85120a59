import { readdir, readFile } from 'node:fs/promises';
import { constants } from 'node:os';
import { describe, expect, it } from 'vitest';
import { openPasswordThreads } from './password-threads.ts';

/**
 * Returns the nice value of each thread of this process, by thread id (proc(5): the 19th field of `stat`, which is the
 * 17th after the name).
 */
async function niceValues(): Promise<ReadonlyMap<string, number>> {
  const values = new Map<string, number>();
  for (const id of await readdir('/proc/self/task')) {
    // A thread may have ended after its id was listed.
    const line = await readFile(`/proc/self/task/${id}/stat`, 'utf8').catch(() => undefined);
    if (line !== undefined) values.set(id, Number(line.slice(line.lastIndexOf(')') + 2).split(' ')[16]));
  }
  return values;
}

describe('threads that hash', () => {
  it.runIf(process.platform === 'linux')('have a priority below that of the server', async () => {
    const before = await niceValues();
    const ownNiceValue = before.get(String(process.pid)) ?? 0;
    const threads = openPasswordThreads(2);
    await Promise.all([threads.hash('Quiet!Harbour7'), threads.hash('Quiet!Harbour8')]);
    const after = await niceValues();
    const lowPriorityNiceValue = Math.max(ownNiceValue, constants.priority.PRIORITY_BELOW_NORMAL);
    const loweredThreads = [...after].filter(([id, nice]) => !before.has(id) && nice === lowPriorityNiceValue);
    // When the tests themselves run at this low priority, other threads of the process have this priority too.
    if (ownNiceValue < lowPriorityNiceValue) expect(loweredThreads).toHaveLength(2);
    expect(loweredThreads.length).toBeGreaterThanOrEqual(2);
    expect(after.get(String(process.pid))).toBe(ownNiceValue);
  });

  it('return the result of each password, also when many wait', async () => {
    const threads = openPasswordThreads(2);
    const hashes = await Promise.all(['a', 'b', 'c', 'd', 'e'].map((password) => threads.hash(password)));
    const rightResults = hashes.map((hash, index) => threads.verify(hash, 'abcde'[index] ?? ''));
    const wrongResults = hashes.map((hash, index) => threads.verify(hash, 'eabcd'[index] ?? ''));
    expect(await Promise.all(rightResults)).toEqual(Array(5).fill(true));
    expect(await Promise.all(wrongResults)).toEqual(Array(5).fill(false));
  });

  it('reject a text that is no hash, and continue', async () => {
    const threads = openPasswordThreads(1);
    await expect(threads.verify('not a hash', 'a')).rejects.toThrow();
    expect(await threads.verify(await threads.hash('a'), 'a')).toBe(true);
  });
});
