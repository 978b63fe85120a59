/** Kind of request: a read of a visitor without a session, a read of a user's own records, or a change. */
export type AttemptKind = 'visitor read' | 'signed-in read' | 'write';

/** One request over the network, as the client saw it. Times are milliseconds of `performance.now()`. */
export type Attempt = {
  readonly kind: AttemptKind;
  readonly startMs: number;
  readonly endMs: number;
  /**
   * Whether the server did not answer, or answered that it cannot serve the request now (status 500 and above, or 429).
   */
  readonly isRefused: boolean;
  /** Method, path and status, or the error of the connection. */
  readonly text: string;
};

export type AcknowledgedKind = 'booking' | 'cancellation' | 'payment' | 'wish' | 'draft' | 'verification';

/** A write that the server has acknowledged, so that it must be in the database for ever. */
export type AcknowledgedWrite = { readonly kind: AcknowledgedKind; readonly id: string };

/** The results of all requests that the clients of the load have sent. */
export class LoadRecord {
  readonly attempts: Attempt[] = [];
  readonly acknowledged: AcknowledgedWrite[] = [];
  /** Number of actions whose result the client does not know, although the client has repeated them for a long time. */
  unknownCount = 0;
  /** Number of actions that were not started, because too many other actions were running. */
  omittedCount = 0;
  /** Number of refused changes by error code, for example the code for a car that another buyer has. */
  readonly refusalCounts = new Map<string, number>();

  countRefusal(code: string): void {
    this.refusalCounts.set(code, (this.refusalCounts.get(code) ?? 0) + 1);
  }
}

export type AttemptFigures = {
  readonly attempts: number;
  readonly refused: number;
  /** Longest time in seconds in which no attempt was answered. */
  readonly longestGap: number;
  /** Longest time in seconds from a request to its answer. */
  readonly slowest: number;
};

/** Computes the figures of the attempts of one kind that began between two times. */
export function measureAttempts(
  { attempts }: LoadRecord,
  kind: AttemptKind,
  [fromMs, toMs]: readonly [number, number],
): AttemptFigures {
  const chosenAttempts = attempts.filter(
    (each) => each.kind === kind && each.startMs >= fromMs && each.startMs <= toMs,
  );
  const answerTimes = chosenAttempts.filter(({ isRefused }) => !isRefused).map(({ endMs }) => endMs);
  const sortedTimes = [fromMs, ...answerTimes.filter((endMs) => endMs <= toMs), toMs].sort((one, other) => one - other);
  const pausesBetweenAnswersMs = sortedTimes.slice(1).map((timeMs, index) => timeMs - (sortedTimes[index] ?? timeMs));
  const durations = chosenAttempts.filter(({ isRefused }) => !isRefused).map(({ startMs, endMs }) => endMs - startMs);
  return {
    attempts: chosenAttempts.length,
    refused: chosenAttempts.filter(({ isRefused }) => isRefused).length,
    longestGap: toSeconds(Math.max(0, ...pausesBetweenAnswersMs)),
    slowest: toSeconds(Math.max(0, ...durations)),
  };
}

/** Returns how often each text of a refused attempt of this kind occurred, most frequent first. */
export function countRefusedTexts({ attempts }: LoadRecord, kind: AttemptKind): Readonly<Record<string, number>> {
  const counts = new Map<string, number>();
  for (const { text, isRefused, kind: attemptKind } of attempts)
    if (isRefused && attemptKind === kind) counts.set(text, (counts.get(text) ?? 0) + 1);
  return Object.fromEntries([...counts].sort(([, one], [, other]) => other - one).slice(0, 6));
}

function toSeconds(milliseconds: number): number {
  return Math.round(milliseconds / 100) / 10;
}
