/** Kinds of writes whose outcome is judged. */
export type WriteKind = 'booking' | 'wish' | 'draft' | 'payment' | 'cancellation';

/**
 * A write, and what the client knows about its outcome. `ok`: the server acknowledged the write. `refused`: the server
 * refused the write with a reason. `unknown`: there was no answer, or an answer that does not tell the outcome (500 and
 * above).
 */
export type RecordedWrite = {
  readonly kind: WriteKind;
  readonly token: string;
  readonly body: object;
  readonly path: string;
  readonly key: string;
  /**
   * The text with which a query finds the row: the meeting date of a booking, the title of a draft, or the buyer and
   * the car of a wish.
   */
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

/** All requests and writes of the clients of an experiment, with their results. */
export class ClientHistory {
  readonly writes: RecordedWrite[] = [];
  readonly attempts: Attempt[] = [];

  countWrites(outcome: RecordedWrite['outcome']): number {
    return this.writes.filter((write) => write.outcome === outcome).length;
  }

  /** The attempts that began between two times. */
  listAttemptsBetween(intervalStartMs: number, intervalEndMs: number): readonly Attempt[] {
    return this.attempts.filter(({ startMs }) => startMs >= intervalStartMs && startMs <= intervalEndMs);
  }

  /**
   * Milliseconds from a time to the start of the first acknowledged write after this time; undefined when there was no
   * such write.
   */
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
export function findSlowestAttempt(attempts: readonly Attempt[]): Attempt | undefined {
  return attempts.toSorted((one, other) => other.endMs - other.startMs - (one.endMs - one.startMs))[0];
}

/** The longest time from a request to its answer in milliseconds, or to the end of its connection. */
export function measureSlowestMs(attempts: readonly Attempt[]): number {
  return Math.round(Math.max(0, ...attempts.map(({ startMs, endMs }) => endMs - startMs)));
}

/** The share of requests that may fail without any fault, because the machine is busy with other work. */
const maximumFailedShare = 0.03;

/**
 * Checks requests that the fault does not concern, and counts those that failed: status 500 and above, or no answer.
 * @returns a text with the number of failed requests when a busy machine cannot explain so many failures; otherwise an
 * empty list.
 */
export function findExcessFailures(attempts: readonly Attempt[]): readonly string[] {
  const failedAttempts = attempts.filter(({ status }) => status >= 500 || status === 0);
  if (failedAttempts.length <= maximumFailedShare * attempts.length) return [];
  const [firstFailure] = failedAttempts;
  return [
    `${failedAttempts.length} of ${attempts.length} requests failed (${firstFailure?.name} ${firstFailure?.status} ${firstFailure?.code})`,
  ];
}
