import { createFairQueue } from '@carhouse/domain/limits/fair-queue';
import { rateLimitedError } from './attempt-guard.ts';

/**
 * Limits the sign-ins that read their counters at the same time. A flood of sign-ins must leave connections to other
 * requests.
 */
const readingLimits = { atOnce: 3, waiting: 60, each: { atOnce: 1, waiting: 4 } } as const;
/** For this many milliseconds a refused address is refused again without a query. */
const rememberedMs = 2_000;
const rememberedMaximum = 10_000;

/** The check of a sign-in before any query. The data of this check is in the memory of this node. */
export type SignInGate = {
  /**
   * Runs `work` in turn with other addresses.
   * @throws DomainError RATE_LIMITED or UNAVAILABLE when the fair queue refuses it.
   */
  read<T>(bucket: string, work: () => Promise<T>): Promise<T>;
  /** @throws DomainError RATE_LIMITED for an address that was just refused. */
  checkRefused(bucket: string, now: Date): void;
  /** Records for two seconds that the address must wait this many milliseconds. */
  noteRefused(bucket: string, wait: number, now: Date): void;
};

export function createSignInGate(): SignInGate {
  const readingQueue = createFairQueue(readingLimits);
  const refused = new Map<string, number>();
  return {
    read: (bucket, work) => readingQueue.run(bucket, work),
    checkRefused(bucket, now) {
      const wait = (refused.get(bucket) ?? 0) - now.getTime();
      if (wait > 0) throw rateLimitedError(wait, 'sign-in address');
      refused.delete(bucket);
    },
    noteRefused(bucket, wait, now) {
      if (refused.size >= rememberedMaximum) refused.clear();
      refused.set(bucket, now.getTime() + Math.min(wait, rememberedMs));
    },
  };
}
