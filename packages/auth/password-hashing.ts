import { createFairQueue, type FairQueueLimits } from '@carhouse/domain/limits/fair-queue';
import { openPasswordThreads, type PasswordThreads } from './password-threads.ts';

/**
 * A burst of sign-ins must neither use all cores nor fill the queue without limit (docs/reliability.md, limits). One
 * client address has one running hash and as many waiting hashes as its limit of wrong passwords per minute (decision
 * 0033).
 */
export const hashingLimits = { atOnce: 2, waiting: 60, each: { atOnce: 1, waiting: 4 } } as const;

/** The hashing threads, shared by all hashers of the process. */
const ownThreads = openPasswordThreads(hashingLimits.atOnce);

export type PasswordHasher = {
  /**
   * Hashes a password.
   * @param from the client address whose share of the queue is used, in the form by which limits count.
   * @returns a PHC string such as `$argon2id$v=19$…`.
   * @throws DomainError RATE_LIMITED when this address has used up its share of the queue, UNAVAILABLE when the queue
   * is full.
   */
  hash(password: string, from: string): Promise<string>;
  /**
   * Compares the exact password, byte for byte. `before` runs when the turn of this call in the queue comes. When
   * `before` throws, nothing is compared. `after` runs when the password is right, before the next turn starts.
   * @param from the client address whose share of the queue is used.
   * @throws DomainError RATE_LIMITED and UNAVAILABLE for the same reasons as `hash`.
   */
  verify(
    attempt: { readonly hash: string; readonly password: string },
    from: string,
    before?: () => Promise<void>,
    after?: () => Promise<void>,
  ): Promise<boolean>;
};

/**
 * Hashes with argon2id, a few passwords at a time, in threads of low priority. The whole process must use one hasher,
 * because each hasher has its own queue.
 * @param threads the threads of the process by default; tests pass others.
 */
export function createPasswordHasher(
  limits: FairQueueLimits = hashingLimits,
  threads: PasswordThreads = ownThreads,
): PasswordHasher {
  const queue = createFairQueue(limits);
  return {
    hash: (password, from) => queue.run(from, () => threads.hash(password)),
    verify: (attempt, from, before, after) =>
      queue.run(from, async () => {
        await before?.();
        const isRight = await threads.verify(attempt.hash, attempt.password);
        if (isRight) await after?.();
        return isRight;
      }),
  };
}
