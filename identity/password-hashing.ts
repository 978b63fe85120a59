import { DomainError } from '@carhouse/core/errors/domain-error';
import { hash, verify } from '@node-rs/argon2';

/** Argon2id with 19 MiB, two passes and one lane: the smallest setting that the OWASP password storage sheet accepts. */
const argon2Settings = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** RELIABILITY §7.3: a burst of logins may neither take all cores nor pile up without end. */
export const hashingLimits = { atOnce: 2, waiting: 20 } as const;

export type PasswordHasher = {
  /** @returns a PHC string such as `$argon2id$v=19$…`. @throws DomainError UNAVAILABLE when the queue is full. */
  hash(password: string): Promise<string>;
  /**
   * Compares exactly what was sent, byte for byte. `before` runs when its turn has come; when it throws, nothing is
   * compared. `after` runs when the password was right, before the turn goes to the next.
   * @throws DomainError UNAVAILABLE when the queue is full.
   */
  verify(
    attempt: { readonly hash: string; readonly password: string },
    before?: () => Promise<void>,
    after?: () => Promise<void>,
  ): Promise<boolean>;
};

/** Hashes with argon2id, a few at a time. One hasher serves the whole process, or the limit means nothing. */
export function createPasswordHasher(limits: QueueLimits = hashingLimits): PasswordHasher {
  const queue = boundedQueue(limits);
  return {
    hash: (password) => queue(() => hash(password, argon2Settings)),
    verify: (attempt, before, after) =>
      queue(async () => {
        await before?.();
        const isRight = await verify(attempt.hash, attempt.password);
        if (isRight) await after?.();
        return isRight;
      }),
  };
}

type QueueLimits = { readonly atOnce: number; readonly waiting: number };

/**
 * Runs at most `atOnce` works together and keeps at most `waiting` more in their order of arrival.
 * @throws DomainError UNAVAILABLE (with retryAfter, in seconds) at once when both are full.
 */
export function boundedQueue(limits: QueueLimits): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = [];
  let running = 0;

  async function enter(): Promise<void> {
    if (running < limits.atOnce) {
      running += 1;
      return;
    }
    if (waiting.length >= limits.waiting) throw new DomainError('UNAVAILABLE', { retryAfter: 1 });
    await new Promise<void>((resolve) => waiting.push(resolve));
  }

  // The place of a finished work goes straight to the first in line, so a newcomer cannot slip in between.
  function leave(): void {
    const next = waiting.shift();
    if (next === undefined) running -= 1;
    else next();
  }

  return async (work) => {
    await enter();
    try {
      return await work();
    } finally {
      leave();
    }
  };
}
