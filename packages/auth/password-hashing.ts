import { createFairQueue, type FairQueueLimits } from '@carhouse/domain/limits/fair-queue';
import { openPasswordThreads } from './password-threads.ts';

/**
 * docs/reliability.md, limits: a burst of logins may neither take all cores nor pile up without end. One client address has one
 * hash running and as many waiting as it may try wrong passwords in a minute (decision 0033).
 */
export const hashingLimits = { atOnce: 2, waiting: 60, each: { atOnce: 1, waiting: 4 } } as const;

/** The hashing threads, shared by all hashers of the process. */
const threads = openPasswordThreads(hashingLimits.atOnce);

export type PasswordHasher = {
  /**
   * @param from whose share of the queue is used: the client address as limits count it.
   * @returns a PHC string such as `$argon2id$v=19$…`.
   * @throws DomainError RATE_LIMITED when this address has its share of the queue, UNAVAILABLE when the queue is full.
   */
  hash(password: string, from: string): Promise<string>;
  /**
   * Compares exactly what was sent, byte for byte. `before` runs when its turn has come; when it throws, nothing is
   * compared. `after` runs when the password was right, before the next turn starts.
   * @param from as for `hash`. @throws DomainError as `hash`.
   */
  verify(
    attempt: { readonly hash: string; readonly password: string },
    from: string,
    before?: () => Promise<void>,
    after?: () => Promise<void>,
  ): Promise<boolean>;
};

/** Hashes with argon2id, a few at a time, in threads of low priority. One hasher serves the whole process, or the limit means nothing. */
export function createPasswordHasher(limits: FairQueueLimits = hashingLimits): PasswordHasher {
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
