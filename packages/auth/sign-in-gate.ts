import { createFairQueue } from '@carhouse/domain/limits/fair-queue';
import { limited } from './attempt-guard.ts';

/** Sign-ins whose counters are read at the same time: a flood of them must leave connections to everybody else. */
const readingLimits = { atOnce: 3, waiting: 60, each: { atOnce: 1, waiting: 4 } } as const;
/** Milliseconds for which a refused address is refused without asking the database. */
const remembered = 2_000;
const rememberedMaximum = 10_000;

/** The check of a sign-in before any query, in the memory of this node. */
export type SignInGate = {
  /** Reads in turn with other addresses. @throws DomainError RATE_LIMITED or UNAVAILABLE as a fair queue, at once. */
  read<T>(bucket: string, work: () => Promise<T>): Promise<T>;
  /** @throws DomainError RATE_LIMITED for an address that was refused a moment ago. */
  checkRefused(bucket: string, now: Date): void;
  /** Remembers for a moment that the address has no try left for this many milliseconds. */
  noteRefused(bucket: string, wait: number, now: Date): void;
};

export function createSignInGate(): SignInGate {
  const reading = createFairQueue(readingLimits);
  const refused = new Map<string, number>();
  return {
    read: (bucket, work) => reading.run(bucket, work),
    checkRefused(bucket, now) {
      const wait = (refused.get(bucket) ?? 0) - now.getTime();
      if (wait > 0) throw limited(wait, 'sign-in address');
      refused.delete(bucket);
    },
    noteRefused(bucket, wait, now) {
      if (refused.size >= rememberedMaximum) refused.clear();
      refused.set(bucket, now.getTime() + Math.min(wait, remembered));
    },
  };
}
