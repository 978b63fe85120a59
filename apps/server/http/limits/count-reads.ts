import { isTemporaryFault } from '@carhouse/database/connection/passing-fault';
import type { CallToCount, CountedWindow } from '@carhouse/database/requests/rate-counts';

/** Counts a call against each of the limits. @returns the counts including this call, and the ends of their windows. */
export type CountCalls = (rows: readonly CallToCount[], now: Date) => Promise<readonly CountedWindow[]>;

/** Milliseconds for which a read waits until the database has counted it. */
const databaseTimeoutMs = 500;
/** Milliseconds after a fault in which the database is not asked. */
const pauseAfterFaultMs = 1_000;
/** Number of windows in the memory of this server node. The oldest window is removed first. */
const windowCountMaximum = 10_000;

/**
 * Returns a counter for calls that change nothing: while the database does not answer, it counts them in the memory of this
 * server node. During a failover visitors go on reading from replicas (decision 0086), and a program that reads all cars
 * is still limited, by each node.
 * @param countInDatabase counts in the database.
 * @param nowMs a clock that only goes forward.
 */
export function createReadCounter(
  countInDatabase: CountCalls,
  nowMs: () => number = () => performance.now(),
): CountCalls {
  const windows = new Map<string, CountedWindow>();
  let pausedUntilMs = 0;

  function countOnNode({ limit, subject, endsAt, times }: CallToCount, now: Date): CountedWindow {
    const key = `${limit} ${subject}`;
    const storedWindow = windows.get(key);
    const isWindowOpen = storedWindow !== undefined && storedWindow.endsAt > now;
    const countedWindow = isWindowOpen
      ? { ...storedWindow, count: storedWindow.count + times }
      : { limit, subject, count: times, endsAt };
    windows.delete(key);
    windows.set(key, countedWindow);
    if (windows.size > windowCountMaximum) for (const oldestKey of windows.keys()) if (windows.delete(oldestKey)) break;
    return countedWindow;
  }

  return async (rows, now) => {
    if (nowMs() >= pausedUntilMs) {
      try {
        const countedWindows = await resolveInTime(countInDatabase(rows, now));
        if (countedWindows !== undefined) return countedWindows;
      } catch (error) {
        if (!isTemporaryFault(error)) throw error;
      }
      pausedUntilMs = nowMs() + pauseAfterFaultMs;
    }
    return rows.map((row) => countOnNode(row, now));
  };
}

/** @returns undefined when there is no result in time; a later error is ignored. */
async function resolveInTime<T>(result: Promise<T>): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const timeoutPromise = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), databaseTimeoutMs);
  });
  result.catch(() => undefined);
  try {
    return await Promise.race([result, timeoutPromise]);
  } finally {
    clearTimeout(timer);
  }
}
