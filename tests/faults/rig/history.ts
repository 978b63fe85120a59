/** Kinds of writes whose outcome is judged. */
export type WriteKind = 'booking' | 'wish' | 'draft' | 'payment' | 'cancellation';

/**
 * A write, and what its caller knows of it: `ok`, it was acknowledged; `refused`, the server has refused it with a reason;
 * `unknown`, there was no answer, or one that does not say what has happened (500 and above).
 */
export type Write = {
  readonly kind: WriteKind;
  readonly token: string;
  readonly body: object;
  readonly path: string;
  readonly key: string;
  /** The text by which the row is found: the meeting of a booking, the title of a draft, buyer and car of a wish. */
  readonly marker: string;
  readonly startMs: number;
  outcome: 'ok' | 'refused' | 'unknown';
  /** Id of what was written; empty while it is unknown. */
  id: string;
};

/** One request, as its client saw it. Times are milliseconds of `performance.now()`; status 0 means no answer. */
export type Attempt = {
  readonly kind: 'write' | 'other' | 'read' | 'page';
  readonly name: string;
  readonly status: number;
  readonly code: string;
  readonly hasRetryAfter: boolean;
  readonly startMs: number;
  readonly endMs: number;
};

/** What the clients of an experiment have seen. */
export class ClientHistory {
  readonly writes: Write[] = [];
  readonly attempts: Attempt[] = [];

  countWrites(outcome: Write['outcome']): number {
    return this.writes.filter((write) => write.outcome === outcome).length;
  }

  /** The attempts that began between two times. */
  listAttemptsBetween(fromMs: number, toMs: number): readonly Attempt[] {
    return this.attempts.filter(({ startMs }) => startMs >= fromMs && startMs <= toMs);
  }

  /** Milliseconds from a time to the first acknowledged write that began after it; undefined when there was none. */
  measureMsToNextWrite(timeMs: number): number | undefined {
    const delaysMs = this.attempts
      .filter(({ kind, status, startMs }) => kind === 'write' && isSuccess(status) && startMs >= timeMs)
      .map(({ endMs }) => endMs - timeMs);
    return delaysMs.length === 0 ? undefined : Math.round(Math.min(...delaysMs));
  }
}

export function isSuccess(status: number): boolean {
  return status >= 200 && status < 300;
}

/** Counts attempts by status, such as `200: 40, 503: 2`; 0 stands for no answer. */
export function countStatuses(attempts: readonly Attempt[]): string {
  const counts = new Map<number, number>();
  for (const { status } of attempts) counts.set(status, (counts.get(status) ?? 0) + 1);
  return [...counts]
    .sort(([one], [other]) => one - other)
    .map(([status, count]) => `${status}: ${count}`)
    .join(', ');
}

/** The request that took the longest. */
export function findSlowest(attempts: readonly Attempt[]): Attempt | undefined {
  return attempts.toSorted((one, other) => other.endMs - other.startMs - (one.endMs - one.startMs))[0];
}

/** The longest time from a request to its answer in milliseconds, or to the end of its connection. */
export function measureSlowestMs(attempts: readonly Attempt[]): number {
  return Math.round(Math.max(0, ...attempts.map(({ startMs, endMs }) => endMs - startMs)));
}

/** Share of requests that a machine with other work may refuse without any fault. */
const failedShareMaximum = 0.03;

/**
 * Finds whether requests failed that the fault does not concern: 500 and above, or no answer.
 * @returns a text with their number when they are more than a busy machine causes; otherwise nothing.
 */
export function findExcessFailures(attempts: readonly Attempt[]): readonly string[] {
  const failedAttempts = attempts.filter(({ status }) => status >= 500 || status === 0);
  if (failedAttempts.length <= failedShareMaximum * attempts.length) return [];
  const [firstFailure] = failedAttempts;
  return [
    `${failedAttempts.length} of ${attempts.length} requests failed (${firstFailure?.name} ${firstFailure?.status} ${firstFailure?.code})`,
  ];
}
