import { createFairQueue, type FairQueueLimits } from '@carhouse/domain/limits/fair-queue';
import { openPasswordThreads, type PasswordThreads } from './password-threads.ts';

/**
 * Maximum number of passwords that are hashed and that wait at the same time: in total, and for one client address. A
 * burst of sign-ins must neither use all processor cores nor fill the queue without limit (docs/reliability.md,
 * limits). One client address may have one running hash and four waiting hashes, because five wrong passwords per
 * minute are allowed from one address (decision 0033).
 */
export const hashingLimits = { atOnce: 2, waiting: 60, perSubject: { atOnce: 1, waiting: 4 } } as const;

/** The hashing threads, which all hashers of the process use. */
const sharedThreads = openPasswordThreads(hashingLimits.atOnce);

export type PasswordHasher = {
  /**
   * Hashes a password.
   * @param clientAddress the client's address or subnet, whose limits in the queue apply.
   * @returns a PHC string such as `$argon2id$v=19$…`.
   * @throws DomainError RATE_LIMITED when too many passwords from this client address are waiting, UNAVAILABLE when the
   *   queue is full.
   */
  hash(password: string, clientAddress: string): Promise<string>;
  /**
   * Whether this is the exact password of `hash`, byte for byte. `beforeComparison` runs when this call has waited its
   * time in the queue, directly before the comparison. When `beforeComparison` throws, the password is not compared.
   * `afterMatch` runs when the password is right, before the next call in the queue begins.
   * @param clientAddress the client's address or subnet, whose limits in the queue apply.
   * @throws DomainError RATE_LIMITED and UNAVAILABLE for the same reasons as `hash`.
   */
  verify(
    attempt: { readonly hash: string; readonly password: string },
    clientAddress: string,
    beforeComparison?: () => Promise<void>,
    afterMatch?: () => Promise<void>,
  ): Promise<boolean>;
};

/**
 * Creates a hasher, which hashes a few passwords at a time with argon2id in threads of low priority. A server process
 * must create only one hasher, because each hasher has a queue of its own.
 * @param threads the threads that hash; by default the shared threads of the process.
 */
export function createPasswordHasher(
  limits: FairQueueLimits = hashingLimits,
  threads: PasswordThreads = sharedThreads,
): PasswordHasher {
  const queue = createFairQueue(limits);
  return {
    hash: (password, clientAddress) => queue.run(clientAddress, () => threads.hash(password)),
    verify: (attempt, clientAddress, beforeComparison, afterMatch) =>
      queue.run(clientAddress, async () => {
        await beforeComparison?.();
        const isRight = await threads.verify(attempt.hash, attempt.password);
        if (isRight) await afterMatch?.();
        return isRight;
      }),
  };
}
