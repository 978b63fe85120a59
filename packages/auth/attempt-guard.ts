import { createHmac } from 'node:crypto';
import { clearAttempts, releaseAttempt, reserveAttempt, waitForAttempts } from '@carhouse/database/accounts/attempts';
import type { Database } from '@carhouse/database/connection/connect';
import { DomainError } from '@carhouse/domain/errors/domain-error';
import type { AttemptLimit } from '@carhouse/domain/limits/attempt-limit';

const minute = 60_000;
const day = 24 * 60 * minute;

/** The limits of docs/reliability.md, and further limits on tries. Right passwords are not counted. */
export const attemptLimits = {
  /** Wrong passwords from one address. */
  'sign-in address': { count: 5, windowMs: minute },
  /** Wrong passwords on one e-mail address, whether it has an account or not. */
  'sign-in account': { count: 10, windowMs: 15 * minute, delay: { free: 5, firstMs: 1000 } },
  /** The same from a signed-in owner's address: strangers cannot use this limit up. */
  'sign-in known': { count: 10, windowMs: 15 * minute },
  /**
   * Once `sign-in account` is used up: the tries of one client address on one e-mail address. A persistent stranger has used
   * their tries up; an owner with a new device has not (decision 0033).
   */
  'sign-in newcomer': { count: 2, windowMs: day },
  /** All tries of newcomers on one e-mail address, so that many client addresses do not make many tries. */
  'sign-in newcomers': { count: 20, windowMs: 15 * minute },
  /** Not a limit but a flag: the user who set a new password by mail from this address owns the account. Then `sign-in known` counts. */
  'password reset here': { count: 1, windowMs: 15 * minute },
  /** Sign-ups from one address; a household or an office may have one address. */
  'sign-up address': { count: 300, windowMs: 10 * minute },
  /** Sign-ups with an address that is taken: the answer says so, which could be asked for many addresses. */
  'sign-up taken': { count: 10, windowMs: 10 * minute },
  /** Wrong answers to the question for the second factor from one address. */
  'second factor address': { count: 10, windowMs: minute },
  /** Wrong codes of an authenticator app on one account: three of a million are right at a time. */
  'app code account': { count: 10, windowMs: 15 * minute, delay: { free: 5, firstMs: 1000 } },
  /** The same for a day: someone who knows the password can try few of a million codes. */
  'app code day': { count: 60, windowMs: 24 * 60 * minute },
  'recovery code account': { count: 10, windowMs: 15 * minute },
  'password change': { count: 10, windowMs: 15 * minute },
  /** Asking for mails, and trying links, from one address. */
  'link address': { count: 20, windowMs: 15 * minute },
  /** Mails of one kind to one address. Above it no mail is sent, and the answer is the same. */
  'mail address': { count: 3, windowMs: 60 * minute },
  /** Mails of all kinds to an address that nobody has confirmed: its owner may have nothing to do with this server. */
  'mail stranger': { count: 6, windowMs: day },
  /** The same for requests from a signed-in owner's address: strangers cannot use this limit up. */
  'mail known': { count: 3, windowMs: 15 * minute },
  /** Mails that ask to confirm an address, caused from one client address: sign-ups name the addresses of strangers. */
  'confirmation mails': { count: 100, windowMs: 60 * minute },
  /** Mails about changes of one account's sign-in methods, to its confirmed address, such as a removed second factor. */
  notice: { count: 10, windowMs: 60 * minute },
} as const satisfies Readonly<Record<string, AttemptLimit>>;

export type LimitedAttempt = keyof typeof attemptLimits;

/** `take` counts one try. @throws DomainError RATE_LIMITED with the seconds to wait. */
export type AttemptGuard = {
  take(attempt: LimitedAttempt, subject: string): Promise<{ release(): Promise<void> }>;
  /** Counts one try, and says whether it was within the limit. */
  allows(attempt: LimitedAttempt, subject: string): Promise<boolean>;
  /** Milliseconds until `take` would count one more try; 0 for at once. Counts nothing. */
  waitFor(attempt: LimitedAttempt, subject: string): Promise<number>;
  /** The same for several limits, in one query and in the order given. */
  waitForAll(asked: readonly (readonly [attempt: LimitedAttempt, subject: string])[]): Promise<readonly number[]>;
  clear(attempt: LimitedAttempt, subject: string): Promise<void>;
  /** The subject as a keyed hash. */
  hashed(kind: string, subject: string): string;
};

/** Limits whose counters stand in the database, so that they hold on every node and after a restart. */
export function createAttemptGuard(database: Database, secret: string, now: () => Date): AttemptGuard {
  const hashed = (kind: string, subject: string): string =>
    createHmac('sha256', secret).update(`${kind}\n${subject}`).digest('base64url');

  async function reserve(attempt: LimitedAttempt, subject: string) {
    const key = hashed(attempt, subject);
    const at = now();
    const wait = await reserveAttempt(database, key, attemptLimits[attempt], at);
    return { wait, release: () => releaseAttempt(database, key, at) };
  }

  const waitForAll: AttemptGuard['waitForAll'] = (asked) => {
    const counters = asked.map(([attempt, subject]) => ({
      key: hashed(attempt, subject),
      limit: attemptLimits[attempt],
    }));
    return waitForAttempts(database, counters, now());
  };

  return {
    take: async (attempt, subject) => {
      const { wait, release } = await reserve(attempt, subject);
      if (wait > 0) throw limited(wait, attempt);
      return { release };
    },
    allows: async (attempt, subject) => (await reserve(attempt, subject)).wait === 0,
    waitFor: async (attempt, subject) => (await waitForAll([[attempt, subject]]))[0] ?? 0,
    waitForAll,
    clear: (attempt, subject) => clearAttempts(database, hashed(attempt, subject)),
    hashed,
  };
}

/** @param wait milliseconds @param limit the limit that was reached, for the security log. */
export function limited(wait: number, limit: LimitedAttempt): DomainError {
  return new DomainError('RATE_LIMITED', { retryAfter: Math.ceil(wait / 1000), limit });
}
