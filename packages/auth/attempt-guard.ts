import { createHmac } from 'node:crypto';
import { clearAttempts, releaseAttempt, reserveAttempt, waitForAttempts } from '@carhouse/database/accounts/attempts';
import type { Database } from '@carhouse/database/connection/connect';
import { DomainError } from '@carhouse/domain/errors/domain-error';
import type { AttemptLimit } from '@carhouse/domain/limits/attempt-limit';
import { countedNetworks } from '@carhouse/domain/limits/wide-network';

const minute = 60_000;
const day = 24 * 60 * minute;

/** The limits of docs/reliability.md, and further limits on attempts. Correct passwords are not counted. */
export const attemptLimits = {
  /** Limit on wrong passwords from one client address. */
  'sign-in address': { count: 5, windowMs: minute },
  /** Limit on wrong passwords for one e-mail address, whether or not the address has an account. */
  'sign-in account': { count: 10, windowMs: 15 * minute, delay: { free: 5, firstMs: 1000 } },
  /**
   * Limit on wrong passwords from a client address at which the owner is signed in. Attempts of others do not count
   * towards it.
   */
  'sign-in known': { count: 10, windowMs: 15 * minute },
  /**
   * Limit on the attempts of one client address on one e-mail address after `sign-in account` is used up. A persistent
   * attacker has used these attempts up; an owner with a new device has not (decision 0033).
   */
  'sign-in newcomer': { count: 2, windowMs: day },
  /**
   * Limit on the attempts of all unknown client addresses on one e-mail address, so that many client addresses do not
   * get many attempts.
   */
  'sign-in newcomers': { count: 20, windowMs: 15 * minute },
  /**
   * A flag and no limit: a new password was set by mail from this client address, so the client is the owner. The limit
   * `sign-in known` then applies.
   */
  'password reset here': { count: 1, windowMs: 15 * minute },
  /** Limit on sign-ups from one client address. A household or an office may share one address. */
  'sign-up address': { count: 300, windowMs: 10 * minute },
  /** Limit on sign-ups with an e-mail address that is taken. The response reveals that the address is taken. */
  'sign-up taken': { count: 10, windowMs: 10 * minute },
  /** Limit on wrong second factors from one client address. */
  'second factor address': { count: 10, windowMs: minute },
  /** Limit on wrong codes of an authenticator app on one account. At any time three of a million codes are valid. */
  'app code account': { count: 10, windowMs: 15 * minute, delay: { free: 5, firstMs: 1000 } },
  /** Limit on wrong codes within a day. An attacker who knows the password can therefore try few of a million codes. */
  'app code day': { count: 60, windowMs: 24 * 60 * minute },
  'recovery code account': { count: 10, windowMs: 15 * minute },
  'password change': { count: 10, windowMs: 15 * minute },
  /** Limit on requests for mails, and on uses of links, from one client address. */
  'link address': { count: 20, windowMs: 15 * minute },
  /**
   * Limit on mails of one kind to one e-mail address. Above the limit no mail is sent, and the response is the same.
   */
  'mail address': { count: 3, windowMs: 60 * minute },
  /**
   * Limit on mails of all kinds to an unconfirmed e-mail address. The owner of the address may not know this server.
   */
  'mail stranger': { count: 6, windowMs: day },
  /**
   * Limit on the mails of `mail stranger` from a client address at which the owner is signed in. Attempts of others do
   * not count towards it.
   */
  'mail known': { count: 3, windowMs: 15 * minute },
  /**
   * Limit on mails that ask to confirm an address, by the client address that causes them. A sign-up may name the
   * address of another user.
   */
  'confirmation mails': { count: 100, windowMs: 60 * minute },
  /**
   * Limit on mails to a confirmed address about changes of the account's sign-in methods, such as a removed second
   * factor.
   */
  notice: { count: 10, windowMs: 60 * minute },
} as const satisfies Readonly<Record<string, AttemptLimit>>;

export type LimitedAttempt = keyof typeof attemptLimits;

/** The limits whose subject is a client address. */
const addressLimits: ReadonlySet<LimitedAttempt> = new Set<LimitedAttempt>([
  'sign-in address',
  'sign-up address',
  'sign-up taken',
  'second factor address',
  'link address',
  'confirmation mails',
]);

/**
 * Limits attempts. `take` counts one attempt.
 * @throws DomainError RATE_LIMITED with the seconds to wait.
 */
export type AttemptGuard = {
  take(attempt: LimitedAttempt, subject: string): Promise<{ release(): Promise<void> }>;
  /**
   * Counts one attempt.
   * @returns whether the attempt was within the limit.
   */
  allows(attempt: LimitedAttempt, subject: string): Promise<boolean>;
  /**
   * Milliseconds until `take` would accept one more attempt; 0 when it would accept one now. This call counts nothing.
   */
  waitFor(attempt: LimitedAttempt, subject: string): Promise<number>;
  /** Does the same as `waitFor` for several limits, in one query and in the given order. */
  waitForAll(asked: readonly (readonly [attempt: LimitedAttempt, subject: string])[]): Promise<readonly number[]>;
  clear(attempt: LimitedAttempt, subject: string): Promise<void>;
  /** A keyed hash of the subject. */
  hashed(kind: string, subject: string): string;
};

/** Limits with counters in the database, so that all nodes share them and a restart keeps them. */
export function createAttemptGuard(database: Database, secret: string, now: () => Date): AttemptGuard {
  const hashed = (kind: string, subject: string): string =>
    createHmac('sha256', secret).update(`${kind}\n${subject}`).digest('base64url');

  /**
   * The counters of an attempt, the narrowest first. An address also has a counter for its wide network
   * (wide-network.ts).
   */
  function countersOf(attempt: LimitedAttempt, subject: string) {
    const limit: AttemptLimit = attemptLimits[attempt];
    const networks = addressLimits.has(attempt) ? countedNetworks(subject) : [{ subject, factor: 1 }];
    return networks.map((each) => ({
      key: hashed(attempt, each.subject),
      limit: each.factor === 1 ? limit : { ...limit, count: limit.count * each.factor },
    }));
  }

  async function reserve(attempt: LimitedAttempt, subject: string) {
    const at = now();
    const takenKeys: string[] = [];
    const releaseAll = async (): Promise<void> => {
      for (const key of takenKeys) await releaseAttempt(database, key, at);
    };
    for (const { key, limit } of countersOf(attempt, subject)) {
      const waitMs = await reserveAttempt(database, key, limit, at);
      if (waitMs > 0) {
        await releaseAll();
        return { wait: waitMs, release: async () => {} };
      }
      takenKeys.push(key);
    }
    return { wait: 0, release: releaseAll };
  }

  const waitForAll: AttemptGuard['waitForAll'] = async (asked) => {
    const counters = asked.map(([attempt, subject]) => countersOf(attempt, subject));
    const waitsMs = [...(await waitForAttempts(database, counters.flat(), now()))];
    return counters.map((each) => Math.max(...waitsMs.splice(0, each.length)));
  };

  return {
    take: async (attempt, subject) => {
      const { wait: waitMs, release: releaseAll } = await reserve(attempt, subject);
      if (waitMs > 0) throw rateLimitedError(waitMs, attempt);
      return { release: releaseAll };
    },
    allows: async (attempt, subject) => (await reserve(attempt, subject)).wait === 0,
    waitFor: async (attempt, subject) => (await waitForAll([[attempt, subject]]))[0] ?? 0,
    waitForAll,
    clear: (attempt, subject) => clearAttempts(database, hashed(attempt, subject)),
    hashed,
  };
}

/**
 * Creates the error for a reached limit.
 * @param waitMs milliseconds
 * @param limit the limit that was reached, for the security log.
 */
export function rateLimitedError(waitMs: number, limit: LimitedAttempt): DomainError {
  return new DomainError('RATE_LIMITED', { retryAfter: Math.ceil(waitMs / 1000), limit });
}
