import { readdir, readFile } from 'node:fs/promises';
import { constants } from 'node:os';
import { describe, expect, it } from 'vitest';
import { openPasswordThreads } from './password-threads.ts';

/**
 * Returns the nice value of each thread of this process, by thread id (proc(5): the 19th field of `stat`, which is the
 * 17th after the name).
 */
async function readNiceValues(): Promise<ReadonlyMap<string, number>> {
  const niceValuesByThread = new Map<string, number>();
  for (const id of await readdir('/proc/self/task')) {
    // A thread may have ended after its id was listed.
    const statLine = await readFile(`/proc/self/task/${id}/stat`, 'utf8').catch(() => undefined);
    if (statLine !== undefined)
      niceValuesByThread.set(id, Number(statLine.slice(statLine.lastIndexOf(')') + 2).split(' ')[16]));
  }
  return niceValuesByThread;
}

describe('threads that hash', () => {
  it.runIf(process.platform === 'linux')('have a priority below that of the server', async () => {
    const niceValuesBefore = await readNiceValues();
    const ownNiceValue = niceValuesBefore.get(String(process.pid)) ?? 0;
    const threads = openPasswordThreads(2);
    await Promise.all([threads.hash('Quiet!Harbour7'), threads.hash('Quiet!Harbour8')]);
    const niceValuesAfter = await readNiceValues();
    const lowPriorityNiceValue = Math.max(ownNiceValue, constants.priority.PRIORITY_BELOW_NORMAL);
    const lowPriorityThreads = [...niceValuesAfter].filter(
      ([id, nice]) => !niceValuesBefore.has(id) && nice === lowPriorityNiceValue,
    );
    // When the tests themselves run at the lowered priority, all other threads of the process have this priority too.
    if (ownNiceValue < lowPriorityNiceValue) expect(lowPriorityThreads).toHaveLength(2);
    expect(lowPriorityThreads.length).toBeGreaterThanOrEqual(2);
    expect(niceValuesAfter.get(String(process.pid))).toBe(ownNiceValue);
  });

  it('return the result of each password, also when many wait', async () => {
    const threads = openPasswordThreads(2);
    const hashes = await Promise.all(['a', 'b', 'c', 'd', 'e'].map((password) => threads.hash(password)));
    const rightPasswordPromises = hashes.map((hash, index) => threads.verify(hash, 'abcde'[index] ?? ''));
    const wrongPasswordPromises = hashes.map((hash, index) => threads.verify(hash, 'eabcd'[index] ?? ''));
    expect(await Promise.all(rightPasswordPromises)).toEqual(Array(5).fill(true));
    expect(await Promise.all(wrongPasswordPromises)).toEqual(Array(5).fill(false));
  });

  it('reject a text that is no hash, and continue', async () => {
    const threads = openPasswordThreads(1);
    await expect(threads.verify('not a hash', 'a')).rejects.toThrow();
    expect(await threads.verify(await threads.hash('a'), 'a')).toBe(true);
  });
});
