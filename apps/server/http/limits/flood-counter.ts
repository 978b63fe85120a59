import type { CountedNetwork } from '@carhouse/domain/limits/wide-network';
import type { RateLimit } from './rate-limits.ts';

/** Maximum number of subjects in memory. The least recently used subject is evicted first. */
const subjectCountMaximum = 5_000;

export type FloodCounter = {
  /**
   * Counts one request of the subject. The limit is multiplied by `limitFactor`.
   * @returns 0 when the request is allowed, otherwise the milliseconds until the next request is allowed.
   */
  count(subject: string, limitFactor?: number): number;
};

type TimeWindow = { requestCount: number; readonly endsAt: number };

/**
 * Counts the requests of each subject in fixed time windows, in the memory of this server node. Returns undefined when there
 * is no limit.
 */
export function createFloodCounter(
  limit: Pick<RateLimit, 'count' | 'seconds'>,
  now: () => number = Date.now,
): FloodCounter | undefined {
  if (!Number.isFinite(limit.count)) return undefined;
  const windowsBySubject = new Map<string, TimeWindow>();
  return {
    count(subject, limitFactor = 1) {
      const nowMs = now();
      const existingWindow = windowsBySubject.get(subject);
      const timeWindow =
        existingWindow !== undefined && existingWindow.endsAt > nowMs
          ? existingWindow
          : { requestCount: 0, endsAt: nowMs + limit.seconds * 1000 };
      timeWindow.requestCount += 1;
      // The map is ordered by use: the most recent subject is its last entry.
      windowsBySubject.delete(subject);
      windowsBySubject.set(subject, timeWindow);
      if (windowsBySubject.size > subjectCountMaximum)
        for (const oldestSubject of windowsBySubject.keys()) if (windowsBySubject.delete(oldestSubject)) break;
      return timeWindow.requestCount > limit.count * limitFactor ? timeWindow.endsAt - nowMs : 0;
    },
  };
}

/**
 * Counts one request for each of the client's networks, the narrowest first. A request that the limit of a smaller
 * network refuses is not counted for the larger networks. If refused requests were counted, one customer could use up
 * the limit of their neighbours.
 * @returns 0 when the request is allowed, otherwise the milliseconds until the next request is allowed.
 */
export function countForEachSubject(floodCounter: FloodCounter, subjects: readonly CountedNetwork[]): number {
  for (const { subject, limitFactor } of subjects) {
    const milliseconds = floodCounter.count(subject, limitFactor);
    if (milliseconds > 0) return milliseconds;
  }
  return 0;
}
