import { createFairQueue } from '@carhouse/domain/limits/fair-queue';
import { makeRateLimitedError } from './attempt-guard.ts';

/**
 * Maximum numbers of sign-ins that read their attempt counters at the same time, and of sign-ins that wait for this: in
 * total, and for one client address. A flood of sign-ins must leave database connections to other requests.
 */
const counterReadLimits = { atOnce: 3, waiting: 60, perSubject: { atOnce: 1, waiting: 4 } } as const;
/** Milliseconds for which a refused client address is refused again without a query. */
const rememberedRefusalMs = 2_000;
const maxRememberedAddresses = 10_000;

/** The check of a sign-in before its first query. The data of the check is in the memory of this server process. */
export type SignInGate = {
  /**
   * Runs `work` when the fair queue reaches this client address or subnet (`bucket`).
   * @throws DomainError RATE_LIMITED or UNAVAILABLE when the fair queue refuses the call.
   */
  runInQueue<T>(bucket: string, work: () => Promise<T>): Promise<T>;
  /**
   * Checks that no sign-in from this client address was refused within the last two seconds.
   * @throws DomainError RATE_LIMITED
   */
  checkRefused(bucket: string, now: Date): void;
  /** Records that a client address must wait. The record lasts for `waitMs` milliseconds, at most for two seconds. */
  noteRefused(bucket: string, waitMs: number, now: Date): void;
};

export function createSignInGate(): SignInGate {
  const counterReadQueue = createFairQueue(counterReadLimits);
  const refusedUntilByAddress = new Map<string, number>();
  return {
    runInQueue: (bucket, work) => counterReadQueue.run(bucket, work),
    checkRefused(bucket, now) {
      const waitMs = (refusedUntilByAddress.get(bucket) ?? 0) - now.getTime();
      if (waitMs > 0) throw makeRateLimitedError(waitMs, 'sign-in address');
      refusedUntilByAddress.delete(bucket);
    },
    noteRefused(bucket, waitMs, now) {
      if (refusedUntilByAddress.size >= maxRememberedAddresses) refusedUntilByAddress.clear();
      refusedUntilByAddress.set(bucket, now.getTime() + Math.min(waitMs, rememberedRefusalMs));
    },
  };
}
