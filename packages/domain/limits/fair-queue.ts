import { DomainError } from '../errors/domain-error.ts';
import { wideNetwork } from './wide-network.ts';

/** Maximum numbers of calls that run and that wait at the same time, in total and for one subject. */
export type FairQueueLimits = {
  readonly atOnce: number;
  readonly waiting: number;
  readonly each: { readonly atOnce: number; readonly waiting: number };
};

/** The part of an AbortSignal that the queue uses. */
type GoneSignal = {
  readonly aborted: boolean;
  readonly reason: unknown;
  addEventListener(kind: 'abort', listener: () => void): void;
  removeEventListener(kind: 'abort', listener: () => void): void;
};

export type FairQueue = {
  /**
   * Waits for a turn. Waiting subjects take turns: a subject with many calls delays each other subject by one call only.
   * @param subject the key of the limit, such as a client address. Callers with the same key share a limit.
   * @param signal aborts the wait of a caller that has disconnected.
   * @returns a function that ends the turn; calling it again has no effect.
   * @throws DomainError RATE_LIMITED when the subject's limit is reached, or when its waiting call is dropped for another
   *   subject; UNAVAILABLE when the queue is full. Both have `retryAfter`. When `signal` aborts, its reason is thrown.
   */
  take(subject: string, signal?: GoneSignal): Promise<() => void>;
  /** Runs `work` during a turn. */
  run<T>(subject: string, work: () => Promise<T>): Promise<T>;
  readonly running: number;
  readonly waiting: number;
};

type WaitingCall = { readonly start: () => void; readonly refuse: (error: unknown) => void };
type Line = { running: number; readonly waiters: WaitingCall[] };

/**
 * Makes a bounded queue with a limit for each subject. The time for each turn is proportional to the number of waiting
 * subjects.
 */
export function createFairQueue(limits: FairQueueLimits): FairQueue {
  /** The subjects with running or waiting calls. The subject of the last turn is at the end. */
  const lines = new Map<string, Line>();
  let running = 0;
  let waiting = 0;

  function begin(subject: string, line: Line): () => void {
    running += 1;
    line.running += 1;
    moveSubjectToEnd(subject, line);
    let ended = false;
    return () => {
      if (ended) return;
      ended = true;
      running -= 1;
      line.running -= 1;
      moveSubjectToEnd(subject, line);
      forget(subject, line);
      startNext();
    };
  }

  function moveSubjectToEnd(subject: string, line: Line): void {
    lines.delete(subject);
    lines.set(subject, line);
  }

  function startNext(): void {
    if (running >= limits.atOnce) return;
    for (const line of lines.values()) {
      if (line.waiters.length === 0 || line.running >= limits.each.atOnce) continue;
      waiting -= 1;
      line.waiters.shift()?.start();
      return;
    }
  }

  function forget(subject: string, line: Line): void {
    if (line.running === 0 && line.waiters.length === 0 && lines.get(subject) === line) lines.delete(subject);
  }

  /** When the queue is full, the subject with the most waiting calls loses its newest one, if the new subject has fewer. */
  function dropCallOfLargest(own: Line): void {
    let longest: Line | undefined;
    for (const line of lines.values()) {
      if (line.waiters.length > (longest?.waiters.length ?? own.waiters.length + 1)) longest = line;
    }
    if (longest === undefined) throw new DomainError('UNAVAILABLE', { retryAfter: 1 });
    waiting -= 1;
    longest.waiters.pop()?.refuse(rateLimitedError());
  }

  function wait(subject: string, line: Line, signal: GoneSignal | undefined): Promise<() => void> {
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        const place = line.waiters.indexOf(waiter);
        if (place === -1) return;
        line.waiters.splice(place, 1);
        waiting -= 1;
        forget(subject, line);
        reject(signal?.reason);
      };
      const waiter: WaitingCall = {
        start: () => {
          signal?.removeEventListener('abort', leave);
          resolve(begin(subject, line));
        },
        refuse: (error) => {
          signal?.removeEventListener('abort', leave);
          forget(subject, line);
          reject(error);
        },
      };
      signal?.addEventListener('abort', leave);
      line.waiters.push(waiter);
      waiting += 1;
    });
  }

  /**
   * Counts the waiting calls from the wide network of a client address (wide-network.ts). Such calls may fill half of the
   * queue.
   */
  function waitingOfWide(subject: string): number {
    const wide = wideNetwork(subject);
    if (wide === undefined) return 0;
    let sum = 0;
    for (const [other, { waiters }] of lines) if (wideNetwork(other) === wide) sum += waiters.length;
    return sum;
  }

  async function take(subject: string, signal?: GoneSignal): Promise<() => void> {
    if (signal?.aborted === true) throw signal.reason;
    const line = lines.get(subject) ?? { running: 0, waiters: [] };
    // A call begins immediately while a slot is free and its subject is below its limit. No other subject is overtaken,
    // because each waiting subject is then at its limit.
    if (running < limits.atOnce && line.running < limits.each.atOnce) return begin(subject, line);
    if (line.waiters.length >= limits.each.waiting) throw rateLimitedError();
    if (waitingOfWide(subject) >= limits.waiting / 2) throw rateLimitedError();
    if (waiting >= limits.waiting) dropCallOfLargest(line);
    lines.set(subject, line);
    return wait(subject, line, signal);
  }

  return {
    take,
    async run(subject, work) {
      const end = await take(subject);
      try {
        return await work();
      } finally {
        end();
      }
    },
    get running() {
      return running;
    },
    get waiting() {
      return waiting;
    },
  };
}

function rateLimitedError(): DomainError {
  return new DomainError('RATE_LIMITED', { retryAfter: 1 });
}
