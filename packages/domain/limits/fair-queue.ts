import { DomainError } from '../errors/domain-error.ts';
import { findWideNetwork } from './wide-network.ts';

/**
 * Maximum number of calls that run at the same time, and maximum number of calls that wait: in total, and for one
 * subject.
 */
export type FairQueueLimits = {
  /** Maximum number of calls of all subjects that run at the same time. */
  readonly atOnce: number;
  /** Maximum number of calls of all subjects that wait at the same time. */
  readonly waiting: number;
  /**
   * Number of the `atOnce` turns that are reserved for callers whose network runs no call; 0 by default. Each running
   * call occupies one turn. Without reserved turns, a few networks that each stay below their own limit could occupy
   * all turns. For IPv6 addresses, a network has 48 bits.
   */
  readonly reservedTurns?: number;
  /** The same two limits for the calls of one subject. */
  readonly perSubject: { readonly atOnce: number; readonly waiting: number };
};

/** The members of AbortSignal that the queue uses. */
type AbortSignalLike = {
  readonly aborted: boolean;
  readonly reason: unknown;
  addEventListener(kind: 'abort', listener: () => void): void;
  removeEventListener(kind: 'abort', listener: () => void): void;
};

export type FairQueue = {
  /**
   * Waits until the call may begin. The queue serves the waiting subjects in rotation, one call each, so a subject with
   * many calls delays each other subject by only one call.
   * @param subject the key of the limit, such as a client address. Callers with the same key share a limit.
   * @param signal aborts the wait of a caller that has disconnected.
   * @returns a function that the caller calls when its work has ended; further calls of the function have no effect.
   * @throws DomainError RATE_LIMITED when the subject's limit is reached, or when its waiting call is dropped for
   *   another subject; UNAVAILABLE when the queue is full. Both have `retryAfter`. When `signal` aborts, its reason is
   *   thrown.
   */
  waitForTurn(subject: string, signal?: AbortSignalLike): Promise<() => void>;
  /** Waits like `waitForTurn`, runs `work` and then lets the next call begin. */
  run<T>(subject: string, work: () => Promise<T>): Promise<T>;
  /** Number of running calls. */
  readonly runningCount: number;
  /** Number of waiting calls. */
  readonly totalWaitingCount: number;
};

type WaitingCall = { readonly start: () => void; readonly refuse: (error: unknown) => void };
type SubjectLine = { runningCount: number; readonly waitingCalls: WaitingCall[] };

/**
 * Creates a bounded queue with a limit for each subject. Choosing the next call takes time proportional to the number
 * of waiting subjects.
 */
export function createFairQueue(limits: FairQueueLimits): FairQueue {
  /** The subjects with running or waiting calls. The subject whose call began last is at the end. */
  const linesBySubject = new Map<string, SubjectLine>();
  /** The number of running calls by network, only for networks with running calls. */
  const runningCountByNetwork = new Map<string, number>();
  let runningCount = 0;
  let waiting = 0;

  function beginCall(subject: string, line: SubjectLine): () => void {
    runningCount += 1;
    line.runningCount += 1;
    changeRunningCount(subject, 1);
    moveSubjectToEnd(subject, line);
    let hasEnded = false;
    return () => {
      if (hasEnded) return;
      hasEnded = true;
      runningCount -= 1;
      line.runningCount -= 1;
      changeRunningCount(subject, -1);
      moveSubjectToEnd(subject, line);
      removeIdleLine(subject, line);
      // When a call ends, two waiting calls may begin. The first takes its turn; the second belongs to the network of
      // the ended call, which may use a reserved turn again when it runs no other call.
      while (startNextCall());
    };
  }

  function changeRunningCount(subject: string, change: 1 | -1): void {
    const network = readNetwork(subject);
    const callCount = (runningCountByNetwork.get(network) ?? 0) + change;
    if (callCount === 0) runningCountByNetwork.delete(network);
    else runningCountByNetwork.set(network, callCount);
  }

  function mayBegin(subject: string, line: SubjectLine): boolean {
    if (line.runningCount >= limits.perSubject.atOnce) return false;
    const reservedTurns = runningCountByNetwork.has(readNetwork(subject)) ? (limits.reservedTurns ?? 0) : 0;
    return runningCount < limits.atOnce - reservedTurns;
  }

  function moveSubjectToEnd(subject: string, line: SubjectLine): void {
    linesBySubject.delete(subject);
    linesBySubject.set(subject, line);
  }

  /** Starts the next waiting call that may begin. @returns whether a call was started. */
  function startNextCall(): boolean {
    if (runningCount >= limits.atOnce) return false;
    for (const [subject, line] of linesBySubject) {
      if (line.waitingCalls.length === 0 || !mayBegin(subject, line)) continue;
      waiting -= 1;
      line.waitingCalls.shift()?.start();
      return true;
    }
    return false;
  }

  function removeIdleLine(subject: string, line: SubjectLine): void {
    if (line.runningCount === 0 && line.waitingCalls.length === 0 && linesBySubject.get(subject) === line)
      linesBySubject.delete(subject);
  }

  /**
   * Drops the newest waiting call of the subject with the most waiting calls, if the new caller's subject has fewer
   * waiting calls. The queue calls this function when it is full.
   */
  function dropCallOfLongestLine(callerLine: SubjectLine): void {
    let longestLine: SubjectLine | undefined;
    for (const line of linesBySubject.values()) {
      if (line.waitingCalls.length > (longestLine?.waitingCalls.length ?? callerLine.waitingCalls.length + 1))
        longestLine = line;
    }
    if (longestLine === undefined) throw new DomainError('UNAVAILABLE', { retryAfter: 1 });
    waiting -= 1;
    longestLine.waitingCalls.pop()?.refuse(makeRateLimitedError());
  }

  function waitInLine(subject: string, line: SubjectLine, signal: AbortSignalLike | undefined): Promise<() => void> {
    return new Promise((resolve, reject) => {
      const leaveQueue = (): void => {
        const index = line.waitingCalls.indexOf(waitingCall);
        if (index === -1) return;
        line.waitingCalls.splice(index, 1);
        waiting -= 1;
        removeIdleLine(subject, line);
        reject(signal?.reason);
      };
      const waitingCall: WaitingCall = {
        start: () => {
          signal?.removeEventListener('abort', leaveQueue);
          resolve(beginCall(subject, line));
        },
        refuse: (error) => {
          signal?.removeEventListener('abort', leaveQueue);
          removeIdleLine(subject, line);
          reject(error);
        },
      };
      signal?.addEventListener('abort', leaveQueue);
      line.waitingCalls.push(waitingCall);
      waiting += 1;
    });
  }

  /**
   * Counts the waiting calls from the wide network of a client address (wide-network.ts). Waiting calls of one wide
   * network may fill half of the queue.
   */
  function countWaitingOfWideNetwork(subject: string): number {
    const subjectNetwork = findWideNetwork(subject);
    if (subjectNetwork === undefined) return 0;
    let waitingCount = 0;
    for (const [otherSubject, { waitingCalls }] of linesBySubject)
      if (findWideNetwork(otherSubject) === subjectNetwork) waitingCount += waitingCalls.length;
    return waitingCount;
  }

  async function waitForTurn(subject: string, signal?: AbortSignalLike): Promise<() => void> {
    if (signal?.aborted === true) throw signal.reason;
    const line = linesBySubject.get(subject) ?? { runningCount: 0, waitingCalls: [] };
    // A call begins immediately while a turn is free and its subject is below its limit. A call that begins immediately
    // overtakes only subjects that are at their limit, or whose network already runs calls while only reserved turns
    // are free.
    if (mayBegin(subject, line)) return beginCall(subject, line);
    if (line.waitingCalls.length >= limits.perSubject.waiting) throw makeRateLimitedError();
    if (countWaitingOfWideNetwork(subject) >= limits.waiting / 2) throw makeRateLimitedError();
    if (waiting >= limits.waiting) dropCallOfLongestLine(line);
    linesBySubject.set(subject, line);
    return waitInLine(subject, line, signal);
  }

  return {
    waitForTurn,
    async run(subject, work) {
      const endCall = await waitForTurn(subject);
      try {
        return await work();
      } finally {
        endCall();
      }
    },
    get runningCount() {
      return runningCount;
    },
    get totalWaitingCount() {
      return waiting;
    },
  };
}

/**
 * Returns the network by which the queue counts running calls for reserved turns. A subject that is not an IPv6 address
 * counts as its own network.
 */
function readNetwork(subject: string): string {
  return findWideNetwork(subject) ?? subject;
}

function makeRateLimitedError(): DomainError {
  return new DomainError('RATE_LIMITED', { retryAfter: 1 });
}
